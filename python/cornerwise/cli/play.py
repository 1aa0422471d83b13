"""The command play: a game in the terminal, between people and bots."""

from __future__ import annotations

import contextlib
import re
import sys
from argparse import Namespace
from dataclasses import fields

from .. import new_game, new_seed, records
from ..types import Rules
from .input import STANDARD_INPUT, display_name, parse_json, read_record
from .play_session import Session
from .records import failure_messages, main_plies
from .result import CommandError, Result, engine_errors
from .terminal import EndError

__all__ = ["run_play"]

_LEVEL = 4


def run_play(options: Namespace) -> Result:
    """Play a game until it is over, or the input ends."""
    given = {one.name: getattr(options, one.name) for one in fields(Rules)}
    rules = {name: value for name, value in given.items() if value is not None}
    if options.file is None:
        session = _new_session(rules, options)
        players: tuple[str, ...] = ()
    else:
        if rules:
            option = next(iter(rules)).replace("_", "-")
            raise CommandError([f"--{option}: not with FILE, which has the rules of its game"])
        session, players = _resume(options)
    seats = session.state.rules.seats
    session.bots = _read_bots(options, seats, players)
    if sys.stdin is None and len(session.bots) < seats:
        raise CommandError(["standard input is closed: no moves can be typed"])
    with contextlib.suppress(EndError):
        session.run()
    return Result(None, text="")


def _new_session(rules: dict[str, object], options: Namespace) -> Session:
    if options.deck is not None:
        rules["deck"] = parse_json(options.deck, "--deck")
    seed = new_seed() if options.seed is None else options.seed
    with engine_errors(source=""):
        state = new_game(rules, seed=seed)
    dealt = seed if state.rules.game == "shuffle" else None
    return Session(records.RecordStart(rules=state.rules, seed=dealt), state, seed)


def _resume(options: Namespace) -> tuple[Session, tuple[str, ...]]:
    """Return a session at the end of a record, and the names of its players."""
    source = display_name(options.file)
    if options.file == STANDARD_INPUT:
        raise CommandError(["FILE: must be a file, because moves are read from standard input"])
    record = read_record(options.file)
    with engine_errors(source):
        replayed = records.replay(record, positions=True)
    if replayed.failure is not None:
        raise CommandError([f"{source}: {one}" for one in failure_messages(replayed.failure)])
    states = replayed.positions or ()
    plies = main_plies(record)
    # A setup is no move, which could be taken back: the game starts after the last one.
    setups = [ply for ply, move in enumerate(plies, start=1) if move.setup is not None]
    first = max(setups, default=0)
    start = records.RecordStart(position=states[first].to_text()) if first else record.start
    seeds = (options.seed, record.start.seed, new_seed())
    session = Session(
        start,
        replayed.state,
        seed=next(seed for seed in seeds if seed is not None),
        played=[
            (state, move.action)
            for state, move in zip(states[first:-1], plies[first:], strict=True)
            if move.action is not None
        ],
    )
    return session, record.players


def _read_bots(options: Namespace, seats: int, players: tuple[str, ...]) -> dict[int, int]:
    """Return the level of each seat that a bot plays.

    ``players`` are the names in a record, which ``save`` has written.
    """
    if options.level is not None and not 1 <= options.level <= 9:
        raise CommandError(["--level: must be from 1 to 9"])
    bots = dict.fromkeys(range(2, seats + 1), options.level or _LEVEL)
    for seat, name in enumerate(players[:seats], start=1):
        if re.fullmatch("person [1-4]", name):
            bots.pop(seat, None)
        elif match := re.fullmatch("level ([1-9])", name):
            bots[seat] = options.level or int(match[1])
    given = set()
    for text in options.bot:
        seat, level = _read_bot(text, seats)
        if seat in given:
            raise CommandError([f"--bot: seat {seat} is given twice"])
        given.add(seat)
        bots[seat] = level or options.level or bots.get(seat, _LEVEL)
    for seat in options.person:
        if not 1 <= seat <= seats:
            raise CommandError([f"--person: must be a seat from 1 to {seats}"])
        if seat in given:
            raise CommandError([f"--person: seat {seat} is also given to a bot"])
        bots.pop(seat, None)
    return bots


def _read_bot(text: str, seats: int) -> tuple[int, int | None]:
    """Return the seat and the level, if there is one, of an option such as 2:5."""
    match = re.fullmatch("([1-9])(?::([1-9]))?", text)
    if match is None or int(match[1]) > seats:
        message = f"must be a seat from 1 to {seats}, or with a level from 1 to 9, such as 2:5"
        raise CommandError([f"--bot: {message}, not {text!r}"])
    return int(match[1]), int(match[2]) if match[2] else None
