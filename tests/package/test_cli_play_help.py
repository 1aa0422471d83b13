"""What the command play says: about decisions, moves, mistakes, cards and the end of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cornerwise
import pytest
from cornerwise import Pass
from cornerwise.cards import CARD_TEXTS
from cornerwise.cli.play_text import (
    card_lines,
    decision_lines,
    explain_unreadable,
    introduction,
    move_lines,
    result_line,
    score_line,
    supply_lines,
)
from cornerwise.engine import State
from cornerwise.types import CARDS, COLORS, Phase

from tests.helpers.games import seeded_rng
from tests.package.test_cli_play import RunCommand, cli  # noqa: F401 - the fixture


def reach(accepts: Callable[[State], bool], **rules: object) -> State:
    """Return the first accepted state of random games."""
    for seed in range(50):
        chooser = seeded_rng(seed)
        state = cornerwise.new_game(rules, seed=seed)
        while actions := cornerwise.legal_actions(state):
            if accepts(state):
                return state
            state, _ = cornerwise.apply(state, chooser.choice(actions))
    raise AssertionError("no such state")


def in_phase(phase: Phase, **rules: object) -> State:
    return reach(lambda state: state.phase == phase, game="shuffle", **rules)


# ---- Moves ---------------------------------------------------------------------------------------


def test_moves_of_a_warp_are_grouped_by_orientation(cli: RunCommand, tmp_path: Path) -> None:  # noqa: F811
    def is_wide(state: State) -> bool:
        return state.seat == 1 and state.phase == "warp_to" and cornerwise.count_actions(state) > 60

    state = reach(is_wide, game="shuffle", seats=2, deck={"warp": 5})
    assert state.turn.target is not None
    color, piece = state.turn.target
    actions = cornerwise.legal_actions(state)
    first = actions[0].to_dict()["orientation"]
    file = tmp_path / "state.json"
    file.write_text(state.to_text())
    lines = ("moves", f"moves {piece.lower()}", f"moves /{first}", f"moves {piece}/{first}")
    done = cli("play", file, lines=(*lines, "moves I1"))
    assert f"\nwarping: {color} {piece}\n" in done.text
    grouped = f"{len(actions)} moves, by orientation ('moves "
    assert f"{grouped}/{first}' lists those of /{first}):\n  /{first} " in done.text
    assert f"{grouped}{piece}/{first}' lists" in done.text
    for one in actions:
        listed = one.to_dict()["orientation"] == first
        assert done.text.count(f"  {cornerwise.action_to_text(one)}\n") == (2 if listed else 0)
    # The piece that is warped is meant, unless another one is named.
    assert ("No legal move with I1." in done.text) == (piece != "I1")
    assert sum(int(number) for number in re.findall(r" /\d (\d+)", done.text)) == len(actions)


def test_moves_of_a_piece_are_grouped_by_orientation_if_there_are_many() -> None:
    state = reach(lambda one: len(cornerwise.legal_actions(one, pieces=["F5"])) > 60, seats=2)
    header, groups = move_lines(state, "F5")
    assert re.fullmatch(r"\d+ moves, by orientation \('moves F5/\d' lists .*", header)
    assert set(re.findall(r"(\w\d)/\d \d+", groups)) == {"F5"}
    number = re.findall(r"F5/(\d)", groups)[0]
    texts = move_lines(state, f"f5/{number}")
    assert texts
    assert all(f" F5/{number} " in text for text in texts)


def test_moves_of_what_is_no_piece() -> None:
    for which in ("Q9", "V5/", "V5 X5", "/x"):
        (line,) = move_lines(cornerwise.new_game(), which)
        assert line.startswith(f"{which!r} is not a piece or an orientation")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("v5/9 a20", "V5 has orientations 0 to 3: 'piece V5' draws them."),
        ("blue v5/12", "V5 has orientations 0 to 3: 'piece V5' draws them."),
        ("x5/1a a20", "Not a move or a command: 'x5/1a a20'."),
        ("O4/8 a20", "O4 has only orientation 0: 'piece O4' draws them."),
        ("v5/0", "The square is missing, as in 'blue V5/0 a20'."),
        ("v5", "The orientation and the square are missing, as in 'blue V5/0 a20'."),
        ("V5 a20", "The orientation is missing, as in 'blue V5/0 a20'."),
        ("v5/0 z99", "'z99' is not a square from a1 to t20, as in 'blue V5/0 a20'."),
        ("q9", "Not a move or a command: 'q9'. A legal one is 'blue I1/0 a20'"),
        ("warp", "Not a move or a command: 'warp'."),
    ],
)
def test_unreadable_moves_are_explained(cli: RunCommand, line: str, message: str) -> None:  # noqa: F811
    done = cli("play", "--seats", 2, lines=(line,))
    assert f"\n{message}" in done.text


def test_unreadable_destinations_are_explained() -> None:
    state = in_phase("warp_to", deck={"warp": 5})
    assert state.turn.target is not None
    piece = state.turn.target[1]
    example = cornerwise.action_to_text(cornerwise.legal_actions(state)[0])
    assert explain_unreadable(state, "warp /9 a1").startswith(f"{piece} has ")
    assert explain_unreadable(state, "WARP /0") == f"The square is missing, as in {example!r}."
    # A placement is no decision of this phase.
    assert explain_unreadable(state, "v5/0").startswith("Not a move or a command: 'v5/0'. A legal ")


# ---- A decision ----------------------------------------------------------------------------------


def test_decision_names_the_pieces_where_one_is_placed() -> None:
    state = cornerwise.new_game(seats=2)
    assert decision_lines(state) == [f"blue's pieces: {' '.join(state.supply('blue'))}"]
    phases: list[Phase] = ["choose_color", "choose_piece", "warp_to"]
    for phase in phases:
        assert not any("pieces:" in line for line in decision_lines(in_phase(phase)))


def test_declared_colour_is_shown() -> None:
    state = reach(lambda one: one.turn.as_color is not None, game="shuffle", deck={"wild": 5})
    assert f"card in force: wild, as if {state.turn.as_color}" in decision_lines(state)


def test_pass_is_named_if_nothing_else_is_legal() -> None:
    state = reach(lambda one: cornerwise.legal_actions(one) == [Pass()], game="shuffle")
    assert decision_lines(state)[-1] == "No piece fits: type pass."
    assert "No piece fits: type pass." not in decision_lines(cornerwise.new_game())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_and_piles_are_counted_and_only_the_own_hand_is_shown(seats: int) -> None:
    def is_seen(state: State) -> bool:
        return state.phase == "play_card" and len(state.placements) > 10

    state = reach(is_seen, game="shuffle", seats=seats)
    owner = f"seat{state.seat}" if seats == 2 else str(state.color)
    hand = ", ".join(state.decks[owner].hand)
    names = [name.replace("seat", "seat ") for name in state.decks]
    sizes = [f"{len(deck.hand)}/{len(deck.draw)}" for deck in state.decks.values()]
    counts = ", ".join(f"{name}: {size}" for name, size in zip(names, sizes, strict=True))
    sizes_line = f"direction: {state.direction}; hand/pile: {counts}"
    explaining = f"your cards: {hand} ('cards' explains them)"
    assert decision_lines(state)[-2:] == [explaining, sizes_line]
    *explained, cards, last = card_lines(state)
    assert [cards, last] == [f"your cards: {hand}", sizes_line]
    assert [line.split()[0] for line in explained] == list(CARDS)
    texts = CARD_TEXTS["edge_to_edge"]
    (line,) = (one for one in explained if "edge_to_edge" in one)
    assert line.endswith(f"  {texts['name']}: {texts['description']}")


def test_every_card_has_a_text() -> None:
    assert tuple(CARD_TEXTS) == CARDS


def test_cards_and_pieces_in_a_game(cli: RunCommand) -> None:  # noqa: F811
    done = cli("play", "--seats", 2, lines=("cards", "pieces red", "pieces", "pieces pink"))
    assert "> cards\nOnly Blokus Shuffle has cards.\n" in done.text
    all_of_them = supply_lines(cornerwise.new_game())
    assert f"> pieces red\n{all_of_them[COLORS.index('red')]}\nblue (" in done.text
    assert "> pieces\n" + "\n".join(all_of_them) in done.text
    assert "pieces: one of blue yellow red green, or nothing for all of them" in done.text
    done = cli("play", "--game", "shuffle", lines=("cards",))
    assert "Edge to Edge: This turn's piece must touch" in done.text


# ---- The seats, and the end ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"seats": 2}, ["(blue, red): A", "(yellow, green): B"]),
        (
            {"seats": 3, "shared_color": "red"},
            ["(blue): A", "(yellow): B", "(green): C; red: all in turn"],
        ),
        (
            {"teams": True},
            ["(blue, team A): A", "(yellow, team B): B", "(red, team A): C", "(green, team B): D"],
        ),
    ],
)
def test_introduction_names_the_colours(rules: dict[str, object], expected: list[str]) -> None:
    players = dict(enumerate("ABCD", start=1))
    seats = "; ".join(f"seat {seat} {text}" for seat, text in enumerate(expected, start=1))
    assert introduction(cornerwise.new_game(rules), players) == seats


def test_result_is_a_sentence() -> None:
    found = cornerwise.score(cornerwise.new_game(seats=3))
    for winners, expected in {
        (2,): "Seat 2 wins.",
        (1, 3): "Seat 1 and seat 3 share the victory.",
        (1, 2, 3): "Seat 1, seat 2 and seat 3 share the victory.",
    }.items():
        assert result_line(replace(found, winners=winners)) == f"The game is over. {expected}"
    assert score_line(found).endswith("seat 3: 89 (squares left, the fewest win)")
    teams = cornerwise.score(cornerwise.new_game(teams=True, scoring="advanced"))
    assert score_line(teams) == "team A: -178, team B: -178 (points)"
    assert result_line(teams) == "The game is over. Team A and team B share the victory."
    alone = replace(teams, winners=(1, 3), winning_teams=("A",))
    assert result_line(alone) == "The game is over. Team A wins."
