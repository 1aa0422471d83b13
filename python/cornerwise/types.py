"""The values that go in and out of an engine: frozen, comparable, the same for both engines.

Every class has ``to_dict``, which gives the JSON form that the HTTP service uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeAlias

__all__ = [
    "CARDS",
    "COLORS",
    "Action",
    "Card",
    "CardDiscarded",
    "CardPlayed",
    "CardsDrawn",
    "ChooseCard",
    "ChooseColor",
    "ChoosePiece",
    "Color",
    "ColorScore",
    "Deck",
    "Direction",
    "DirectionReversed",
    "Event",
    "GameOver",
    "MoveFormat",
    "Pass",
    "Passed",
    "Phase",
    "Piece",
    "PiecePlaced",
    "PieceRecycled",
    "PieceWarped",
    "Place",
    "PlacedPiece",
    "PlayCard",
    "Rules",
    "Score",
    "SeatScore",
    "TeamScore",
    "Turn",
    "TurnSkipped",
    "WarpTo",
]

Color: TypeAlias = Literal["blue", "yellow", "red", "green"]
Card: TypeAlias = Literal[
    "skip", "reverse", "draw_two", "wild", "edge_to_edge", "recycle", "warp", "double_play"
]
Phase: TypeAlias = Literal[
    "opening",
    "play_card",
    "choose_card",
    "choose_color",
    "choose_piece",
    "warp_to",
    "place",
    "over",
]
Direction: TypeAlias = Literal["clockwise", "counterclockwise"]
MoveFormat: TypeAlias = Literal["objects", "cells", "groups"]

COLORS: tuple[Color, ...] = ("blue", "yellow", "red", "green")
"""The four colours in the order of play (G2)."""

CARDS: tuple[Card, ...] = (
    "skip",
    "reverse",
    "draw_two",
    "wild",
    "edge_to_edge",
    "recycle",
    "warp",
    "double_play",
)
"""The eight cards of Blokus Shuffle, in the order of a deck before it is shuffled (S32)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One of the 21 shapes (G2, G4), with every distinct orientation (G3).

    ``orientations[n]`` lists the squares of orientation number ``n`` as (row, col) from the
    top-left of its bounding box. The numbers never change.
    """

    name: str
    size: int
    orientations: tuple[tuple[tuple[int, int], ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the piece as it is written in JSON."""
        return {
            "name": self.name,
            "size": self.size,
            "orientations": [[list(cell) for cell in cells] for cells in self.orientations],
        }


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game, all of them spelled out.

    The last two belong to Blokus Shuffle and are None in classic: when the +5 for a last I1 counts
    (P3), and how many cards of each kind a colour brings (S1).
    """

    game: Literal["classic", "shuffle"] = "classic"
    seats: int = 4
    teams: bool = False
    shared_color: Color | None = None
    first_color: Color = "blue"
    start_corners: Literal["any", "fixed"] = "any"
    scoring: Literal["basic", "advanced"] = "basic"
    monomino_bonus: Literal["independent", "with_all_placed"] | None = None
    deck: Mapping[Card, int] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        """Keep the counts where nobody can change them."""
        if self.deck is not None:
            object.__setattr__(self, "deck", MappingProxyType(dict(self.deck)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled and copied by what it is made of: the counts' wrapper cannot be."""
        return _rules, (self.to_dict(),)

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as they are written in JSON."""
        written: dict[str, Any] = {
            "game": self.game,
            "seats": self.seats,
            "teams": self.teams,
            "shared_color": self.shared_color,
            "first_color": self.first_color,
            "start_corners": self.start_corners,
            "scoring": self.scoring,
        }
        if self.monomino_bonus is not None:
            written["monomino_bonus"] = self.monomino_bonus
        if self.deck is not None:
            written["deck"] = dict(self.deck)
        return written


def _rules(options: dict[str, Any]) -> Rules:
    return Rules(**options)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one owner: the pile, top first, the hand, and what was played, oldest first."""

    draw: tuple[Card, ...]
    hand: tuple[Card, ...]
    discard: tuple[Card, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the cards as they are written in JSON."""
        return {"draw": list(self.draw), "hand": list(self.hand), "discard": list(self.discard)}


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and what is to be decided; which of the rest is set depends on ``phase``.

    ``card`` is the card in force (``place``), or the one whose piece is to be chosen
    (``choose_piece``). ``drawn`` are the two cards of Draw 2 (``choose_card``), ``as_color`` the
    colour declared with Wild, ``target`` the colour and piece that is to be warped (``warp_to``),
    ``first`` the piece that the second one of a Double Play must touch, ``recycled`` the colour and
    piece that Recycle took off the board this turn (``place``, S25).
    """

    color: Color | None
    phase: Phase
    card: Card | None = None
    drawn: tuple[Card, Card] | None = None
    as_color: Color | None = None
    target: tuple[Color, str] | None = None
    first: str | None = None
    recycled: tuple[Color, str] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Place a piece. ``row`` and ``col`` are the top-left of its bounding box.

    ``color`` is None for the colour whose turn it is. It can be another one only after Recycle with
    2 seats (S25). Engines set it in every action that they return.
    """

    piece: str
    orientation: int
    row: int
    col: int
    color: Color | None = None
    type: ClassVar[Literal["place"]] = "place"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        color = {} if self.color is None else {"color": self.color}
        return {
            "type": "place",
            **color,
            "piece": self.piece,
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


@dataclass(frozen=True, slots=True)
class Pass:
    """Give the turn up. Never a choice: legal only where nothing can be placed (C6)."""

    type: ClassVar[Literal["pass"]] = "pass"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {"type": "pass"}


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card from the hand (S5)."""

    card: Card
    type: ClassVar[Literal["play_card"]] = "play_card"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {"type": "play_card", "card": self.card}


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Choose one of the two cards of a Draw 2; it is played at once (S22)."""

    card: Card
    type: ClassVar[Literal["choose_card"]] = "choose_card"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {"type": "choose_card", "card": self.card}


@dataclass(frozen=True, slots=True)
class ChooseColor:
    """Declare the colour that this turn's piece is judged as (Wild, S23)."""

    color: Color
    type: ClassVar[Literal["choose_color"]] = "choose_color"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {"type": "choose_color", "color": self.color}


@dataclass(frozen=True, slots=True)
class ChoosePiece:
    """Choose the piece on the board to recycle (S25) or to warp (S26)."""

    color: Color
    piece: str
    type: ClassVar[Literal["choose_piece"]] = "choose_piece"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {"type": "choose_piece", "color": self.color, "piece": self.piece}


@dataclass(frozen=True, slots=True)
class WarpTo:
    """Put the chosen piece down elsewhere (Warp, S26)."""

    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["warp_to"]] = "warp_to"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {
            "type": "warp_to",
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


Action: TypeAlias = Place | Pass | PlayCard | ChooseCard | ChooseColor | ChoosePiece | WarpTo


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on the board."""

    color: Color
    piece: str
    orientation: int
    row: int
    col: int

    def to_dict(self) -> dict[str, Any]:
        """Return the placement as it is written in JSON."""
        return {
            "color": self.color,
            "piece": self.piece,
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """Event: ``seat`` placed a piece of ``color``."""

    color: Color
    seat: int
    piece: str
    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["piece_placed"]] = "piece_placed"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {
            "type": "piece_placed",
            "color": self.color,
            "seat": self.seat,
            "piece": self.piece,
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


@dataclass(frozen=True, slots=True)
class Passed:
    """Event: the turn of ``color`` went by because it cannot place (C6) or is finished (S8)."""

    color: Color
    seat: int
    type: ClassVar[Literal["passed"]] = "passed"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {"type": "passed", "color": self.color, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class GameOver:
    """Event: no colour can do anything any more (C7, S10)."""

    type: ClassVar[Literal["game_over"]] = "game_over"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {"type": "game_over"}


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """Event: a card was played on the turn of ``color``."""

    color: Color
    seat: int
    card: Card
    type: ClassVar[Literal["card_played"]] = "card_played"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {"type": "card_played", "color": self.color, "seat": self.seat, "card": self.card}


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """Event: a card that was played comes to nothing (S5).

    ``reason`` is a code of :data:`cornerwise.errors.CODES`, ``rule`` the card's own rule.
    """

    color: Color
    seat: int
    card: Card
    reason: str
    rule: str
    type: ClassVar[Literal["card_discarded"]] = "card_discarded"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {
            "type": "card_discarded",
            "color": self.color,
            "seat": self.seat,
            "card": self.card,
            "reason": self.reason,
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Event: cards were drawn, which only ``seat`` may see; None where they are hidden."""

    color: Color
    seat: int
    count: int
    cards: tuple[Card, ...] | None
    type: ClassVar[Literal["cards_drawn"]] = "cards_drawn"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {
            "type": "cards_drawn",
            "color": self.color,
            "seat": self.seat,
            "count": self.count,
            "cards": None if self.cards is None else list(self.cards),
        }


@dataclass(frozen=True, slots=True)
class PieceRecycled:
    """Event: ``seat`` took a piece of ``color`` off the board (S25)."""

    color: Color
    seat: int
    piece: str
    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["piece_recycled"]] = "piece_recycled"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {
            "type": "piece_recycled",
            "color": self.color,
            "seat": self.seat,
            "piece": self.piece,
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


@dataclass(frozen=True, slots=True)
class PieceWarped:
    """Event: ``seat`` moved a piece of ``color`` (S26).

    ``before`` and ``after`` are orientation, row and col.
    """

    color: Color
    seat: int
    piece: str
    before: tuple[int, int, int]
    after: tuple[int, int, int]
    type: ClassVar[Literal["piece_warped"]] = "piece_warped"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        names = ("orientation", "row", "col")
        return {
            "type": "piece_warped",
            "color": self.color,
            "seat": self.seat,
            "piece": self.piece,
            "from": dict(zip(names, self.before, strict=True)),
            "to": dict(zip(names, self.after, strict=True)),
        }


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """Event: ``color`` lost its turn to a Skip (S20)."""

    color: Color
    seat: int
    type: ClassVar[Literal["turn_skipped"]] = "turn_skipped"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {"type": "turn_skipped", "color": self.color, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class DirectionReversed:
    """Event: the turn order goes the other way from now on (S21)."""

    color: Color
    seat: int
    direction: Direction
    type: ClassVar[Literal["direction_reversed"]] = "direction_reversed"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {
            "type": "direction_reversed",
            "color": self.color,
            "seat": self.seat,
            "direction": self.direction,
        }


Event: TypeAlias = (
    PiecePlaced
    | Passed
    | GameOver
    | CardPlayed
    | CardDiscarded
    | CardsDrawn
    | PieceRecycled
    | PieceWarped
    | TurnSkipped
    | DirectionReversed
)


@dataclass(frozen=True, slots=True)
class ColorScore:
    """What one colour has left, and its score; the shared colour of 3 seats has none (P4)."""

    color: Color
    pieces_left: int
    squares_left: int
    score: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the score as it is written in JSON."""
        return {
            "pieces_left": self.pieces_left,
            "squares_left": self.squares_left,
            "score": self.score,
        }


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The score of a seat, numbered from 1 in colour order."""

    seat: int
    colors: tuple[Color, ...]
    score: int

    def to_dict(self) -> dict[str, Any]:
        """Return the score as it is written in JSON."""
        return {"seat": self.seat, "colors": list(self.colors), "score": self.score}


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The score of a team: A is blue and red, B is yellow and green."""

    team: Literal["A", "B"]
    seats: tuple[int, ...]
    colors: tuple[Color, ...]
    score: int

    def to_dict(self) -> dict[str, Any]:
        """Return the score as it is written in JSON."""
        return {
            "team": self.team,
            "seats": list(self.seats),
            "colors": list(self.colors),
            "score": self.score,
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a state, at any time (P1-P5).

    ``colors`` has all four, in the order of :data:`COLORS`. With teams ``seats`` is empty and
    ``teams`` has both, otherwise the other way round. ``winners`` are seat numbers, or the letters
    of teams; before the game is ``final`` they are the leaders. More than one is a shared victory.
    """

    scoring: Literal["basic", "advanced"]
    final: bool
    colors: tuple[ColorScore, ...]
    seats: tuple[SeatScore, ...]
    teams: tuple[TeamScore, ...]
    winners: tuple[int, ...] | tuple[Literal["A", "B"], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as they are written in JSON."""
        return {
            "scoring": self.scoring,
            "final": self.final,
            "colors": {score.color: score.to_dict() for score in self.colors},
            "seats": [score.to_dict() for score in self.seats],
            "teams": [score.to_dict() for score in self.teams],
            "winners": list(self.winners),
        }
