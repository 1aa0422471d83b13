"""A line chart of samples over time as SVG, legible on light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from xml.sax.saxutils import escape

__all__ = ["Line", "Panel", "draw"]

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 120, 34, 44
# Distinguishable with colour blindness, and by their dashes.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
DASHES = ("", "7 3", "2 3", "9 3 2 3")

STYLE = """\
text { font: 12px system-ui, sans-serif; fill: #444 }
.title { font-weight: 600 }
.axis { stroke: #777; fill: none }
.grid { stroke: #999; stroke-opacity: .3; fill: none }
.line { fill: none; stroke-width: 1.8 }
@media (prefers-color-scheme: dark) { text { fill: #ccc } .axis { stroke: #aaa } }
"""


@dataclass(frozen=True, slots=True)
class Line:
    """A series of samples."""

    label: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines that share an axis; ``unit`` is printed at its top."""

    title: str
    unit: str
    lines: Sequence[Line]


def draw(times: Sequence[float], panels: Sequence[Panel], description: str) -> str:
    """Return an SVG document with the panels below each other, over the same time in seconds."""
    height = HEIGHT * len(panels)
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(description)}</title>",
        f"<style>{STYLE}</style>",
    ]
    for index, panel in enumerate(panels):
        parts.append(f'<g transform="translate(0 {index * HEIGHT})">')
        parts += _panel(times, panel)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _panel(times: Sequence[float], panel: Panel) -> list[str]:
    values = [value for line in panel.lines for value in line.values]
    ticks = _ticks(0.0, max(values, default=0.0))
    last = max(times, default=0.0)
    across = _ticks(0.0, last)
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x(time: float) -> float:
        return LEFT + (right - LEFT) * time / (last or 1)

    def y(value: float) -> float:
        return bottom - (bottom - TOP) * value / ticks[-1]

    parts = [
        _text(LEFT, 16, panel.title, "start", "title"),
        _text(LEFT - 8, 16, panel.unit, "end"),
        f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>',
    ]
    for tick in ticks:
        parts.append(_text(LEFT - 8, y(tick) + 4, f"{tick:g}", "end"))
        if tick:
            parts.append(f'<path class="grid" d="M{LEFT} {y(tick):.1f}H{right}"/>')
    parts += [_text(x(one), bottom + 18, f"{one:g}", "middle") for one in across if one <= last]
    parts.append(_text((LEFT + right) / 2, bottom + 36, "time in seconds", "middle"))
    for number, line in enumerate(panel.lines):
        color = COLORS[number % len(COLORS)]
        dash = DASHES[(number + number // len(COLORS)) % len(DASHES)]
        points = [
            f"{x(time):.1f} {y(value):.1f}" for time, value in zip(times, line.values, strict=True)
        ]
        style = f'stroke="{color}" stroke-dasharray="{dash}"'
        if points:
            parts.append(f'<path class="line" {style} d="M{"L".join(points)}"/>')
        height = TOP + 10 + 18 * number
        parts.append(f'<path class="line" {style} d="M{right + 10} {height - 4}h22"/>')
        parts.append(_text(right + 38, height, line.label, "start"))
    return parts


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers from ``low`` to at least ``high``."""
    span = max(high - low, 1e-9)
    rough = span / 5
    base = 10.0 ** floor(log10(rough))
    step = next(base * factor for factor in (1, 2, 5, 10) if base * factor >= rough)
    ticks = [low]
    while ticks[-1] < high:
        ticks.append(round(ticks[-1] + step, 10))
    return ticks if len(ticks) > 1 else [low, low + step]


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{name}>{escape(text)}</text>'
