"""Readers of paper collections, one module a format."""
