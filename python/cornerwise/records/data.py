"""Reading the JSON form of a record: every value is checked and every problem is reported.

``null`` and an absent field mean the same. Whether the moves are legal is not checked here.
"""

from __future__ import annotations

import re
from typing import Any, cast

from ..errors import CornerwiseError
from ..pure.action import PlaceRequest, read_action
from ..pure.deck import card_counts
from ..pure.layout import check_piece
from ..pure.location import read_location, valid_pose
from ..pure.move_text import action_from_text
from ..pure.options import option_conflicts, read_options
from ..pure.piece import PIECE_BY_NAME
from ..pure.reader import MAX_PROBLEMS, Reader
from ..pure.ruleset import variant_of
from ..pure.setup import SetupPlacement
from ..pure.shuffle import MAX_SEED
from ..types import (
    CARDS,
    COLORS,
    Action,
    CardName,
    PieceName,
    Place,
    PlacedPiece,
    Rules,
    WarpTo,
)
from .model import (
    ANNOTATIONS,
    MAX_MOVES,
    START,
    VERSION,
    InvalidRecordError,
    PiecePose,
    Record,
    RecordMove,
    RecordProperty,
    RecordSetup,
    RecordStart,
)

__all__ = ["from_dict"]

_MAX_SEATS = 4
_MAX_PIECES = 84
_MAX_VALUES = 1000
_DECK_NAMES = (*COLORS, "seat1", "seat2")


def from_dict(data: object) -> Record:
    """Return the record that JSON data (as returned by ``json.loads``) describes.

    Raises InvalidRecordError with every problem found, at most 20.
    """
    reader = _RecordReader()
    fields = reader.given(
        data,
        "",
        ("version", "start", "players", "date", "result", "comment", "properties", "moves"),
    )
    if fields.get("version", VERSION) != VERSION or isinstance(fields.get("version"), bool):
        reader.report("unknown_value", f"must be {VERSION}", "/version")
    parts: dict[str, Any] = {
        "start": reader.start(fields.get("start"), "/start"),
        "players": reader.players(fields.get("players"), "/players"),
        "date": reader.line(fields.get("date"), "/date"),
        "result": reader.line(fields.get("result"), "/result"),
        "comment": reader.line(fields.get("comment"), "/comment"),
        "properties": reader.properties(fields.get("properties"), "/properties"),
        "moves": reader.moves(fields.get("moves"), "/moves"),
    }
    if reader.problems:
        raise InvalidRecordError(reader.problems)
    return Record(**parts)


