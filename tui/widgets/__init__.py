"""Widgets that show and report by message, and decide nothing."""
