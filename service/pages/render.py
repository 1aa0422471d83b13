"""Pages from the Markdown files in docs/, with an anchor for each rule, code and heading.

Used by ``make pages`` and the tests only: the service serves the files that it has written, and
does not need the Markdown library.
"""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["PAGES", "page_files"]

PAGES = {
    "guide": ("http.md", "Guide"),
    "rules": ("rules.md", "Rules"),
    "errors": ("errors.md", "Errors"),
    "shuffle": ("shuffle.md", "Shuffles"),
    "puzzles": ("puzzles.md", "Puzzles"),
    "notation": ("notation.md", "Notation"),
    "compatibility": ("compatibility.md", "Compatibility"),
}
"""The pages by name, each with its file in docs/ and its title in the navigation."""

_IMAGES = ("board.svg", "board84.svg", "rect4_apart.svg")

_ADDRESSES = {
    **{source: f"/docs/{name}" for name, (source, _) in PAGES.items()},
    **{image: f"/docs/{image}" for image in _IMAGES},
    "../openapi.yaml": "/openapi.json",
}

_TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Cornerwise: {title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<nav aria-label="Documentation">{navigation}</nav>
<main>
{content}</main>
</body>
</html>
"""

_STYLE = """:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav a { margin-right: 1rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8888; border-radius: 4px; }
code { font-size: .9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #8888; padding: .25rem .5rem; text-align: left; vertical-align: top; }
img { max-width: 100%; }
:target { outline: 2px solid #d55e00; outline-offset: 2px; }
"""


def page_files(docs: Path) -> dict[str, str]:
    """Return the files below /docs by name: pages, pictures and the style sheet."""
    files = {"style.css": _STYLE}
    for name, (source, title) in PAGES.items():
        content = _content((docs / source).read_text("utf-8"))
        files[f"{name}.html"] = _TEMPLATE.format(
            title=title, navigation=_navigation(), content=content
        )
    files |= {image: (docs / image).read_text("utf-8") for image in _IMAGES}
    return files


def _navigation() -> str:
    links = [("/", "Cornerwise"), ("/docs", "Reference")]
    links += [(f"/docs/{name}", title) for name, (_, title) in PAGES.items()]
    return " ".join(f'<a href="{address}">{title}</a>' for address, title in links)


def _content(markdown: str) -> str:
    """Return a document as HTML."""
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(markdown)
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _slug(tokens[index + 1].content))
        if token.type == "inline":
            token.children = _without_dead_links(token.children or [])
    html = str(parser.renderer.render(tokens, parser.options, {}))
    return _with_anchors(html)


def _slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.replace(" ", "-")


def _without_dead_links(tokens: list[Token]) -> list[Token]:
    """Translate links between documents; keep only the text of those to files not served."""
    kept: list[Token] = []
    dead = False
    for token in tokens:
        if token.type == "link_open":
            address = _address(str(token.attrs["href"]))
            dead = address is None
            if address is not None:
                token.attrSet("href", address)
        elif token.type == "image":
            token.attrSet("src", _address(str(token.attrs["src"])) or "")
        if not (dead and token.type in {"link_open", "link_close"}):
            kept.append(token)
        if token.type == "link_close":
            dead = False
    return kept


def _address(link: str) -> str | None:
    """Return where the service serves what a document links to; None if it does not."""
    if link.startswith(("https://", "http://", "#", "/")):
        return link
    path, mark, anchor = link.partition("#")
    served = _ADDRESSES.get(path)
    return served and served + mark + anchor


def _with_anchors(html: str) -> str:
    """Add ids to the first mention of each rule, and to the first row of each code."""
    seen: set[str] = set()

    def anchor(match: re.Match[str], form: str) -> str:
        name = match[1]
        if name in seen:
            return match[0]
        seen.add(name)
        return form.format(name)

    html = re.sub(
        r"<li>(?:\n<p>)?<strong>([A-Z][0-9]+[a-z]?)",
        lambda found: anchor(found, found[0].replace("<li>", '<li id="{}">')),
        html,
    )
    html = re.sub(
        r"\(([A-Z][0-9]+[a-z])\)",
        lambda found: anchor(found, '(<span id="{0}">{0}</span>)'),
        html,
    )
    return re.sub(
        r"<tr>\n<td><code>([a-z_]+)</code></td>",
        lambda found: anchor(found, found[0].replace("<tr>", '<tr id="{}">')),
        html,
    )
