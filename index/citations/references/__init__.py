"""Reference lists of papers with a title or authors: one module a style.

Every module has `reference(work)`, one entry as one line of plain text, and names the manual it
follows. `listing.references` puts several in order.
"""
