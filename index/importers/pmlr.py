"""The Proceedings of Machine Learning Research: pages of papers, posts and indexes of volumes.

A volume's repository holds a post a paper, whose front matter is what the site is made of (the
"PMLR Proceedings Specification"); a page is the same as HTML, and an index lists all papers of a
volume without their abstracts. Pages of other publishers with the same marks are read as well.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from index.importers.html_pages import anchors, citation, part, text_of
from index.importers.reading import Format, Raw
from index.importers.report import Problem
from index.importers.wording import Person, body, in_parts, page_range, read_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile

SERIES = "Proceedings of Machine Learning Research"
_LARGEST_PAGE = 16 * 1024 * 1024
_LARGEST_POST = 1024 * 1024
_LONGEST_ITEM = 20_000

_FRONT = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
# What YAML 1.1, section 5.1, does not let stand in a text.
_NO_CHARACTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
)
_BRACKET = re.compile(r"[\[\]{}]")
_DEEPEST = 100
_LAYOUT = re.compile(r"^layout:[ \t]*['\"]?inproceedings\b", re.MULTILINE)
_KEYS = re.compile(r"^(title|abstract):", re.MULTILINE)
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|meta|div)\b", re.IGNORECASE)
_TOLD = re.compile(r"name=[\"']?citation_title\b", re.IGNORECASE)
_ITEM = re.compile(r"<div\b[^<>]{0,500}\bclass=[\"']?paper\b[^<>]{0,500}>", re.IGNORECASE)
_TITLE = re.compile(
    r"<(p|div|span|h\d)\b[^<>]{0,500}\bclass=[\"']?title\b[^<>]{0,500}>", re.IGNORECASE
)
_AUTHORS = re.compile(
    r"<(span|p|div)\b[^<>]{0,500}\bclass=[\"']?authors\b[^<>]{0,500}>", re.IGNORECASE
)
_DETAILS = re.compile(
    r"<(span|p|div)\b[^<>]{0,500}\b(?:class|id)=[\"']?info\b[^<>]{0,500}>", re.IGNORECASE
)
_EXTRAS = re.compile(r"<(div)\b[^<>]{0,500}\bid=[\"']?extras\b[^<>]{0,500}>", re.IGNORECASE)
_HEADING = re.compile(
    r"<h[1-4]\b[^<>]{0,500}>\s*Volume\s+(?P<volume>\w+):?\s*(?P<book>[^<]{1,400}?)"
    r"(?:,\s*(?P<date>\d[^<,]{0,60}\b\d{4})\b[^<]*)?</h",
    re.IGNORECASE,
)
_INFO = re.compile(r"<(span|p|div)\b[^<>]{0,500}\bclass=[\"']?info[\"'\s>]", re.IGNORECASE)
_PAGE_INFO = re.compile(r"<(div)\b[^<>]{0,500}\bid=[\"']?info[\"'\s>]", re.IGNORECASE)
_PAGE_EXTRAS = re.compile(r"<(div)\b[^<>]{0,500}\bid=[\"']?extras[\"'\s>]", re.IGNORECASE)
_INFO = re.compile(
    r"(?:(?P<book>.*?),\s*)?PMLR\s+(?P<volume>[\w-]+)(?::\s*(?P<pages>[\w–-]+))?"
    r"(?:,\s*(?P<year>\d{4}))?",
    re.DOTALL,
)
_ADDRESS = re.compile(
    r"https?://proceedings\.mlr\.press/(?P<volume>v\d+|r\d+)/(?P<paper>[\w-]+?)(?:\.html|/|$)"
)
_CODE = re.compile(r"(?:source )?code|software|github(?: code)?|code repository", re.IGNORECASE)


def _recognises(head: str) -> bool:
    if front := _FRONT.match(head):
        names = set(_KEYS.findall(front[1]))
        return _LAYOUT.search(front[1]) is not None or len(names) > 1
    if not _HTML.match(head):
        return False
    return _TOLD.search(head) is not None or _is_index(head)


def _is_index(page: str) -> bool:
    return _ITEM.search(page) is not None and "PMLR" in page


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    source = file.text().lstrip()
    if front := _FRONT.match(source):
        yield _post(front[1], file.shown)
    elif len(source) > _LARGEST_PAGE:
        megabytes = _LARGEST_PAGE // 1024 // 1024
        yield Problem(file.shown, 1, f"longer than {megabytes} MB, which no page is", is_end=True)
    elif _TOLD.search(source):
        yield Raw(1, _page(source))
    else:
        yield from _index(source)


def _post(front: str, shown: str) -> Raw | Problem:
    """A post by its front matter."""
    if len(front) > _LARGEST_POST:
        return Problem(shown, 1, "front matter of more than 1 MB")
    try:
        post = _loaded(front)
    except ValueError as error:
        return Problem(shown, 1, f"front matter that is no YAML: {error}")
    if not isinstance(post, dict):
        return Problem(shown, 1, "front matter without names")
    return Raw(1, _post_fields(post))


def _loaded(front: str) -> Any:
    """YAML in which every value is text: no date, no number, no "Norway" that is a "no".

    Raises:
        ValueError: it is none, or refers to itself; the message is one line.
    """
    import yaml

    front = _NO_CHARACTERS.sub("", front)
    if _depth(front) > _DEEPEST:
        raise ValueError("it is nested too deeply")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        depth = 0
        for event in yaml.parse(front, loader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            # References to what was said before can make a little text endless.
            if isinstance(event, yaml.AliasEvent) or depth > _DEEPEST:
                raise ValueError("it refers to itself or is nested too deeply")
        return yaml.load(front, loader)  # noqa: S506 - makes texts, lists and dicts alone
    except yaml.MarkedYAMLError as error:
        place = f" in line {error.problem_mark.line + 2}" if error.problem_mark else ""
        raise ValueError(f"{error.problem}{place}") from error
    except yaml.YAMLError as error:
        raise ValueError("it cannot be read") from error


def _depth(front: str) -> int:
    """How deeply brackets nest at most; YAML's parser takes time with the square of it."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(front):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _post_fields(post: dict[Any, Any]) -> dict[str, Any]:
    def first(*names: str) -> str | None:
        return next((post[name] for name in names if _is_text(post.get(name))), None)

    url, pdf = first("url"), first("pdf")
    volume, own = first("volume"), first("id")
    address = _ADDRESS.match(url or "") or _ADDRESS.match(pdf or "")
    if address:
        paper = f"{address['volume']}/{address['paper']}"
    else:
        paper = f"v{volume}/{own}" if volume and own and first("layout") else ""
    extras = post.get("extras")
    links = (
        [extra for extra in extras if isinstance(extra, dict)] if isinstance(extras, list) else []
    )
    pages = first("page", "pages") or page_range(first("firstpage"), first("lastpage"))
    return {
        "kind": "conference",
        "title": first("title", "tex_title"),
        "authors": _people(post.get("author") or post.get("authors")),
        "editors": _people(post.get("editor")),
        "abstract": first("abstract", "description"),
        "date": read_date(first("date") or "") or _issued(post),
        "year": first("year"),
        "booktitle": first("booktitle", "container-title", "conference"),
        "series": first("series"),
        "volume": volume,
        "issue": first("number"),
        "pages": page_range(pages),
        "publisher": first("publisher"),
        "place": first("address"),
        "keywords": post.get("keywords") or [],
        "doi": first("doi"),
        "openreview": first("openreview"),
        "pmlr": paper or None,
        "url": url,
        "pdf": pdf,
        "code": [first("software", "code", "github") or ""]
        + [extra.get("link") for extra in links if _CODE.fullmatch(str(extra.get("label")))],
        "citation_key": _key(paper),
        "id": own or _key(paper),
    }


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.strip() != ""


