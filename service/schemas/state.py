"""A game state and its parts, and a state as one seat may see it.

The schemas describe what the service writes, and required is what it always writes. In a request
less is enough; the engine reads it, and the guide says what may be omitted.
"""

from __future__ import annotations

from typing import get_args

from cornerwise.types import PHASES, Direction

from .fields import (
    BoundedList,
    Integer,
    Nested,
    OpenSchema,
    Square,
    StrictBoolean,
    String,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)

__all__ = [
    "DIRECTIONS",
    "GameOptions",
    "NextDecision",
    "PlacedPiece",
    "Rules",
    "State",
    "ViewState",
]

DIRECTIONS: tuple[str, ...] = get_args(Direction)


class CardCounts(OpenSchema):
    """The number of cards of each kind in a colour's deck, 1 to 60 in all (S1)."""

    skip = Integer(0, 60, required=True)
    reverse = Integer(0, 60, required=True)
    draw_two = Integer(0, 60, required=True)
    wild = Integer(0, 60, required=True)
    edge_to_edge = Integer(0, 60, required=True)
    recycle = Integer(0, 60, required=True)
    warp = Integer(0, 60, required=True)
    double_play = Integer(0, 60, required=True)


class Rules(OpenSchema):
    """The options of a game, all of them. `monomino_bonus` and `deck` are null in classic."""

    game = one_of("classic", "shuffle", required=True, metadata=describe("The game."))
    seats = Integer(2, 4, required=True, metadata=describe("The number of players."))
    teams = StrictBoolean(
        required=True,
        metadata=describe("Whether four seats play in two teams: 1 and 3 against 2 and 4."),
    )
    shared_color = color_name(
        required=True,
        allow_none=True,
        metadata=describe("With 3 seats the colour they share (C8), else null."),
    )
    first_color = color_name(
        required=True, metadata=describe("The colour that takes the first turn.")
    )
    start_corners = one_of(
        "any",
        "fixed",
        required=True,
        metadata=describe("Whether each colour must start in a corner of its own (C1)."),
    )
    scoring = one_of(
        "basic", "advanced", required=True, metadata=describe("The scoring system (P1, P2).")
    )
    monomino_bonus = one_of(
        "independent",
        "with_all_placed",
        required=True,
        allow_none=True,
        metadata=describe("When placing I1 last earns 5 points (P3). Null in classic."),
    )
    deck = Nested(
        CardCounts,
        required=True,
        allow_none=True,
        metadata=describe("The cards of a deck (S1). Null in classic."),
    )


class GameOptions(OpenSchema):
    """The options of a new game. All are optional; the `rules` of a state or a variant fit too."""

    game = one_of("classic", "shuffle", load_default="classic", metadata=describe("The game."))
    seats = Integer(2, 4, load_default=4, metadata=describe("The number of players."))
    teams = StrictBoolean(
        load_default=False,
        metadata=describe(
            "Whether four seats play in two teams: 1 and 3 against 2 and 4. Not in Shuffle."
        ),
    )
    shared_color = color_name(
        metadata=describe('With 3 seats the colour they share (C8). Default: "green".')
    )
    first_color = color_name(
        load_default="blue", metadata=describe("The colour that takes the first turn.")
    )
    start_corners = one_of(
        "any",
        "fixed",
        load_default="any",
        metadata=describe("Whether each colour must start in a corner of its own (C1)."),
    )
    scoring = one_of(
        "basic",
        "advanced",
        load_default="basic",
        metadata=describe("The scoring system (P1, P2)."),
    )
    monomino_bonus = one_of(
        "independent",
        "with_all_placed",
        metadata=describe(
            "When placing I1 last earns 5 points (P3). Shuffle only, where `independent` is the "
            "default."
        ),
    )
    deck = Nested(
        CardCounts,
        metadata=describe("The cards of a deck (S1). Shuffle only; default: the standard deck."),
    )


class PlacedPiece(OpenSchema):
    """A piece on the board.

    A request may have `cells` instead of `orientation`, `row` and `col`, or both if they agree.
    """

    color = color_name(required=True)
    piece = piece_name(required=True)
    orientation = Integer(
        0, 7, required=True, metadata=describe("Its orientation number in /v1/pieces.")
    )
    row = Integer(0, 19, required=True, metadata=describe("The top row of its bounding box."))
    col = Integer(0, 19, required=True, metadata=describe("The left column of its bounding box."))
    cells = BoundedList(
        Square(), 0, 5, metadata=describe("The squares it covers, [row, col]. Requests only.")
    )


class PieceReference(OpenSchema):
    """A piece of a colour."""

    color = color_name(required=True)
    piece = piece_name(required=True)


