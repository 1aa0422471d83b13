"""What may be asked on the command line, and the help for it."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import COLORS, ENGINE, __version__, pieces
from . import commands
from .answer import Answer
from .files import STANDARD_INPUT

if TYPE_CHECKING:
    from argparse import _SubParsersAction

__all__ = ["make_parser"]

_ABOUT = """\
The rules of Blokus and Blokus Shuffle: legal moves, scores, the solo puzzles.

An answer is one JSON document on standard output; messages go to standard error.
CORNERWISE_ENGINE=rust or python chooses the engine."""

_EXIT_CODES = """\
exit codes:
  0    fine
  1    the answer is no: the layout is wrong, or cannot be completed
  2    bad usage or bad input: not JSON, no such file, not a possible state
  3    undecided: the search ended before it knew
  4    not possible here: the engine has no solver, or the service is not installed
  130  ended by Ctrl-C"""

_EXAMPLES = """\
examples:
  %(prog)s new --seats 2 > game.json
  %(prog)s moves game.json --piece V5 X5
  %(prog)s solve rect5_apart --seed 3 --svg out.svg
  %(prog)s COMMAND --help"""


def make_parser(prog: str) -> ArgumentParser:
    """Return the parser; what it reads has ``run``, the function to call."""
    parser = _Parser(prog=prog, description=_ABOUT, epilog=f"{_EXAMPLES}\n\n{_EXIT_CODES}")
    version = f"cornerwise {__version__} ({ENGINE} engine)"
    parser.add_argument("--version", action="version", version=version)
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_new, _moves, _score, _perft, _puzzles, _check, _solve, _serve):
        add(parts)
    return parser


class _Parser(ArgumentParser):
    """A parser that leaves texts as they are written and guesses no options."""

    def __init__(self, **settings: object) -> None:
        super().__init__(
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **settings,  # type: ignore[arg-type]
        )


def _command(
    parts: _SubParsersAction[_Parser],
    name: str,
    run: Callable[[Namespace], Answer],
    about: str,
    *examples: str,
) -> _Parser:
    lines = "\n".join(f"  {example}" for example in ("examples:", *examples))
    parser = parts.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", epilog=lines.strip()
    )
    parser.set_defaults(run=run, pretty=False)
    return parser


def _pretty(parser: _Parser) -> None:
    parser.add_argument("--pretty", action="store_true", help="write JSON for people, indented")


def _file(parser: _Parser, what: str) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default=STANDARD_INPUT,
        help=f"the {what} as JSON, alone or in an answer that has one; - or none: standard input",
    )


def _puzzle(parser: _Parser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE", help="its name; the command puzzles lists them")


def _new(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts,
        "new",
        commands.answer_new,
        "start a game: its seed and its state",
        "%(prog)s --seats 2 --scoring advanced",
        "%(prog)s --game shuffle --seed 7 > game.json",
        """%(prog)s --game shuffle --deck '{"wild": 3, "skip": 2}'""",
    )
    parser.add_argument("--game", choices=("classic", "shuffle"), help="default: classic")
    parser.add_argument("--seats", type=_whole, metavar="N", help="2, 3 or 4; default: 4")
    parser.add_argument("--teams", action="store_true", default=None, help="4 seats as two teams")
    parser.add_argument("--shared-color", choices=COLORS, help="with 3 seats; default: green")
    parser.add_argument("--first-color", choices=COLORS, help="who begins; default: blue")
    parser.add_argument("--start-corners", choices=("any", "fixed"), help="default: any")
    parser.add_argument("--scoring", choices=("basic", "advanced"), help="default: basic")
    parser.add_argument(
        "--monomino-bonus",
        choices=("independent", "with_all_placed"),
        help="Shuffle only; default: independent",
    )
    parser.add_argument("--deck", metavar="JSON", help="Shuffle only: how many cards of each kind")
    parser.add_argument("--seed", type=_whole, metavar="N", help="shuffles the decks")
    _pretty(parser)


def _moves(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts,
        "moves",
        commands.answer_moves,
        "list what the mover may do",
        "%(prog)s game.json --piece V5 X5",
        "%(prog)s --form compact < game.json",
        "echo '{}' | %(prog)s --count",
    )
    _file(parser, "state")
    parser.add_argument(
        "--form",
        choices=("objects", "cells", "compact"),
        default="objects",
        help="actions, actions with their squares, or a map by piece; default: objects",
    )
    parser.add_argument(
        "--piece",
        nargs="+",
        action="extend",
        choices=[piece.name for piece in pieces()],
        metavar="NAME",
        help="only with these pieces; FILE comes before this",
    )
    parser.add_argument("--count", action="store_true", help="only their number")
    _pretty(parser)


def _score(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts,
        "score",
        commands.answer_score,
        "score a game, finished or not",
        "%(prog)s game.json --pretty",
    )
    _file(parser, "state")
    _pretty(parser)


def _perft(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts,
        "perft",
        commands.answer_perft,
        "count the sequences of placements from here, classic only",
        "%(prog)s game.json --depth 3",
        "echo '{}' | %(prog)s --depth 2 --split",
    )
    _file(parser, "state")
    parser.add_argument(
        "--depth", type=_whole, required=True, metavar="N", help="how many placements, 0 to 8"
    )
    parser.add_argument("--split", action="store_true", help="by the piece that is placed first")
    _pretty(parser)


def _puzzles(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts, "puzzles", commands.answer_puzzles, "list the solo puzzles", "%(prog)s --pretty"
    )
    _pretty(parser)


def _check(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts,
        "check",
        commands.answer_check,
        "say what is wrong with a layout of a puzzle, complete or not",
        "%(prog)s rect4_apart layout.json",
        """echo '{"placements": []}' | %(prog)s board84""",
    )
    _puzzle(parser)
    _file(parser, "layout")
    _pretty(parser)


def _solve(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts,
        "solve",
        commands.answer_solve,
        "solve a puzzle, or complete a layout of it",
        "%(prog)s rect5_apart --seed 3 --svg out.svg",
        "%(prog)s board84 begun.json --seconds 20",
    )
    _puzzle(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="what lies already, as JSON; - is standard input, none an empty board",
    )
    parser.add_argument(
        "--seed", type=_whole, metavar="N", help="the same seed, the same solution; default: any"
    )
    parser.add_argument(
        "--seconds", type=_number, default=2.0, metavar="S", help="at most so long; default: 2"
    )
    parser.add_argument("--svg", metavar="OUT.svg", help="draw the solution, too")
    _pretty(parser)


def _serve(parts: _SubParsersAction[_Parser]) -> None:
    parser = _command(
        parts,
        "serve",
        commands.serve,
        "serve over HTTP until Ctrl-C",
        "%(prog)s --port 8123",
        "WEB_CONCURRENCY=2 %(prog)s --host 0.0.0.0",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="H", help="default: 127.0.0.1, this machine alone"
    )
    parser.add_argument(
        "--port", type=_port, metavar="P", help="default: the variable PORT, else 8000"
    )


def _whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text):
        raise ArgumentTypeError("must be a whole number")
    return int(text)


def _port(text: str) -> int:
    port = _whole(text)
    if not 0 <= port <= 65535:
        raise ArgumentTypeError("must be from 0 to 65535")
    return port


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError("must be a number") from None
