"""States of Blokus Shuffle: a drawn board, whose turn it is, and the cards.

A test names what matters to it: a card in a hand, the top of a draw pile. All other cards of a deck
are put where they have no effect, so that the decks are complete. Nothing here asks an engine about
a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import cornerwise
from cornerwise.engine import Engine, State
from cornerwise.selection import load_engine
from cornerwise.types import CARDS, COLORS, PHASES, Action, CardName, ChoosePiece, Phase, Place

from tests.helpers.drawing import Drawing, Shape, cells_of, draw
from tests.helpers.games import largest_placements, seeded_rng

STANDARD_COPIES: dict[str, int] = {card: 1 if card in ("skip", "reverse") else 2 for card in CARDS}
"""How many of each card a colour has (S1)."""

CARD_BY_PHASE: dict[str, CardName] = {
    "choose_card": "draw_two",
    "choose_color": "wild",
    "warp_to": "warp",
}

FOUR_CORNERS = draw("B", top_right="Y", bottom_right="R", bottom_left="G")
"""A board on which every colour has placed I1 and can place more."""

CONNECTED_BY_I2 = draw(
    """
    BBB....
    ...BB..
    .....B.
    """,
    top_right="Y",
    bottom_right="R",
    bottom_left="G",
)
"""Blue's I2 connects its I3 and its I1; the other colours have placed I1."""


def deck_names(seats: int) -> tuple[str, ...]:
    """Return the owners of the decks: the colours, or with 2 seats the seats (S3)."""
    return ("seat1", "seat2") if seats == 2 else COLORS


def deck_of(color: str, seats: int) -> str:
    """Return which deck is used on the turns of a colour."""
    return f"seat{COLORS.index(color) % 2 + 1}" if seats == 2 else color


def deck_copies(seats: int, deck: Mapping[str, int] | None = None) -> Counter[str]:
    """Return how many of each card one deck of a game has."""
    each = STANDARD_COPIES if deck is None else deck
    return Counter({card: count * (2 if seats == 2 else 1) for card, count in each.items()})


def card_list(cards: Counter[str]) -> list[str]:
    """Return cards as a list, in the order of a deck before it is shuffled."""
    return [card for card in CARDS for _ in range(cards[card])]


def deal(  # noqa: PLR0913 (a name for each place a card can be)
    cards: Counter[str],
    *,
    hand: str = "",
    played: str = "",
    drawn: str = "",
    top: str = "",
    pile: str | None = None,
) -> dict[str, list[str]]:
    """Return a deck with the named cards where they are named.

    The other cards are in the draw pile, below ``top``; or, if the whole ``pile`` is named, in the
    discard pile.
    """
    rest = cards.copy()
    rest.subtract(f"{hand} {played} {drawn} {top} {pile or ''}".split())
    assert min(rest.values()) >= 0, f"the deck has no such cards: {rest}"
    if pile is None:
        draw_pile, discard = [*top.split(), *card_list(rest)], played.split()
    else:
        assert not top
        draw_pile, discard = pile.split(), [*card_list(rest), *played.split()]
    return {"draw": draw_pile, "hand": hand.split(), "discard": discard}


