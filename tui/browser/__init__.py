"""The one screen of the reading room."""
