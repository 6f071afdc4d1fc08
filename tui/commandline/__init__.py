"""The commands of the command line, one module a family.

Each module adds its parsers by a function `add_..._parser(s)` and imports what is heavy only when
a command of it is run.
"""