def state_data(  # noqa: PLR0913 (names for what a test may care about)
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
    hands of all others, or of those that are named by their decks: two cards if omitted. ``turn``
    has the fields of the turn besides colour and phase. ``shared_turns`` is used with 3 seats.
    """
    seats = rules.get("seats", 4)
    turn = {"color": color, "phase": phase, **(turn or {})}
    own_deck = None if color is None else deck_of(color, seats)
    cards = deck_copies(seats, rules.get("deck"))
    decks = {}
    for name in deck_names(seats):
        if name == own_deck:
            card = turn.get("card") or CARD_BY_PHASE.get(phase) or ""
            decks[name] = deal(
                cards,
                hand=hand,
                played=card if played is None else played,
                drawn=" ".join(turn.get("drawn", ())),
                top=top,
                pile=pile,
            )
        else:
            other_hand = others.get(name) if isinstance(others, Mapping) else others
            two_cards = " ".join(card_list(cards)[:2]) if other_hand is None else other_hand
            decks[name] = deal(cards, hand=two_cards, pile=other_piles)
    return {
        "rules": {"game": "shuffle", **rules},
        "placements": board.placements if isinstance(board, Drawing) else board,
        "turn": turn,
        "direction": direction,
        "decks": decks,
        "shared_turns": shared_turns if seats == 3 else 0,
    }


def play_card_state(
    engine: Engine[Any],
    board: Drawing | list[dict[str, Any]],
    hand: str,
    **rest: Any,
) -> State:
    """Return a state in which a card of this hand is to be played."""
    state: State = engine.load_state(state_data(board, "play_card", hand=hand, **rest))
    return state


def place_state(  # noqa: PLR0913 (names for the fields of a turn)
    engine: Engine[Any],
    board: Drawing | list[dict[str, Any]],
    card: str | None = None,
    *,
    as_color: str | None = None,
    recycled: tuple[str, str] | None = None,
    first: str | None = None,
    **rest: Any,
) -> State:
    """Return a state in which a piece is to be placed, with this card in force."""
    turn: dict[str, Any] = {"card": card, "as_color": as_color, "first": first}
    if recycled is not None:
        turn["recycled"] = dict(zip(("color", "piece"), recycled, strict=True))
    state: State = engine.load_state(state_data(board, "place", turn=turn, **rest))
    return state


def legal_cells(engine: Engine[Any], state: State) -> set[Shape]:
    """Return the squares of every legal placement."""
    actions = engine.legal_actions(state)
    return {cells_of(action) for action in actions if isinstance(action, Place)}


def choosable_pieces(engine: Engine[Any], state: State) -> list[str]:
    """Return the pieces that may be chosen, as in ``yellow I1``."""
    actions = engine.legal_actions(state)
    choices = [action for action in actions if isinstance(action, ChoosePiece)]
    assert choices == actions
    return [f"{action.color} {action.piece}" for action in choices]


def shuffle_rules(seed: int) -> dict[str, Any]:
    """Return random options for a game of Blokus Shuffle, sometimes with another deck."""
    rng = seeded_rng(seed)
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
    """Return the start of a game with those options and shuffled decks."""
    state: State = engine.new_game(shuffle_rules(seed), seeded_rng(seed).randrange(2**53))
    return state


def random_shuffle_game(
    engine: Engine[Any], seed: int
) -> Iterator[tuple[State, list[Action], Action | None]]:
    """Play a game of random choices; yield each state, its legal actions, and the one chosen.

    The last state has none. Each game prefers large pieces or has no preference, so that games
    differ in length and in what is left at the end. Half of the time that a recycled piece of the
    seat's other colour can be placed again, it is (S25).
    """
    rng = seeded_rng(seed)
    prefers_large = rng.random() < 0.5
    state = new_shuffle_game(engine, seed)
    while True:
        actions = engine.legal_actions(state)
        if not actions:
            yield state, actions, None
            return
        action = rng.choice(actions)
        if isinstance(action, Place):
            if prefers_large:
                action = rng.choice(largest_placements(actions))
            if replays := replays_of_other_color(state, actions):
                action = rng.choice([action, rng.choice(replays)])
        yield state, actions, action
        state, _ = engine.apply(state, action)


def replays_of_other_color(state: State, actions: list[Action]) -> list[Action]:
    """Return the placements of a recycled piece that is not of the colour to move (S25)."""
    return [one for one in actions if isinstance(one, Place) and one.color != state.color]


def with_other_hidden_cards(state: State, seed: int) -> dict[str, Any]:
    """Return a state with all cards that the deciding seat does not see dealt anew."""
    rng = seeded_rng(seed)
    data: dict[str, Any] = state.to_dict()
    seen = cornerwise.view(cornerwise.load_state(data), state.seat or 1)["decks"]
    for name, deck in data["decks"].items():
        hides_hand = seen[name]["hand"] is None
        unseen = [*deck["draw"], *(deck["hand"] if hides_hand else [])]
        rng.shuffle(unseen)
        count = len(deck["draw"])
        deck["draw"] = unseen[:count]
        if hides_hand:
            deck["hand"] = unseen[count:]
    return data


def states_of_every_phase(seats: int, each: int = 3) -> Iterator[tuple[State, dict[str, Any]]]:
    """Yield states of every phase that has a decision, with other hidden cards too.

    With 3 seats as many again on the turns of the shared colour.
    """
    rust = load_engine("rust")
    left: Counter[tuple[Phase, bool]] = Counter(
        {(phase, False): each for phase in PHASES if phase != "over"}
    )
    if seats == 3:
        left.update({(phase, True): each for phase, _ in left})
    for seed in range(200):
        rng = seeded_rng(seed)
        state = new_shuffle_game(rust, 3 * seed + seats - 2)
        while state.color is not None:
            key = (state.phase, state.color == state.rules.shared_color)
            other = with_other_hidden_cards(state, seed)
            if left[key] > 0 and rng.random() < 0.3 and other != state.to_dict():
                left[key] -= 1
                yield state, other
            state, _ = rust.apply(state, rng.choice(rust.legal_actions(state)))
        if not any(left.values()):
            return
    raise AssertionError(f"no game has these: {+left}")
