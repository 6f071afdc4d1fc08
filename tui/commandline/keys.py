"""The command `keys`: which keys do what, the user's own among them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command
from tui.commandline.running import FOUND, complain

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from tui.commandline.parsing import Commands
    from tui.keymap import KeyMap

EXAMPLES = """
  readingroom keys > keys.md
  readingroom keys --json | jq -r 'select(.keys == []).id'
"""


def add_keys_parser(commands: Commands) -> None:
    """Add the command `keys` to a command line."""
    parser = add_command(commands, "keys", "list the keys of the reading room", EXAMPLES)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(run=_keys)


def _keys(options: argparse.Namespace) -> int:
    from index.clean import visible
    from index.paths import default_paths
    from tui.keymap import KeyMap
    from tui.settings import read_settings

    path = default_paths().config_file
    settings, problems = read_settings(path)
    keymap = KeyMap(settings.keys)
    for problem in [*problems, *(f"{path}: {line}" for line in keymap.problems)]:
        complain(visible(problem))
    sys.stdout.writelines(_json(keymap) if options.json else _markdown(keymap))
    return FOUND


def _json(keymap: KeyMap) -> Iterator[str]:
    import json

    for command in keymap.commands:
        record = {
            "id": command.id,
            "title": command.full_title,
            "keys": list(command.keys),
            "places": [str(place) for place in command.places],
            "name": command.name,
            "argument": command.argument,
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


def _markdown(keymap: KeyMap) -> Iterator[str]:
    from tui.commands import AREAS
    from tui.glyphs import key_label

    for area, title in AREAS.items():
        yield f"## {title}\n\n| keys | does | command |\n| --- | --- | --- |\n"
        for command in keymap.commands:
            if command.area == area:
                keys = " ".join(_code(key_label(sequence)) for sequence in command.keys)
                named = f" `:{command.name}`" if command.name else ""
                yield f"| {keys} | {_cell(command.full_title)} | `{command.id}`{named} |\n"
        yield "\n"


def _code(label: str) -> str:
    """A label as code in a table, in which a bar would end the cell."""
    fence = "``" if "`" in label else "`"
    blank = " " if fence == "``" else ""
    return f"{fence}{blank}{_cell(label)}{blank}{fence}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
