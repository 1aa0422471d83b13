"""The hidden cards of a view: which they can be, and a state in which they are filled in.

The cards of a deck are known (S1), so the hidden ones are those that are not visible. Where each of
them lies is arbitrary, and no answer about a view may depend on it.
"""

from __future__ import annotations

from ..types import CardName, Deck
from .deck import card_counts
from .ruleset import variant_of
from .setup import Setup, SetupDeck

__all__ = ["filled_decks", "filled_drawn", "wrong_cards_of_view"]

_DRAWN = 2


def filled_decks(setup: Setup) -> dict[str, Deck]:
    """Return the decks with the hidden cards filled in; those of a state have none."""
    return {
        name: _filled_deck(setup, name, deck)
        for name, deck in (setup.decks or {}).items()
        if name in variant_of(setup.rules).deck_owners
    }


def filled_drawn(setup: Setup) -> tuple[CardName, CardName] | None:
    """Return the two cards of a Draw 2, with the last hidden cards if they are hidden."""
    if setup.turn.phase != "choose_card" or setup.turn.drawn is not None:
        return setup.turn.drawn
    names = variant_of(setup.rules).deck_owners
    name = next(name for name, colors in names.items() if setup.turn.color in colors)
    match _hidden_cards(setup, name)[-_DRAWN:]:
        case [one, other]:
            return one, other
    return None


def wrong_cards_of_view(setup: Setup, name: str) -> list[str]:
    """Return the kinds of which more cards are visible than a deck has, or its wrong size (S1)."""
    deck = (setup.decks or {})[name]
    visible = _visible_cards(setup, name)
    counts = card_counts(setup.rules, name)
    wrong = [
        f"{card} {visible.count(card)} of {copies}"
        for card, copies in counts.items()
        if visible.count(card) > copies
    ]
    size = sum((deck.draw_count or 0, deck.hand_count or 0, len(deck.discard)))
    if _is_drawn_from(setup, name):
        size += _DRAWN
    expected = sum(counts.values())
    return wrong or ([] if size == expected else [f"{size} of {expected}"])


def _filled_deck(setup: Setup, name: str, deck: SetupDeck) -> Deck:
    if deck.draw is not None and deck.hand is not None:
        return Deck(deck.draw, deck.hand, deck.discard)
    hidden = _hidden_cards(setup, name)
    draw, rest = hidden[: deck.draw_count], hidden[deck.draw_count :]
    hand = tuple(rest[: deck.hand_count]) if deck.hand is None else deck.hand
    return Deck(tuple(draw), hand, deck.discard)


def _hidden_cards(setup: Setup, name: str) -> list[CardName]:
    """Return the cards of a deck that are not visible, in the order of CARDS."""
    visible = _visible_cards(setup, name)
    return [
        card
        for card, copies in card_counts(setup.rules, name).items()
        for _ in range(copies - visible.count(card))
    ]


def _visible_cards(setup: Setup, name: str) -> list[CardName]:
    deck = (setup.decks or {})[name]
    drawn = (setup.turn.drawn or ()) if _is_drawn_from(setup, name) else ()
    return [*(deck.hand or ()), *deck.discard, *drawn]


def _is_drawn_from(setup: Setup, name: str) -> bool:
    """Return whether the two cards of a Draw 2 are from this deck."""
    owners = variant_of(setup.rules).deck_owners[name]
    return setup.turn.phase == "choose_card" and setup.turn.color in owners
