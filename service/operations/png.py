"""PNG drawings, rendered from SVG without any installed font.

The image of the service has no fonts, so digits and letters are drawn as shapes of small squares.
"""

from __future__ import annotations

import re

import resvg_py

__all__ = ["png_from_svg"]

# Rows of three squares from the top, each a number of three bits.
_GLYPHS = {
    "0": (7, 5, 5, 5, 7),
    "1": (2, 6, 2, 2, 7),
    "2": (7, 1, 7, 4, 7),
    "3": (7, 1, 7, 1, 7),
    "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7),
    "6": (7, 4, 7, 5, 7),
    "7": (7, 1, 1, 2, 2),
    "8": (7, 5, 7, 5, 7),
    "9": (7, 5, 7, 1, 7),
    "B": (6, 5, 6, 5, 6),
    "G": (7, 4, 5, 5, 7),
    "R": (6, 5, 6, 5, 5),
    "Y": (5, 5, 2, 2, 2),
}
_WIDTH, _HEIGHT = 3, 5
_SIZE = 1.5  # of a small square, in the units of the drawing

_TEXT = re.compile(r'<text x="(\d+)" y="(\d+)"( fill="#\w+")?[^>]*>([0-9BGRY]+)</text>')


def png_from_svg(drawing: str) -> bytes:
    """Return a drawing of :mod:`cornerwise.render` as PNG."""
    return bytes(
        resvg_py.svg_to_bytes(svg_string=_TEXT.sub(_shapes, drawing), skip_system_fonts=True)
    )


def _shapes(match: re.Match[str]) -> str:
    """Return the shapes of a text, centred on its position."""
    x, y, fill, text = int(match[1]), int(match[2]), match[3] or "", match[4]
    left = x - _SIZE * (len(text) * (_WIDTH + 1) - 1) / 2
    top = y - _SIZE * _HEIGHT / 2
    squares = [
        f"M{left + _SIZE * (index * (_WIDTH + 1) + col):g} {top + _SIZE * row:g}"
        f"h{_SIZE}v{_SIZE}h-{_SIZE}z"
        for index, character in enumerate(text)
        for row, bits in enumerate(_GLYPHS[character])
        for col in range(_WIDTH)
        if bits >> (_WIDTH - 1 - col) & 1
    ]
    return f'<path d="{"".join(squares)}"{fill}/>'
