"""Tables of Blokus Shuffle laid by hand: a drawn board, whose turn it is, and the cards.

A test says what matters to it: a card here, the top of a pile there. All other cards of a deck are
dealt to where they do no harm, so that decks add up. Nothing here asks an engine about a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from cornerwise.engine import Engine, State
from cornerwise.types import (
    CARDS,
    COLORS,
    Card,
    ChoosePiece,
    Color,
    Place,
    PlayCard,
)

from tests.helpers.support import Drawing, cells_of, draw, seeded

STANDARD: dict[str, int] = {card: 1 if card in ("skip", "reverse") else 2 for card in CARDS}
"""How often each colour has each card (S1)."""

CARD_OF_PHASE: dict[str, Card] = {
    "choose_card": "draw_two",
    "choose_color": "wild",
    "warp_to": "warp",
}

FOUR_CORNERS = draw("B", top_right="Y", bottom_right="R", bottom_left="G")
"""A board on which everybody has placed I1, and everybody can go on."""


def deck_names(seats: int) -> tuple[str, ...]:
    """Return who owns the decks: the colours, or with 2 seats the seats (S3)."""
    return ("seat1", "seat2") if seats == 2 else COLORS


def deck_of(color: str, seats: int) -> str:
    """Return which deck is used on the turns of a colour."""
    return f"seat{COLORS.index(color) % 2 + 1}" if seats == 2 else color


def copies(seats: int, deck: Mapping[str, int] | None = None) -> Counter[str]:
    """Return how often each card is in one deck of a game."""
    each = STANDARD if deck is None else deck
    return Counter({card: count * (2 if seats == 2 else 1) for card, count in each.items()})


def listed(cards: Counter[str]) -> list[str]:
    """Return cards as a list, in the order of a deck before it is shuffled."""
    return [card for card in CARDS for _ in range(cards[card])]


def dealt(  # noqa: PLR0913 (a name for each place a card can lie)
    cards: Counter[str],
    *,
    hand: str = "",
    played: str = "",
    drawn: str = "",
    top: str = "",
    pile: str | None = None,
) -> dict[str, list[str]]:
    """Deal the cards of a deck: those that are named go where they are named.

    The rest lies in the pile, below ``top``; or, if the whole ``pile`` is named, was played.
    """
    rest = cards.copy()
    rest.subtract(f"{hand} {played} {drawn} {top} {pile or ''}".split())
    assert min(rest.values()) >= 0, f"the deck has no such cards: {rest}"
    if pile is None:
        draw, discard = [*top.split(), *listed(rest)], played.split()
    else:
        assert not top
        draw, discard = pile.split(), [*listed(rest), *played.split()]
    return {"draw": draw, "hand": hand.split(), "discard": discard}


def table(  # noqa: PLR0913 (names for what a test may care about)
    board: Drawing | list[dict[str, Any]],
    phase: str = "play_card",
    *,
    color: str | None = "blue",
    hand: str = "",
    top: str = "",
    pile: str | None = None,
    played: str | None = None,
    others: str | Mapping[str, str] | None = None,
    other_piles: str | None = None,
    direction: str = "clockwise",
    shared_turns: int = 1,
    turn: Mapping[str, Any] | None = None,
    **rules: Any,
) -> dict[str, Any]:
    """Return a state in its JSON form.

    ``hand``, ``top``, ``pile`` and ``played`` are those of the colour to move; ``others`` are the
    hands of all others, or of those that are named by their decks: two cards if they are not.
    ``turn`` is what the turn says besides colour and phase. ``shared_turns`` counts with 3 seats.
    """
    seats = rules.get("seats", 4)
    turn = {"color": color, "phase": phase, **(turn or {})}
    mine = None if color is None else deck_of(color, seats)
    cards = copies(seats, rules.get("deck"))
    decks = {}
    for name in deck_names(seats):
        if name == mine:
            card = turn.get("card") or CARD_OF_PHASE.get(phase) or ""
            decks[name] = dealt(
                cards,
                hand=hand,
                played=card if played is None else played,
                drawn=" ".join(turn.get("drawn", ())),
                top=top,
                pile=pile,
            )
        else:
            held = others.get(name) if isinstance(others, Mapping) else others
            two = " ".join(listed(cards)[:2]) if held is None else held
            decks[name] = dealt(cards, hand=two, pile=other_piles)
    return {
        "rules": {"game": "shuffle", **rules},
        "placements": board.placements if isinstance(board, Drawing) else board,
        "turn": turn,
        "direction": direction,
        "decks": decks,
        "shared_turns": shared_turns if seats == 3 else 0,
    }


def playing(
    engine: Engine[Any],
    board: Drawing | list[dict[str, Any]],
    hand: str,
    **rest: Any,
) -> State:
    """Return a state in which a card of this hand is to be played."""
    return engine.load_state(table(board, "play_card", hand=hand, **rest))


def placing(
    engine: Engine[Any],
    board: Drawing | list[dict[str, Any]],
    card: str | None = None,
    *,
    as_color: str | None = None,
    first: str | None = None,
    **rest: Any,
) -> State:
    """Return a state in which a piece is to be placed, with this card in force."""
    turn = {"card": card, "as_color": as_color, "first": first}
    return engine.load_state(table(board, "place", turn=turn, **rest))


def fitting(engine: Engine[Any], state: State) -> set[tuple[tuple[int, int], ...]]:
    """Return the squares of everything that may be placed, one set for each way."""
    actions = engine.legal_actions(state)
    return {cells_of(action) for action in actions if isinstance(action, Place)}


def chosen(engine: Engine[Any], state: State) -> list[str]:
    """Return the pieces that may be chosen, in short, as in ``yellow I1``."""
    actions = engine.legal_actions(state)
    assert all(isinstance(action, ChoosePiece) for action in actions)
    return [f"{action.color} {action.piece}" for action in actions]


def order_from(first: Color) -> tuple[Color, ...]:
    """Return the colours in the order of play, clockwise from one of them."""
    start = COLORS.index(first)
    return COLORS[start:] + COLORS[:start]


def shuffle_rules(seed: int) -> dict[str, Any]:
    """Return options for a game: any that Blokus Shuffle has, sometimes an own deck."""
    rng = seeded(seed)
    rules: dict[str, Any] = {
        "game": "shuffle",
        "seats": 2 + seed % 3,
        "first_color": rng.choice(COLORS),
        "start_corners": rng.choice(["any", "fixed"]),
        "scoring": rng.choice(["basic", "advanced"]),
        "monomino_bonus": rng.choice(["independent", "with_all_placed"]),
    }
    if rules["seats"] == 3:
        rules["shared_color"] = rng.choice(COLORS)
    if rng.random() < 0.4:
        most = rng.choice([1, 3, 7])
        rules["deck"] = {card: rng.randint(0, most) for card in rng.sample(CARDS, 8)}
        rules["deck"][rng.choice(CARDS)] = 1  # a deck has a card
    return rules


def new_shuffle_game(engine: Engine[Any], seed: int) -> State:
    """Return the beginning of a game with those options, its decks shuffled."""
    return engine.new_game(shuffle_rules(seed), seeded(seed).randrange(2**53))


def random_shuffle_game(engine: Engine[Any], seed: int) -> Iterator[tuple[State, list[Any], Any]]:
    """Play a game of random choices; yield each state, its legal actions, and the one chosen.

    The last state has none. Each game has a taste of its own for large pieces or any, so that
    games differ in length and in what is left at their end.
    """
    rng = seeded(seed)
    prefers_large = rng.random() < 0.5
    state = new_shuffle_game(engine, seed)
    while True:
        actions = engine.legal_actions(state)
        if not actions:
            yield state, actions, None
            return
        action = rng.choice(actions)
        if prefers_large and isinstance(action, Place):
            largest = max(one.piece[1] for one in actions)
            action = rng.choice([one for one in actions if one.piece[1] == largest])
        yield state, actions, action
        state, _ = engine.apply(state, action)


def play(card: str) -> PlayCard:
    """Return the action that plays a card."""
    return PlayCard(card)  # type: ignore[arg-type]
