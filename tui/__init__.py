"""The terminal: command line, screen, widgets, clipboard. Knows no engine."""
