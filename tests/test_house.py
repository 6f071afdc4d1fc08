"""The rules of the house: what may import what, and when."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("index", "tui")
    for path in (ROOT / package).rglob("*.py")
}
LONGEST = 420
"""Lines; a module is to stay at about 400."""
LAYERS = {
    "tui.cli": 0,
    "tui.commandline": 1,
    "tui.app": 2,
    "tui.browser": 3,
    "tui.dialogs": 4,
    "tui.widgets": 5,
}
"""Arrows run down: a part may import itself and parts below it."""


def imports(path: Path, *, at_import_only: bool = False) -> Iterator[str]:
    """The modules that a module imports, by full name, those for type checking left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if at_import_only and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in MODULES else node.module
        pending.extend(ast.iter_child_nodes(node))


def belongs(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_the_two_sides_keep_apart(name: str) -> None:
    found = set(imports(MODULES[name]))
    if belongs(name, "index"):
        wrong = {module for module in found if belongs(module, "textual", "rich", "tui")}
    else:
        wrong = {module for module in found if belongs(module, "whoosh", "sqlite3", "numpy")}
    assert not wrong


def test_one_module_imports_whoosh() -> None:
    found = [name for name, path in MODULES.items() if any(
        belongs(module, "whoosh") for module in imports(path)
    )]  # fmt: skip
    assert found == ["index.search.whoosh_guard"]


def test_search_does_not_know_the_shelf() -> None:
    for name, path in MODULES.items():
        if belongs(name, "index.search", "index.markup", "index.paper", "index.clean"):
            assert "index.shelf" not in set(imports(path)), name


def test_no_import_circles() -> None:
    graph = {
        name: {module for module in imports(path, at_import_only=True) if module in MODULES}
        for name, path in MODULES.items()
    }
    # A package and its own modules are one: `from index.citations import cite` inside it is none.
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name not in done:
            for module in graph[name]:
                visit(module, (*trail, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_arrows_run_down() -> None:
    def layer(name: str) -> int | None:
        return next((depth for part, depth in LAYERS.items() if belongs(name, part)), None)

    for name, path in MODULES.items():
        depth = layer(name)
        for module in imports(path):
            below = layer(module)
            if depth is not None and below is not None:
                assert below >= depth, f"{name} imports {module}"
            elif belongs(name, "tui.widgets") and below is not None:
                assert below == LAYERS["tui.widgets"], f"{name} imports {module}"


@pytest.mark.parametrize("name", sorted(MODULES))
def test_no_module_grows_too_long(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", [
    path
    for part in ("index", "tui", "tests", "bench")
    for path in sorted((ROOT / part).rglob("*.py"))
] + [ROOT / "README.md", ROOT / "Makefile", ROOT / "pyproject.toml"], ids=str)  # fmt: skip
def test_no_address_of_a_package_registry_and_no_machine_path(path: Path) -> None:
    if not path.exists():
        pytest.skip("not written yet")
    text = path.read_text(encoding="utf-8")
    for wrong in ("pypi" + ".org", "/work" + "/", "/root" + "/"):
        assert wrong not in text


def loaded(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running some code."""
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport json, sys; print(json.dumps(list(sys.modules)))"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    modules = json.loads(result.stdout.splitlines()[-1])
    return {module.partition(".")[0] for module in modules}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(option: str) -> None:
    code = f"from tui.cli import main\ntry: main([{option!r}])\nexcept SystemExit: pass"
    assert not loaded(code) & {
        "textual", "rich", "whoosh", "sqlite3", "markdown_it", "pylatexenc", "pyperclip", "asyncio",
    }  # fmt: skip


def test_the_first_paint_loads_no_engine_no_parser_and_no_clipboard(tmp_path: Path) -> None:
    code = f"""
import os
os.environ["READINGROOM_HOME"] = {str(tmp_path)!r}
from index.library import Library
with Library() as library:
    library.imports.prepare()
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    painted = f"""
import asyncio, os, sys
os.environ["READINGROOM_HOME"] = {str(tmp_path)!r}
from index.library import Library
from tui.app import ReadingRoom
from tui.browser.background import Background
Background.start = lambda self: None
async def paint():
    with Library() as library:
        room = ReadingRoom(library)
        async with room.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            assert "watermark" in room.export_screenshot()
asyncio.run(paint())
"""
    assert not loaded(painted) & {"whoosh", "pyperclip", "numpy", "pylatexenc"}