class Turn(OpenSchema):
    """The colour whose turn it is, and the pending decision with its details.

    Which details there are depends on the phase; those that do not apply are omitted.
    """

    color = color_name(
        required=True, allow_none=True, metadata=describe("Null when the game is over.")
    )
    phase = one_of(*PHASES, required=True, metadata=describe("The pending decision."))
    card = card_name(
        metadata=describe("The card in force (`place`), or the card that a piece is chosen for."),
    )
    drawn = BoundedList(
        card_name(), 2, 2, metadata=describe("The two cards of Draw 2 (S22), in `choose_card`.")
    )
    as_color = color_name(metadata=describe("The colour declared with Wild (S23)."))
    target = Nested(PieceReference, metadata=describe("The piece to be warped (S26)."))
    recycled = Nested(
        PieceReference,
        metadata=describe(
            "The piece that Recycle took off the board this turn; it may be placed again, also "
            "if it is of the seat's other colour (S25)."
        ),
    )
    first = piece_name(
        metadata=describe("The piece that the second one of a Double Play must touch (S27).")
    )


class Deck(OpenSchema):
    """The cards of one owner."""

    draw = BoundedList(
        card_name(), 0, 120, required=True, metadata=describe("The pile, top card first.")
    )
    hand = BoundedList(
        card_name(), 0, 120, required=True, metadata=describe("The hand, newest card last.")
    )
    discard = BoundedList(
        card_name(), 0, 120, required=True, metadata=describe("Played cards, oldest first.")
    )


class Decks(OpenSchema):
    """The decks by owner: a colour, or with 2 seats a seat. Empty in classic."""

    blue = Nested(Deck)
    yellow = Nested(Deck)
    red = Nested(Deck)
    green = Nested(Deck)
    seat1 = Nested(Deck)
    seat2 = Nested(Deck)


class LastPlaced(OpenSchema):
    """The last piece that each colour placed (P7), or null."""

    blue = piece_name(required=True, allow_none=True)
    yellow = piece_name(required=True, allow_none=True)
    red = piece_name(required=True, allow_none=True)
    green = piece_name(required=True, allow_none=True)


class _Position(OpenSchema):
    """What states and views have in common, in the order of the document."""

    rules = Nested(Rules, required=True)
    placements = BoundedList(
        Nested(PlacedPiece),
        0,
        84,
        required=True,
        metadata=describe("The pieces on the board, oldest first."),
    )


def _direction_field() -> String:
    return one_of(
        *DIRECTIONS,
        required=True,
        metadata=describe("The direction of play (S21); always clockwise in classic."),
    )


def _shared_turns_field() -> Integer:
    return Integer(
        0,
        2**31 - 1,
        required=True,
        metadata=describe("The number of completed turns of the shared colour (C8), else 0."),
    )


class State(_Position):
    """A complete game state.

    A state of an answer can be sent back unchanged. In a request a classic state may omit every
    field, since the turn follows from the placements; a Shuffle state needs `rules`, `turn` and
    `decks`, and with 3 seats `shared_turns`.
    """

    turn = Nested(Turn, required=True)
    direction = _direction_field()
    decks = Nested(Decks, required=True)
    last_placed = Nested(LastPlaced, required=True)
    shared_turns = _shared_turns_field()


class ViewTurn(Turn):
    """A turn as a seat sees it: `drawn` is omitted where the seat does not see the cards."""

    drawn_count = Integer(
        2, 2, metadata=describe("The number of cards of Draw 2, in `choose_card`.")
    )


class ViewDeck(OpenSchema):
    """The cards of one owner as a seat sees them."""

    draw_count = Integer(
        0, 120, required=True, metadata=describe("The number of cards in the pile.")
    )
    hand_count = Integer(
        0, 120, required=True, metadata=describe("The number of cards in the hand.")
    )
    hand = BoundedList(
        card_name(),
        0,
        120,
        required=True,
        allow_none=True,
        metadata=describe("The hand, newest card last. Null if it is hidden from this seat."),
    )
    discard = BoundedList(
        card_name(), 0, 120, required=True, metadata=describe("Played cards, oldest first.")
    )


class ViewDecks(OpenSchema):
    """The decks by owner: a colour, or with 2 seats a seat. Empty in classic."""

    blue = Nested(ViewDeck)
    yellow = Nested(ViewDeck)
    red = Nested(ViewDeck)
    green = Nested(ViewDeck)
    seat1 = Nested(ViewDeck)
    seat2 = Nested(ViewDeck)


class _Seat(OpenSchema):
    seat = Integer(1, 4, required=True, metadata=describe("The seat whose view it is."))


class ViewState(_Seat, _Position):
    """A state as one seat sees it: hidden cards are counts.

    Send it as `view` where a request takes a view; what the seat does not see is not needed there.
    """

    turn = Nested(ViewTurn, required=True)
    direction = _direction_field()
    decks = Nested(ViewDecks, required=True)
    last_placed = Nested(LastPlaced, required=True)
    shared_turns = _shared_turns_field()


class NextDecision(OpenSchema):
    """The next decision: the colour and seat to move (null when the game is over), the phase."""

    color = color_name(required=True, allow_none=True)
    seat = Integer(1, 4, required=True, allow_none=True)
    phase = one_of(*PHASES, required=True)
