"""What requests and answers are made of: rules, states and views of them, actions, events.

The engine reads and writes these, and it is a hundred times faster than a schema; so the classes
say in OpenAPI what it takes and gives, and the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from cornerwise.errors import CODES
from cornerwise.types import Direction, Phase
from marshmallow.fields import Field

from . import fields
from .fields import (
    Checked,
    Flag,
    Items,
    Nested,
    Shape,
    Square,
    Text,
    WholeNumber,
    card,
    choice,
    color,
    piece,
    told,
)

__all__ = [
    "ACTIONS",
    "CHOICES",
    "DIRECTIONS",
    "EVENTS",
    "PHASES",
    "Error",
    "Layout",
    "Next",
    "PlacedPiece",
    "Rules",
    "State",
    "ViewState",
]

INT32 = (-(2**31), 2**31 - 1)
PHASES: tuple[str, ...] = get_args(Phase)
DIRECTIONS: tuple[str, ...] = get_args(Direction)


# ---- Parts of a state --------------------------------------------------------------------------


class CardCounts(Shape):
    """How many cards of each kind a colour brings, 1 to 60 in all (S1)."""

    skip = WholeNumber(0, 60, load_default=0)
    reverse = WholeNumber(0, 60, load_default=0)
    draw_two = WholeNumber(0, 60, load_default=0)
    wild = WholeNumber(0, 60, load_default=0)
    edge_to_edge = WholeNumber(0, 60, load_default=0)
    recycle = WholeNumber(0, 60, load_default=0)
    warp = WholeNumber(0, 60, load_default=0)
    double_play = WholeNumber(0, 60, load_default=0)


class Rules(Shape):
    """The options of a game; the last two belong to Blokus Shuffle alone."""

    game = choice("classic", "shuffle", load_default="classic", metadata=told("The game."))
    seats = WholeNumber(2, 4, load_default=4, metadata=told("How many people play."))
    teams = Flag(
        load_default=False,
        metadata=told("Whether four seats play in two teams: 1 and 3, 2 and 4. Not in Shuffle."),
    )
    shared_color = color(
        allow_none=True,
        load_default=None,
        metadata=told("With 3 seats the colour they share, green if null (C8)."),
    )
    first_color = color(load_default="blue", metadata=told("The colour that has the first turn."))
    start_corners = choice(
        "any",
        "fixed",
        load_default="any",
        metadata=told("Whether each colour has a corner of its own to begin at (C1)."),
    )
    scoring = choice(
        "basic",
        "advanced",
        load_default="basic",
        metadata=told("How scores are counted (P1, P2)."),
    )
    monomino_bonus = choice(
        "independent",
        "with_all_placed",
        allow_none=True,
        metadata=told("When a last I1 earns its 5 points (P3); in Shuffle independent if null."),
    )
    deck = Nested(CardCounts, allow_none=True, metadata=told("The standard one if null (S1)."))


class PlacedPiece(Shape):
    """A piece on the board: `orientation`, `row` and `col`, or `cells`, or both if they agree."""

    color = color(required=True)
    piece = piece(required=True)
    orientation = WholeNumber(0, 7, metadata=told("Its number in /v1/pieces."))
    row = WholeNumber(0, 19, metadata=told("Top row of its bounding box."))
    col = WholeNumber(0, 19, metadata=told("Left column of its bounding box."))
    cells = Items(Square(), 1, 5)


class Target(Shape):
    """The piece that is to be warped."""

    color = color(required=True)
    piece = piece(required=True)


class Turn(Shape):
    """Whose turn it is and which decision is asked for; in Shuffle also what it is about."""

    color = fields.color(allow_none=True, metadata=told("Null when the game is over."))
    phase = choice(*PHASES, metadata=told("The decision that is asked for."))
    card = fields.card(
        allow_none=True,
        metadata=told("The card in force (`place`), or the one that a piece is chosen for."),
    )
    drawn: Field[Any] = Items(
        fields.card(), 2, 2, allow_none=True, metadata=told("The two cards of Draw 2 (S22).")
    )
    as_color = fields.color(allow_none=True, metadata=told("The colour declared with Wild (S23)."))
    target = Nested(Target, allow_none=True)
    first = fields.piece(
        allow_none=True,
        metadata=told("The piece that the second one of a Double Play must touch (S27)."),
    )


class Deck(Shape):
    """The cards of one owner."""

    draw = Items(card(), 0, 120, metadata=told("The pile, its top first."))
    hand = Items(card(), 0, 120, metadata=told("The hand, the newest card last."))
    discard = Items(card(), 0, 120, metadata=told("What was played, oldest first."))


class Decks(Shape):
    """The decks by owner: the colours, or with 2 seats the seats."""

    blue = Nested(Deck)
    yellow = Nested(Deck)
    red = Nested(Deck)
    green = Nested(Deck)
    seat1 = Nested(Deck)
    seat2 = Nested(Deck)


class LastPlaced(Shape):
    """The last piece that each colour placed (P7); null for none."""

    blue = piece(allow_none=True)
    yellow = piece(allow_none=True)
    red = piece(allow_none=True)
    green = piece(allow_none=True)


class State(Shape):
    """A whole game state.

    In classic everything may be left out on the way in (the turn follows from the placements) and
    is written out on the way out, except for `direction` and `decks`, which belong to Shuffle. A
    Shuffle state needs its turn and its decks, and with 3 seats `shared_turns`.
    """

    rules = Nested(Rules)
    placements = Items(
        Nested(PlacedPiece),
        0,
        84,
        metadata=told("The pieces on the board, oldest first."),
    )
    turn = Nested(Turn, allow_none=True)
    direction = choice(
        *DIRECTIONS,
        allow_none=True,
        metadata=told("Which way the turns of Shuffle go round (S21), clockwise if null."),
    )
    decks = Nested(Decks, allow_none=True)
    last_placed = Nested(LastPlaced)
    shared_turns = WholeNumber(
        0,
        2**31 - 1,
        metadata=told("How many turns of the shared colour are over (C8); else 0."),
    )


# ---- What a seat sees of a state ---------------------------------------------------------------


class ViewTurn(Turn):
    """Whose turn it is; the cards of Draw 2 are a number to those who did not draw them."""

    drawn = Checked("CardsOrCount", metadata=told("The two cards of Draw 2, or 2."))


class ViewDeck(Shape):
    """The cards of one owner as a seat sees them."""

    draw = WholeNumber(0, 120, required=True, metadata=told("How many cards the pile has."))
    hand = Checked("CardsOrCount", required=True)
    discard = Items(card(), 0, 120, required=True, metadata=told("What was played, oldest first."))


class ViewDecks(Shape):
    """The decks by owner: the colours, or with 2 seats the seats."""

    blue = Nested(ViewDeck)
    yellow = Nested(ViewDeck)
    red = Nested(ViewDeck)
    green = Nested(ViewDeck)
    seat1 = Nested(ViewDeck)
    seat2 = Nested(ViewDeck)


class ViewState(State):
    """A state as a seat sees it: piles and the hands of others are numbers. No request takes it."""

    turn = Nested(ViewTurn)
    decks = Nested(ViewDecks)


# ---- Actions -----------------------------------------------------------------------------------


class PlaceAction(Shape):
    """Put a piece down: `orientation`, `row` and `col`, or `cells`, or both if they agree."""

    type = choice("place", required=True)
    piece = Text(required=True, metadata=told("Its name, see /v1/pieces."))
    orientation = WholeNumber(*INT32, metadata=told("Its number in /v1/pieces, 0 to 7."))
    row = WholeNumber(*INT32, metadata=told("Top row of its bounding box, 0 to 19."))
    col = WholeNumber(*INT32, metadata=told("Left column of its bounding box, 0 to 19."))
    cells = Items(Square(*INT32), 0, 400, metadata=told("The squares it covers, [row, col]."))


class PassAction(Shape):
    """Give the turn up. Never a choice (C6)."""

    type = choice("pass", required=True)


class PlayCardAction(Shape):
    """Play a card from the hand (S5)."""

    type = choice("play_card", required=True)
    card = card(required=True)


class ChooseCardAction(Shape):
    """Choose one of the two cards of a Draw 2, which is played at once (S22)."""

    type = choice("choose_card", required=True)
    card = card(required=True)


class ChooseColorAction(Shape):
    """Declare the colour that this turn's piece is judged as (Wild, S23)."""

    type = choice("choose_color", required=True)
    color = color(required=True)