def _people(people: Any) -> list[Person]:
    """Authors or editors, in parts or whole."""
    found: list[Person] = []
    for one in people if isinstance(people, list) else [people]:
        if isinstance(one, dict):
            found.append(_person(one))
        elif _is_text(one):
            found.append(one)
    return [name for name in found if name]


def _person(parts: dict[Any, Any]) -> Person:
    said = {name: text for name, text in parts.items() if _is_text(text)}
    if "family" not in said:
        return body(said.get("given", said.get("name", "")))
    name = in_parts(said["family"], said.get("given", ""), said.get("suffix", ""))
    if isinstance(name, dict) and "prefix" in said:
        return {**name, "particle": said["prefix"]}
    return name


def _issued(post: dict[Any, Any]) -> str | None:
    issued = post.get("issued")
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    if not isinstance(parts, list) or not all(map(_is_text, parts)):
        return None
    return read_date("-".join(parts))


def _key(paper: str) -> str | None:
    """The key under which PMLR's own BibTeX has a paper."""
    return f"pmlr-{paper.replace('/', '-')}" if paper else None


def _page(page: str) -> dict[str, Any]:
    """The page of one paper."""
    record = citation(page)
    extras = anchors(part(page, _EXTRAS))
    record["code"] = [link.address for link in extras if _CODE.fullmatch(link.label)]
    address = _ADDRESS.match(record.get("url") or "") or _ADDRESS.match(record.get("pdf") or "")
    info = _INFO.match(text_of(part(page, _DETAILS), styled=False))
    if address is not None:
        key = _key(f"{address['volume']}/{address['paper']}")
        record |= {"citation_key": key, "id": address["paper"], "kind": "conference"}
    if info is not None:
        record |= _from_info(info)
    return record


