"""The reading room as a dialogue, line by line."""
