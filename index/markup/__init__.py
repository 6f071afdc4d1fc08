"""LaTeX and Markdown in abstracts: one parse, then spans, plain text, folded text and BibTeX.

Import from the submodules: `spans` and `fold` are cheap, `parse` and `bibtex` load the
libraries that do the work.
"""
