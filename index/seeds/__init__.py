"""The seed files, shipped as package data."""