class ChoosePieceAction(Shape):
    """Choose the piece on the board to recycle (S25) or to warp (S26)."""

    type = choice("choose_piece", required=True)
    color = color(required=True)
    piece = Text(required=True, metadata=told("Its name, see /v1/pieces."))


class WarpToAction(Shape):
    """Put the piece to be warped down elsewhere (S26), told as in `place`."""

    type = choice("warp_to", required=True)
    orientation = WholeNumber(*INT32, metadata=told("Its number in /v1/pieces, 0 to 7."))
    row = WholeNumber(*INT32, metadata=told("Top row of its bounding box, 0 to 19."))
    col = WholeNumber(*INT32, metadata=told("Left column of its bounding box, 0 to 19."))
    cells = Items(Square(*INT32), 0, 400, metadata=told("The squares it covers, [row, col]."))


CHOICES: Mapping[str, type[Shape]] = {
    "choose_card": ChooseCardAction,
    "choose_color": ChooseColorAction,
    "choose_piece": ChoosePieceAction,
    "warp_to": WarpToAction,
}
"""The actions with which a card that was played is carried out, by type."""

ACTIONS: Mapping[str, type[Shape]] = {
    "place": PlaceAction,
    "pass": PassAction,
    "play_card": PlayCardAction,
    **CHOICES,
}
"""All actions, by type."""


