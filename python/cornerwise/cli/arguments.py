"""The commands and options of the command line, with their help."""

from __future__ import annotations

import re
import sys
from argparse import (
    Action,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable
from typing import TYPE_CHECKING

import cornerwise

from .. import COLORS, ENGINE, PIECE_NAMES
from . import commands, play, records, suggest
from .input import STANDARD_INPUT
from .result import Result

if TYPE_CHECKING:
    from argparse import _MutuallyExclusiveGroup, _SubParsersAction

__all__ = ["make_parser"]

_ABOUT = """\
The rules of Blokus and Blokus Shuffle: legal moves, scores, suggestions, and the
solo puzzles; or a game in the terminal (play).

Each other command writes one JSON document to standard output and messages to standard
error. The environment variable CORNERWISE_ENGINE (rust or python) selects the engine."""

_EXIT_CODES = """\
exit codes:
  0    success
  1    negative result: a wrong layout (check, solve) or an illegal move (replay)
  2    usage, input or output error: an invalid option, file or state
  3    undecided: the search reached its limit (solve)
  4    not supported: the engine has no solver, or the HTTP service is not installed
  130  interrupted by Ctrl-C; suggest writes its result so far"""

_EXAMPLES = """\
examples:
  %(prog)s new --seats 2 > game.json
  %(prog)s moves game.json --pieces V5 X5
  %(prog)s solve rect5_apart --seed 3 --svg out.svg
  %(prog)s COMMAND --help"""


def make_parser(prog: str) -> ArgumentParser:
    """Return the parser; the parsed options have ``run``, the function of the command."""
    parser = _Parser(prog=prog, description=_ABOUT, epilog=f"{_EXAMPLES}\n\n{_EXIT_CODES}")
    parser.add_argument(
        "--version", action=_ShowVersion, nargs=0, help="show the version and the engine in use"
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        _new,
        _moves,
        _score,
        _suggest,
        _play,
        _perft,
        _replay,
        _convert,
        _show,
        _puzzles,
        _check,
        _solve,
        _serve,
    ):
        add(subparsers)
    return parser


class _ShowVersion(Action):
    """Write the version; it is not looked up for any other command."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        sys.stdout.write(f"cornerwise {cornerwise.__version__} ({ENGINE} engine)\n")
        parser.exit()


class _Parser(ArgumentParser):
    """A parser that keeps the line breaks of help texts and does not expand abbreviations."""

    def __init__(self, **settings: object) -> None:
        super().__init__(
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **settings,  # type: ignore[arg-type]
        )


def _command(
    subparsers: _SubParsersAction[_Parser],
    name: str,
    run: Callable[[Namespace], Result],
    about: str,
    *examples: str,
) -> _Parser:
    lines = "\n".join(f"  {example}" for example in ("examples:", *examples))
    parser = subparsers.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", epilog=lines.strip()
    )
    parser.set_defaults(run=run, pretty=False)
    return parser


def _pretty(parser: _Parser | _MutuallyExclusiveGroup) -> None:
    parser.add_argument("--pretty", action="store_true", help="indent the JSON")


def _file(parser: _Parser, content: str) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default=STANDARD_INPUT,
        help=f"{content}; default and -: standard input",
    )


_LAYOUT = "a JSON file with the layout, bare or as the field 'layout' of an object"
_STATE = (
    "a state: JSON, bare or as the field 'state' of an object, or a position text, also as the "
    "field 'position'"
)
_STATE_OR_VIEW = (
    "a state or a seat's view: JSON, bare or as the field 'state' or 'view' of an object, or a "
    "position text, also as the field 'position'"
)


def _puzzle(parser: _Parser) -> None:
    parser.add_argument(
        "puzzle", metavar="PUZZLE", help="name of a puzzle; the command puzzles lists them"
    )


def _new(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "new",
        commands.run_new,
        "start a game and write its seed and its state",
        "%(prog)s --seats 2 --scoring advanced",
        "%(prog)s --game shuffle --seed 7 > game.json",
        """%(prog)s --game shuffle --deck '{"wild": 3, "skip": 2}'""",
    )
    _rules(parser, "seed of the shuffled decks; default: none, random decks")
    _pretty(parser)


def _rules(parser: _Parser, seed: str) -> None:
    """Add the options of a new game; ``seed`` is the help of that option."""
    parser.add_argument("--game", choices=("classic", "shuffle"), help="default: classic")
    parser.add_argument("--seats", type=_integer, metavar="N", help="2, 3 or 4; default: 4")
    parser.add_argument(
        "--teams", action="store_true", default=None, help="two teams of two seats; needs 4 seats"
    )
    parser.add_argument(
        "--shared-color", choices=COLORS, help="the colour shared by 3 seats; default: green"
    )
    parser.add_argument(
        "--first-color", choices=COLORS, help="the colour that starts; default: blue"
    )
    parser.add_argument(
        "--start-corners",
        choices=("any", "fixed"),
        help="whether each colour has its own; default: any",
    )
    parser.add_argument("--scoring", choices=("basic", "advanced"), help="default: basic")
    parser.add_argument(
        "--monomino-bonus",
        choices=("independent", "with_all_placed"),
        help="when a last I1 scores +5, Shuffle only; default: independent",
    )
    parser.add_argument(
        "--deck", metavar="JSON", help="cards of each kind per colour, Shuffle only"
    )
    parser.add_argument(
        "--seed",
        type=_integer,
        metavar="N",
        help=seed,
    )


def _moves(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "moves",
        commands.run_moves,
        "list the legal moves",
        "%(prog)s game.json --pieces V5 X5",
        "%(prog)s --format groups < game.json",
        "echo '{}' | %(prog)s --count",
    )
    _file(parser, _STATE_OR_VIEW)
    parser.add_argument(
        "--format",
        choices=("objects", "cells", "groups", "text"),
        default="objects",
        help="actions, actions with their squares, placements grouped by colour, piece and "
        "orientation, or move texts; default: objects",
    )
    parser.add_argument(
        "--pieces",
        nargs="+",
        action="extend",
        choices=PIECE_NAMES,
        metavar="NAME",
        help="only moves with these pieces; put FILE before this option",
    )
    parser.add_argument(
        "--covering",
        nargs=2,
        type=_integer,
        choices=range(20),
        metavar=("ROW", "COL"),
        help="only placements that cover this square",
    )
    parser.add_argument(
        "--summary",
        action="store_true",
        help="add the number of moves by piece, the squares they cover, and the open corners",
    )
    parser.add_argument("--count", action="store_true", help="write only the number of moves")
    _pretty(parser)


def _score(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "score",
        commands.run_score,
        "score a state, finished or not",
        "%(prog)s game.json --pretty",
    )
    _file(parser, _STATE_OR_VIEW)
    _pretty(parser)


def _suggest(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "suggest",
        suggest.run_suggest,
        "suggest moves for the seat that decides, and evaluate the position",
        "%(prog)s game.json --level 7 --table",
        "%(prog)s view.json --budget 100000 --until turn",
    )
    _file(parser, _STATE_OR_VIEW)
    parser.add_argument(
        "--level", type=_integer, metavar="N", help="strength from 1 to 9; default: 5"
    )
    parser.add_argument(
        "--budget", type=_integer, metavar="UNITS", help="work to do, instead of a level"
    )
    parser.add_argument(
        "--count",
        type=_integer,
        default=3,
        metavar="N",
        help="number of moves, at most 100; default: 3",
    )
    parser.add_argument(
        "--seed",
        type=_integer,
        default=0,
        metavar="N",
        help="the same seed gives the same suggestions; default: 0",
    )
    parser.add_argument(
        "--until",
        choices=("decision", "turn"),
        default="decision",
        help="suggest the next action, or all up to the end of the turn; default: decision",
    )
    parser.add_argument(
        "--seconds",
        type=_number,
        default=10.0,
        metavar="S",
        help="longest time to search, at most 3600; default: 10. Ctrl-C ends the search, and the "
        "result so far is written",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--table", action="store_true", help="write a table instead of JSON")
    _pretty(form)


def _play(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "play",
        play.run_play,
        "play in the terminal; you are seat 1, bots play the other seats",
        "%(prog)s --seats 2 --bot 2:6",
        "%(prog)s --game shuffle --seats 3 --person 2",
        "%(prog)s game.json",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="continue this game: a record, as 'save' writes it or in another form, or a state; "
        "default: a new game",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="SEAT[:LEVEL]",
        help="a bot plays this seat, 1 too, at this level; repeatable",
    )
    parser.add_argument(
        "--person",
        type=_integer,
        action="append",
        default=[],
        metavar="SEAT",
        help="a person plays this seat; repeatable",
    )
    parser.add_argument(
        "--level", type=_integer, metavar="N", help="default level of bots; default: 4"
    )
    _rules(parser, "the same seed gives the same cards and the same bots; default: a random one")


def _perft(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "perft",
        commands.run_perft,
        "count the sequences of placements from a state, classic only",
        "%(prog)s game.json --depth 3",
        "echo '{}' | %(prog)s --depth 2 --split",
    )
    _file(parser, _STATE)
    parser.add_argument(
        "--depth", type=_integer, required=True, metavar="N", help="number of placements, 0 to 8"
    )
    parser.add_argument("--split", action="store_true", help="also count by the piece placed first")
    _pretty(parser)


def _record(parser: _Parser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default=STANDARD_INPUT,
        help="a record: JSON, an SGF file of Pentobi, or a position text with a move on each "
        "following line; a state is a record without moves; default and -: standard input",
    )


def _replay(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "replay",
        records.run_replay,
        "check every move of a record",
        "%(prog)s game.blksgf",
        "%(prog)s game.json --events --pretty",
    )
    _record(parser)
    parser.add_argument(
        "--variations", action="store_true", help="check the variations too, not only the main line"
    )
    parser.add_argument(
        "--positions", action="store_true", help="also write the position after every ply"
    )
    parser.add_argument("--events", action="store_true", help="also write the events of every ply")
    _pretty(parser)


def _convert(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "convert",
        records.run_convert,
        "write a record in another form",
        "%(prog)s game.blksgf --to json > game.json",
        "%(prog)s game.json --to text",
    )
    _record(parser)
    parser.add_argument(
        "--to",
        choices=("json", "blksgf", "text"),
        required=True,
        help="JSON, an SGF file for Pentobi, or the position text of the start with a move on "
        "each following line (main line only)",
    )
    _pretty(parser)


def _show(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "show",
        records.run_show,
        "show the position after a ply of a record",
        "%(prog)s game.blksgf --ply 20 --svg out.svg",
        "%(prog)s game.json --pretty",
    )
    _record(parser)
    parser.add_argument(
        "--ply",
        type=_integer,
        metavar="N",
        help="number of moves played, 0 is the start; default: all of them",
    )
    parser.add_argument("--svg", metavar="OUT.svg", help="also draw the position to this file")
    _pretty(parser)


def _puzzles(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers, "puzzles", commands.run_puzzles, "list the solo puzzles", "%(prog)s --pretty"
    )
    _pretty(parser)


def _check(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "check",
        commands.run_check,
        "check a layout of a puzzle, complete or not",
        "%(prog)s rect4_apart layout.json",
        """echo '{"placements": []}' | %(prog)s board84""",
    )
    _puzzle(parser)
    _file(parser, _LAYOUT)
    _pretty(parser)


def _solve(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "solve",
        commands.run_solve,
        "solve a puzzle, or complete a layout of it",
        "%(prog)s rect5_apart --seed 3 --svg out.svg",
        "%(prog)s board84 partial.json --seconds 20",
    )
    _puzzle(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a JSON file with the layout to complete; -: standard input; default: an empty board",
    )
    parser.add_argument(
        "--seed",
        type=_integer,
        metavar="N",
        help="the same seed gives the same solution; default: random",
    )
    parser.add_argument(
        "--seconds", type=_number, default=2.0, metavar="S", help="limit of the search; default: 2"
    )
    parser.add_argument("--svg", metavar="OUT.svg", help="also draw the solution to this file")
    _pretty(parser)


def _serve(subparsers: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        subparsers,
        "serve",
        commands.run_serve,
        "serve over HTTP until Ctrl-C",
        "%(prog)s --port 8123",
        "WEB_CONCURRENCY=2 %(prog)s --host 0.0.0.0",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="address to bind; default: 127.0.0.1, this machine only",
    )
    parser.add_argument(
        "--port", type=_port, metavar="P", help="default: the environment variable PORT, else 8000"
    )


def _integer(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text):
        raise ArgumentTypeError("must be an integer")
    return int(text)


def _port(text: str) -> int:
    port = _integer(text)
    if not 0 <= port <= 65535:
        raise ArgumentTypeError("must be from 0 to 65535")
    return port


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError("must be a number") from None