class _RecordReader(Reader):
    """Parses the parts of a record."""

    def given(self, value: object, pointer: str, known: tuple[str, ...]) -> dict[str, Any]:
        """Return the fields of an object that are not null."""
        fields = self.fields(value, pointer, known)
        return {name: item for name, item in fields.items() if item is not None}

    def list_of(self, value: object, pointer: str, most: int) -> list[object]:
        """Return the items of a list; none if it is absent."""
        items = [] if value is None else self.items(value, pointer)
        if len(items) > most:
            self.report("out_of_range", f"must have at most {most} items", pointer)
            return []
        return items

    def line(self, value: object, pointer: str) -> str:
        """Return a string; an empty one if it is absent."""
        return "" if value is None else self.text(value, pointer)

    def players(self, value: object, pointer: str) -> tuple[str, ...]:
        items = self.list_of(value, pointer, _MAX_SEATS)
        return tuple(self.line(item, f"{pointer}/{index}") for index, item in enumerate(items))

    def properties(self, value: object, pointer: str) -> tuple[RecordProperty, ...]:
        items = self.list_of(value, pointer, _MAX_VALUES)
        return tuple(self._property(item, f"{pointer}/{index}") for index, item in enumerate(items))

    def _property(self, value: object, pointer: str) -> RecordProperty:
        fields = self.given(value, pointer, ("name", "values"))
        name = self.line(fields.get("name"), f"{pointer}/name")
        if not re.fullmatch(r"[A-Za-z0-9_]{1,64}", name):
            self.report("unknown_value", "must be the name of a property", f"{pointer}/name")
        items = self.list_of(fields.get("values"), f"{pointer}/values", _MAX_VALUES)
        if not items:
            self.report("out_of_range", "must have at least one item", f"{pointer}/values")
        values = (self.text(item, f"{pointer}/values/{n}") for n, item in enumerate(items))
        return RecordProperty(name, tuple(values))

    # ---- The start ----

    def start(self, value: object, pointer: str) -> RecordStart:
        if value is None:
            self.missing("start", "")
            return RecordStart()
        fields = self.given(value, pointer, ("rules", "seed", "decks", "position", "setup"))
        if "position" in fields:
            for name in ("rules", "seed", "decks", "setup"):
                if name in fields:
                    message = "not together with a position"
                    self.report("options_conflict", message, f"{pointer}/{name}")
            return RecordStart(position=self.text(fields["position"], f"{pointer}/position"))
        if "rules" not in fields:
            self.missing("rules", pointer)
            return RecordStart()
        problems_before = len(self.problems)
        rules = read_options(self, self._without_nulls(fields["rules"]), f"{pointer}/rules")
        if len(self.problems) == problems_before:
            self.problems += option_conflicts(rules, f"{pointer}/rules")
        if len(self.problems) > problems_before:
            return RecordStart()
        return self._new_game(rules, fields, pointer)

    def _new_game(self, rules: Rules, fields: dict[str, Any], pointer: str) -> RecordStart:
        seed = decks = setup = None
        if "seed" in fields:
            seed = self.integer(fields["seed"], f"{pointer}/seed", 0, MAX_SEED)
        if "decks" in fields:
            decks = self._decks(rules, fields["decks"], f"{pointer}/decks")
        if "setup" in fields:
            setup = self.setup(fields["setup"], f"{pointer}/setup")
        if rules.game == "classic":
            for name in ("seed", "decks"):
                if name in fields:
                    message = "only Blokus Shuffle has cards"
                    self.report("options_conflict", message, f"{pointer}/{name}")
        elif "setup" in fields:
            message = "Blokus Shuffle starts with a position instead"
            self.report("options_conflict", message, f"{pointer}/setup")
        elif (seed is None) == (decks is None):
            message = "a new game of Blokus Shuffle needs either its seed or its decks"
            self.report("options_conflict", message, pointer)
        return RecordStart(rules, seed, decks, setup=setup)

    def _without_nulls(self, value: object) -> object:
        if isinstance(value, dict):
            return {name: item for name, item in value.items() if item is not None}
        return value

    def _decks(
        self, rules: Rules, value: object, pointer: str
    ) -> dict[str, tuple[CardName, ...]] | None:
        """Return the draw piles, which must have exactly the cards of the rules (S1)."""
        if rules.deck is None:
            return None
        fields = self.given(value, pointer, _DECK_NAMES)
        names = tuple(variant_of(rules).deck_owners)
        for name in fields.keys() - set(names):
            message = f"this game has the decks: {', '.join(names)}"
            self.report("unknown_field", message, f"{pointer}/{name}")
        decks = {}
        for name in names:
            if self.required(fields, name, pointer):
                items = self.list_of(fields[name], f"{pointer}/{name}", 2 * 60)
                cards = tuple(
                    self.card(item, f"{pointer}/{name}/{n}") for n, item in enumerate(items)
                )
                counts = card_counts(rules, name)
                if any(cards.count(card) != counts[card] for card in CARDS):
                    message = "must have exactly the cards of the rules"
                    self.report("wrong_deck", message, f"{pointer}/{name}", "S1")
                decks[name] = cards
        return decks

    def setup(self, value: object, pointer: str) -> RecordSetup:
        fields = self.given(value, pointer, ("add", "remove", "color"))
        add = self.list_of(fields.get("add"), f"{pointer}/add", _MAX_PIECES)
        remove = self.list_of(fields.get("remove"), f"{pointer}/remove", _MAX_PIECES)
        return RecordSetup(
            add=tuple(self._placed(item, f"{pointer}/add/{n}") for n, item in enumerate(add)),
            remove=tuple(
                self._pose(item, f"{pointer}/remove/{n}") for n, item in enumerate(remove)
            ),
            color=self.optional(self.color, fields.get("color"), f"{pointer}/color"),
        )

    def _placed(self, value: object, pointer: str) -> PlacedPiece:
        fields = self.given(
            value, pointer, ("color", "piece", "orientation", "row", "col", "cells")
        )
        color, piece = self.colored_piece(fields, pointer)
        pose = self._located(fields, pointer, piece)
        return PlacedPiece(color, piece, pose.orientation, pose.row, pose.col)

    def _pose(self, value: object, pointer: str) -> PiecePose:
        fields = self.given(value, pointer, ("piece", "orientation", "row", "col", "cells"))
        piece: PieceName = "I1"
        if self.required(fields, "piece", pointer):
            piece = self.piece(fields["piece"], f"{pointer}/piece")
        return self._located(fields, pointer, piece)

    def _located(self, fields: dict[str, Any], pointer: str, piece: PieceName) -> PiecePose:
        problems_before = len(self.problems)
        location = read_location(self, fields, pointer, piece)
        if len(self.problems) == problems_before:
            checked = check_piece(SetupPlacement("blue", location), 0)
            if not isinstance(checked, list):
                placed = checked.placed
                return PiecePose(piece, placed.orientation, placed.row, placed.col)
            for problem in checked:
                self.report(problem.code, problem.message, pointer, problem.rule)
        return PiecePose(piece, 0, 0, 0)

    # ---- The moves ----

    def moves(self, value: object, pointer: str) -> tuple[RecordMove, ...]:
        items = self.list_of(value, pointer, MAX_MOVES)
        moves = []
        for index, item in enumerate(items):
            moves.append(self._move(item, f"{pointer}/{index}", index))
            if len(self.problems) >= MAX_PROBLEMS:
                break
        return tuple(moves)

    def _move(self, value: object, pointer: str, index: int) -> RecordMove:
        fields = self.given(
            value,
            pointer,
            ("parent", "action", "text", "setup", "seat", "comment", "annotations", "properties"),
        )
        parent = index - 1
        if "parent" in fields:
            parent = self.integer(fields["parent"], f"{pointer}/parent", START, index - 1)
        action = setup = seat = None
        if "action" in fields:
            action = self._action(fields["action"], f"{pointer}/action")
            if "text" in fields:
                message = "not together with an action"
                self.report("options_conflict", message, f"{pointer}/text")
        elif "text" in fields:
            action = self._move_text(fields["text"], f"{pointer}/text")
        if "setup" in fields:
            setup = self.setup(fields["setup"], f"{pointer}/setup")
        if "seat" in fields:
            seat = self.integer(fields["seat"], f"{pointer}/seat", 1, _MAX_SEATS)
        judged = self.list_of(fields.get("annotations"), f"{pointer}/annotations", len(ANNOTATIONS))
        return RecordMove(
            parent=parent,
            action=action,
            setup=setup,
            seat=seat,
            comment=self.line(fields.get("comment"), f"{pointer}/comment"),
            annotations=tuple(
                self.choice(item, f"{pointer}/annotations/{n}", ANNOTATIONS)
                for n, item in enumerate(judged)
            ),
            properties=self.properties(fields.get("properties"), f"{pointer}/properties"),
        )

    def _move_text(self, value: object, pointer: str) -> Action | None:
        try:
            return action_from_text(value)
        except CornerwiseError as error:
            self._report_all(error, pointer)
            return None

    def _report_all(self, error: CornerwiseError, pointer: str) -> None:
        for one in error.problems:
            self.report(one.code, one.message, f"{pointer}{one.pointer}", one.rule)

    def _action(self, value: object, pointer: str) -> Action | None:
        """Return an action; squares are turned into an orientation."""
        try:
            request = read_action(self._without_nulls(value))
        except CornerwiseError as error:
            self._report_all(error, pointer)
            return None
        if not isinstance(request, PlaceRequest):
            return request
        location = request.location
        pose = location.pose
        if location.cells is not None and location.piece in PIECE_BY_NAME:
            pose = valid_pose(location)
        if pose is None:
            message = "the squares are not those of the piece; give orientation, row and col"
            self.report("wrong_shape", message, pointer, "G3")
            return None
        if request.type == "warp_to":
            return WarpTo(*pose)
        return Place(cast("PieceName", location.piece), *pose, request.color)
