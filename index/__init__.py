"""Papers, search, citations and the reader's marks. Knows no screen."""
