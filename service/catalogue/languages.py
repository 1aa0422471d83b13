"""The languages of the catalogue. Each has a file in ``translations``; ids stay English."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cornerwise.cards import CARD_TEXTS

__all__ = ["CARD_LANGUAGES", "LANGUAGES", "best_language", "translation"]

LANGUAGES: tuple[str, ...] = ("en", "sv", "fi", "da", "no", "fr", "de", "it", "nl")
"""The languages of names and descriptions, the default first."""

_TRANSLATIONS = Path(__file__).parent / "translations"
_ALIASES = {"nb": "no", "nn": "no"}
"""What browsers send for Norwegian."""


@cache
def translation(language: str) -> dict[str, Any]:
    """Return the names and descriptions of a language."""
    text = (_TRANSLATIONS / f"{language}.json").read_text("utf-8")
    texts: dict[str, Any] = json.loads(text)
    if language == LANGUAGES[0]:
        texts["cards"] = dict(CARD_TEXTS)  # in the package, because the command line uses them
    return texts


CARD_LANGUAGES: tuple[str, ...] = tuple(
    language for language in LANGUAGES if "cards" in translation(language)
)
"""The languages in which the cards have names, the default first."""


def best_language(preferred: Iterable[str], available: Sequence[str]) -> str:
    """Return the first of the preferred languages that is available, or the default."""
    for tag in preferred:
        primary = tag.partition("-")[0].lower()
        language = _ALIASES.get(primary, primary)
        if language in available:
            return language
    return available[0]
