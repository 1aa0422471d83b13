"""Decks: what is in them, and how cards move from pile to hand to discard (S1-S3, S5, S7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..types import CARDS, CardName, Deck, Rules
from .ruleset import variant_of
from .shuffle import shuffled

__all__ = [
    "HAND_SIZE",
    "card_counts",
    "discard",
    "draw",
    "new_decks",
    "play_from_hand",
    "put_under_pile",
    "take_from_pile",
    "without_card",
]

HAND_SIZE = 2
"""The largest number of cards in a hand (S2)."""


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


def card_counts(rules: Rules, name: str) -> dict[CardName, int]:
    """Return how many cards of each kind a deck has in all its piles (S1, S3)."""
    colors = variant_of(rules).deck_owners[name]
    counts = rules.deck or {}
    return {card: count * len(colors) for card, count in counts.items()}


def take_from_pile(deck: Deck, count: int) -> tuple[Deck, tuple[CardName, ...]]:
    """Return the deck without the top cards of its pile, and these cards; fewer if it is short."""
    return replace(deck, draw=deck.draw[count:]), deck.draw[:count]


def draw(deck: Deck, count: int) -> tuple[Deck, tuple[CardName, ...]]:
    """Move the top cards of the pile to the hand, and return them."""
    rest, cards = take_from_pile(deck, count)
    return replace(rest, hand=rest.hand + cards), cards


def play_from_hand(deck: Deck, card: CardName) -> Deck:
    """Move a card from the hand to the discard pile."""
    return discard(replace(deck, hand=without_card(deck.hand, card)), card)


def discard(deck: Deck, card: CardName) -> Deck:
    """Add a card to the discard pile."""
    return replace(deck, discard=(*deck.discard, card))


def put_under_pile(deck: Deck, card: CardName) -> Deck:
    """Add a card to the bottom of the draw pile (S22)."""
    return replace(deck, draw=(*deck.draw, card))


def without_card(cards: Iterable[CardName], card: CardName) -> tuple[CardName, ...]:
    """Return the cards without the first one of that kind."""
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)
