"""A game state and its parts, and a state as one seat may see it."""

from __future__ import annotations

from typing import Any, get_args

from cornerwise.types import Direction, Phase
from marshmallow.fields import Field

from .fields import (
    BoundedList,
    EngineValidated,
    Integer,
    Nested,
    Square,
    StrictBoolean,
    StrictSchema,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)

__all__ = ["DIRECTIONS", "PHASES", "NextDecision", "PlacedPiece", "Rules", "State", "ViewState"]

PHASES: tuple[str, ...] = get_args(Phase)
DIRECTIONS: tuple[str, ...] = get_args(Direction)


class CardCounts(StrictSchema):
    """The number of cards of each kind in a colour's deck, 1 to 60 in all (S1)."""

    skip = Integer(0, 60, load_default=0)
    reverse = Integer(0, 60, load_default=0)
    draw_two = Integer(0, 60, load_default=0)
    wild = Integer(0, 60, load_default=0)
    edge_to_edge = Integer(0, 60, load_default=0)
    recycle = Integer(0, 60, load_default=0)
    warp = Integer(0, 60, load_default=0)
    double_play = Integer(0, 60, load_default=0)


class Rules(StrictSchema):
    """The options of a game. `monomino_bonus` and `deck` apply to Blokus Shuffle only."""

    game = one_of("classic", "shuffle", load_default="classic", metadata=describe("The game."))
    seats = Integer(2, 4, load_default=4, metadata=describe("The number of players."))
    teams = StrictBoolean(
        load_default=False,
        metadata=describe(
            "Whether four seats play in two teams: 1 and 3 against 2 and 4. Not in Shuffle."
        ),
    )
    shared_color = color_name(
        allow_none=True,
        load_default=None,
        metadata=describe("With 3 seats the colour they share; green if null (C8)."),
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
        allow_none=True,
        metadata=describe(
            "When placing I1 last earns 5 points (P3); if null, `independent` in Shuffle."
        ),
    )
    deck = Nested(CardCounts, allow_none=True, metadata=describe("The standard deck if null (S1)."))


class PlacedPiece(StrictSchema):
    """A piece on the board: `orientation`, `row` and `col`, or `cells`, or both if they agree."""

    color = color_name(required=True)
    piece = piece_name(required=True)
    orientation = Integer(0, 7, metadata=describe("Its orientation number in /v1/pieces."))
    row = Integer(0, 19, metadata=describe("The top row of its bounding box."))
    col = Integer(0, 19, metadata=describe("The left column of its bounding box."))
    cells = BoundedList(Square(), 1, 5)


class PieceReference(StrictSchema):
    """A piece of a colour."""

    color = color_name(required=True)
    piece = piece_name(required=True)


class Turn(StrictSchema):
    """The colour whose turn it is, and the pending decision with its details."""

    color = color_name(allow_none=True, metadata=describe("Null when the game is over."))
    phase = one_of(*PHASES, metadata=describe("The pending decision."))
    card = card_name(
        allow_none=True,
        metadata=describe("The card in force (`place`), or the card that a piece is chosen for."),
    )
    drawn: Field[Any] = BoundedList(
        card_name(), 2, 2, allow_none=True, metadata=describe("The two cards of Draw 2 (S22).")
    )
    as_color = color_name(
        allow_none=True, metadata=describe("The colour declared with Wild (S23).")
    )
    target = Nested(
        PieceReference, allow_none=True, metadata=describe("The piece to be warped (S26).")
    )
    recycled = Nested(
        PieceReference,
        allow_none=True,
        metadata=describe(
            "The piece that Recycle took off the board this turn; it may be placed again, also "
            "if it is of the seat's other colour (S25)."
        ),
    )
    first = piece_name(
        allow_none=True,
        metadata=describe("The piece that the second one of a Double Play must touch (S27)."),
    )


class Deck(StrictSchema):
    """The cards of one owner."""

    draw = BoundedList(card_name(), 0, 120, metadata=describe("The pile, top card first."))
    hand = BoundedList(card_name(), 0, 120, metadata=describe("The hand, newest card last."))
    discard = BoundedList(card_name(), 0, 120, metadata=describe("Played cards, oldest first."))


class Decks(StrictSchema):
    """The decks by owner: a colour, or with 2 seats a seat."""

    blue = Nested(Deck)
    yellow = Nested(Deck)
    red = Nested(Deck)
    green = Nested(Deck)
    seat1 = Nested(Deck)
    seat2 = Nested(Deck)


class LastPlaced(StrictSchema):
    """The last piece that each colour placed (P7), or null."""

    blue = piece_name(allow_none=True)
    yellow = piece_name(allow_none=True)
    red = piece_name(allow_none=True)
    green = piece_name(allow_none=True)


class State(StrictSchema):
    """A complete game state.

    In a classic game every field may be omitted on input (the turn follows from the placements).
    Answers contain all fields, except `direction` and `decks`, which exist in Shuffle only. A
    Shuffle state requires `turn` and `decks`, and with 3 seats `shared_turns`.
    """

    rules = Nested(Rules)
    placements = BoundedList(
        Nested(PlacedPiece),
        0,
        84,
        metadata=describe("The pieces on the board, oldest first."),
    )
    turn = Nested(Turn, allow_none=True)
    direction = one_of(
        *DIRECTIONS,
        allow_none=True,
        metadata=describe("The direction of play in Shuffle (S21), clockwise if null."),
    )
    decks = Nested(Decks, allow_none=True)
    last_placed = Nested(LastPlaced)
    shared_turns = Integer(
        0,
        2**31 - 1,
        metadata=describe("The number of completed turns of the shared colour (C8), else 0."),
    )


class ViewTurn(Turn):
    """A turn as a seat sees it: the cards of Draw 2 are a count for the other seats."""

    drawn = EngineValidated("CardsOrCount", metadata=describe("The two cards of Draw 2, or 2."))


class ViewDeck(StrictSchema):
    """The cards of one owner as a seat sees them."""

    draw = Integer(0, 120, required=True, metadata=describe("The number of cards in the pile."))
    hand = EngineValidated("CardsOrCount", required=True)
    discard = BoundedList(
        card_name(), 0, 120, required=True, metadata=describe("Played cards, oldest first.")
    )


class ViewDecks(StrictSchema):
    """The decks by owner: a colour, or with 2 seats a seat."""

    blue = Nested(ViewDeck)
    yellow = Nested(ViewDeck)
    red = Nested(ViewDeck)
    green = Nested(ViewDeck)
    seat1 = Nested(ViewDeck)
    seat2 = Nested(ViewDeck)


class ViewState(State):
    """A state as a seat sees it: piles and other hands are counts. Requests do not accept it."""

    turn = Nested(ViewTurn)
    decks = Nested(ViewDecks)


class NextDecision(StrictSchema):
    """The next decision: the colour and seat to move, and the phase."""

    color = color_name(required=True, allow_none=True)
    seat = Integer(1, 4, required=True, allow_none=True)
    phase = one_of(*PHASES, required=True)