def _from_info(info: re.Match[str]) -> dict[str, str]:
    """What the line below the authors says: "Proceedings of ..., PMLR 97:11-20, 2019"."""
    found = {
        "booktitle": info["book"], "series": SERIES, "volume": info["volume"],
        "pages": page_range(info["pages"]), "publisher": "PMLR",
    }  # fmt: skip
    return {name: value for name, value in found.items() if value}


def _index(page: str) -> Iterator[Raw]:
    """The papers of a volume as its index lists them."""
    starts = [match.start() for match in _ITEM.finditer(page)]
    heading = _HEADING.search(page, 0, starts[0] if starts else 0)
    volume = {
        "booktitle": text_of(heading["book"]), "date": read_date(heading["date"] or ""),
        "volume": heading["volume"],
    } if heading else {}  # fmt: skip
    line, before = 1, 0
    for start, end in pairwise([*starts, len(page)]):
        line, before = line + page.count("\n", before, start), start
        yield Raw(line, volume | _item(page[start : min(end, start + _LONGEST_ITEM)]))


def _item(item: str) -> dict[str, Any]:
    links = {link.label.lower(): link.address for link in anchors(item)}
    url = links.get("abs")
    pdf = links.get("download pdf") or links.get("pdf")
    address = _ADDRESS.match(url or "") or _ADDRESS.match(pdf or "")
    names = text_of(part(item, _AUTHORS), styled=False).strip(" ;").split(",")
    info = _INFO.match(text_of(part(item, _DETAILS), styled=False))
    return {
        "kind": "conference",
        "title": text_of(part(item, _TITLE)),
        "authors": [name.strip() for name in names if name.strip()],
        "url": url,
        "pdf": pdf,
        "code": [link for label, link in links.items() if _CODE.fullmatch(label)],
        "citation_key": _key(f"{address['volume']}/{address['paper']}") if address else None,
        "id": address["paper"] if address else None,
        **(_from_info(info) if info else {}),
    }


FORMAT_PMLR = Format("pmlr", "PMLR", _recognises, _read)
