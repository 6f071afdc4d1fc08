"""Citations: keys, untitled templates, styles."""
