"""Decks: what is in them, and how cards move from pile to hand to discard (S1-S3, S5, S7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..types import CARDS, Card, Deck, Rules
from .ruleset import variant_of
from .shuffle import shuffled

__all__ = [
    "HAND_SIZE",
    "discard",
    "draw",
    "new_decks",
    "number_of_copies",
    "play_from_hand",
    "put_under",
    "take_off",
    "without",
]

HAND_SIZE = 2
"""Nobody ever holds more cards than this (S2)."""


def new_decks(rules: Rules, numbers: Iterator[int]) -> dict[str, Deck]:
    """Return the decks of a new game by their names, shuffled by random numbers (S32).

    A classic game has none.
    """
    if rules.deck is None:
        return {}
    one_color = [card for card in CARDS for _ in range(rules.deck[card])]
    return {
        name: Deck(tuple(shuffled(one_color * len(colors), numbers)), (), ())
        for name, colors in variant_of(rules).deck_owners.items()
    }


def number_of_copies(rules: Rules, name: str) -> dict[Card, int]:
    """Return how many cards of each kind the deck of that name has, wherever they lie (S1, S3)."""
    colors = variant_of(rules).deck_owners[name]
    counts = rules.deck or {}
    return {card: count * len(colors) for card, count in counts.items()}


def take_off(deck: Deck, count: int) -> tuple[Deck, tuple[Card, ...]]:
    """Return the top cards of the pile, and the deck without them; fewer if there are no more."""
    return replace(deck, draw=deck.draw[count:]), deck.draw[:count]


def draw(deck: Deck, count: int) -> tuple[Deck, tuple[Card, ...]]:
    """Take the top cards of the pile into the hand, and return which they were."""
    rest, cards = take_off(deck, count)
    return replace(rest, hand=rest.hand + cards), cards


def play_from_hand(deck: Deck, card: Card) -> Deck:
    """Move a card from the hand to the discard pile."""
    return discard(replace(deck, hand=without(deck.hand, card)), card)


def discard(deck: Deck, card: Card) -> Deck:
    """Put a card that was nowhere in the deck on the discard pile."""
    return replace(deck, discard=(*deck.discard, card))


def put_under(deck: Deck, card: Card) -> Deck:
    """Put a card that was nowhere in the deck under the pile (S22)."""
    return replace(deck, draw=(*deck.draw, card))


def without(cards: Iterable[Card], card: Card) -> tuple[Card, ...]:
    """Return the cards but for the first that is such a card."""
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)