# ---- Events ------------------------------------------------------------------------------------


class _TurnEvent(Shape):
    """Something that happened on the turn of a colour."""

    type = Text(required=True)  # here so that it stands first; each event has its own
    color = color(required=True)
    seat = WholeNumber(1, 4, required=True)


class _PieceEvent(_TurnEvent):
    """Something that happened to a piece."""

    piece = piece(required=True)
    orientation = WholeNumber(0, 7, required=True)
    row = WholeNumber(0, 19, required=True)
    col = WholeNumber(0, 19, required=True)


class PiecePlacedEvent(_PieceEvent):
    """A piece was put down."""

    type = choice("piece_placed", required=True)


class PassedEvent(_TurnEvent):
    """A turn went by: the colour cannot place (C6) or has no pieces left (S8)."""

    type = choice("passed", required=True)


class GameOverEvent(Shape):
    """No colour can do anything any more (C7, S10)."""

    type = choice("game_over", required=True)


class CardPlayedEvent(_TurnEvent):
    """A card was played."""

    type = choice("card_played", required=True)
    card = card(required=True)


class CardDiscardedEvent(_TurnEvent):
    """A card that was played comes to nothing (S5)."""

    type = choice("card_discarded", required=True)
    card = card(required=True)
    reason = choice(*CODES, required=True, metadata=told("The code of the reason."))
    rule = Text(required=True, metadata=told("The rule of the card."))


class CardsDrawnEvent(_TurnEvent):
    """Cards were drawn; which ones is for that seat alone to see."""

    type = choice("cards_drawn", required=True)
    count = WholeNumber(1, 2, required=True)
    cards = Items(card(), 1, 2, required=True, allow_none=True, metadata=told("Null if hidden."))


class PieceRecycledEvent(_PieceEvent):
    """A piece was taken off the board; its place is the one it had (S25)."""

    type = choice("piece_recycled", required=True)


class Spot(Shape):
    """How and where a piece lies."""

    orientation = WholeNumber(0, 7, required=True)
    row = WholeNumber(0, 19, required=True)
    col = WholeNumber(0, 19, required=True)


class PieceWarpedEvent(_TurnEvent):
    """A piece was moved; the colour is its own, the seat is the one that moved it (S26)."""

    type = choice("piece_warped", required=True)
    piece = piece(required=True)
    before = Nested(Spot, required=True, data_key="from")
    after = Nested(Spot, required=True, data_key="to")


class TurnSkippedEvent(_TurnEvent):
    """A colour lost its turn to a Skip (S20)."""

    type = choice("turn_skipped", required=True)


class DirectionReversedEvent(_TurnEvent):
    """Turns go the other way round from now on (S21)."""

    type = choice("direction_reversed", required=True)
    direction = choice(*DIRECTIONS, required=True, metadata=told("The new direction."))


EVENTS: Mapping[str, type[Shape]] = {
    "piece_placed": PiecePlacedEvent,
    "passed": PassedEvent,
    "game_over": GameOverEvent,
    "card_played": CardPlayedEvent,
    "card_discarded": CardDiscardedEvent,
    "cards_drawn": CardsDrawnEvent,
    "piece_recycled": PieceRecycledEvent,
    "piece_warped": PieceWarpedEvent,
    "turn_skipped": TurnSkippedEvent,
    "direction_reversed": DirectionReversedEvent,
}
"""All events, by type."""


# ---- Puzzles -----------------------------------------------------------------------------------


class LayoutPiece(Shape):
    """A piece of a layout, told as in a state; whether it lies on the board is judged later."""

    color = color(required=True)
    piece = piece(required=True)
    orientation = WholeNumber(*INT32, metadata=told("Its number in /v1/pieces, 0 to 7."))
    row = WholeNumber(*INT32, metadata=told("Top row of its bounding box."))
    col = WholeNumber(*INT32, metadata=told("Left column of its bounding box."))
    cells = Items(Square(*INT32), 0, 400, metadata=told("The squares it covers, [row, col]."))


class Layout(Shape):
    """Pieces on the board of a puzzle, all of them or some; their order does not matter."""

    placements = Items(Nested(LayoutPiece), 0, 84)


# ---- Parts of answers --------------------------------------------------------------------------


class Next(Shape):
    """Who decides next, and what."""

    color = color(required=True, allow_none=True)
    seat = WholeNumber(1, 4, required=True, allow_none=True)
    phase = choice(*PHASES, required=True)


class Error(Shape):
    """One thing that is wrong."""

    code = choice(*CODES, required=True, metadata=told("Stable, see docs/errors.md."))
    message = Text(required=True, metadata=told("For people."))
    pointer = Text(required=True, metadata=told("JSON pointer into the body."))
    rule = Text(required=True, allow_none=True, metadata=told("The rule that is broken."))
    squares = Items(Square(-(2**32), 2**32), required=True)
