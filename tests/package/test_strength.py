"""The figures of docs/strength.md follow from the recorded games."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from benchmarks import strength, strength_chart, strength_games
from benchmarks.strength_games import Match, Result

DOCS = Path(__file__).parent.parent.parent / "docs"
MATCH = Match("classic_3", 6, 700_000)
GAME = Result(MATCH, 4, 1, "ABA", (20, -14, -30), 1.25, 2.5, 50, 25)


def test_table_and_picture_show_the_recorded_games() -> None:
    """If this fails, run ``python -m benchmarks.strength_chart``."""
    games = strength_games.load_games(strength_games.RECORDED)
    page = (DOCS / "strength.md").read_text("utf-8")
    assert strength_games.table(games) in page
    assert "](strength.svg)" in page
    picture = strength_chart.draw(strength_chart.measured(games))
    assert (DOCS / "strength.svg").read_text("utf-8") == picture


def test_no_recorded_game_counts_twice_and_lineups_are_balanced() -> None:
    games = strength_games.load_games(strength_games.RECORDED)
    assert len({(game.match, game.number) for game in games}) == len(games)
    for game in games:
        lineups = strength.lineups(game.match.variant)
        assert game.lineup == lineups[game.number % len(lineups)]
        assert game.seed == strength.seed_of(game.match.variant, game.number, first=1)


def test_recorded_matches_used_less_cpu_time_than_pentobi() -> None:
    games = strength_games.load_games(strength_games.RECORDED)
    for match, played in strength_games.by_match(games).items():
        ours, theirs = strength_games.milliseconds(played)
        assert ours <= theirs, match


def test_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    assert strength_games.load_games(path) == []
    other = GAME._replace(number=5, lineup="ABB", scores=(0, 1, 2))
    for game in (GAME, other):
        strength_games.append_game(path, game)
    assert strength_games.load_games(path) == [GAME, other]


def test_recorded_games_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.csv"
    strength_games.append_game(path, GAME)
    words = ["--pentobi", "pentobi-gtp", "--results", str(path)]
    played = []

    def play(match: Match, number: int, _: object) -> Result:
        played.append(number)
        return GAME._replace(match=match, number=number)

    monkeypatch.setattr(strength, "play", play)
    results = list(strength.finished(MATCH, 6, strength.parse(words)))
    assert sorted(played) == [0, 1, 2, 3, 5]
    assert sorted(result.number for result in results) == list(range(6))
    # Games of another budget, or from another first seed, are others.
    played.clear()
    list(strength.finished(MATCH._replace(units=5), 6, strength.parse(words)))
    list(strength.finished(MATCH, 6, strength.parse([*words, "--seed", "9"])))
    assert len(played) == 12


def test_score_of_a_game_is_the_mean_over_pairs_of_seats() -> None:
    assert GAME.pair_score == 0.5
    assert GAME._replace(scores=(20, 20, -30)).pair_score == 0.25
    assert GAME._replace(scores=(20, -50, -30)).pair_score == 1


def test_lineups_are_all_assignments_of_seats() -> None:
    assert strength.lineups("classic_2") == ["AB", "BA"]
    assert strength.lineups("classic_3") == ["ABB", "BAB", "BBA", "AAB", "ABA", "BAA"]
    assert len(set(strength.lineups("classic"))) == 6


def test_interval_and_elo_of_a_score() -> None:
    low, high = strength_games.interval([1.0, 0.0] * 50)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    narrower = strength_games.interval([0.75, 0.25] * 50)
    assert low < narrower[0] < narrower[1] < high
    assert strength_games.elo(0.5) == 0
    assert round(strength_games.elo(10 / 11), 6) == 400
    texts = [strength_games.signed(strength_games.elo(score)) for score in (0, 0.6, 1)]
    assert texts == ["-∞", "+70", "+∞"]


def test_picture_shows_a_match_in_which_all_games_were_won() -> None:
    won = GAME._replace(scores=(20, -50, -30))
    (row,) = strength_chart.measured([won, won._replace(number=5)])
    assert row.elo == math.inf
    assert "3 seats, level 6" in strength_chart.draw([row])


def test_row_of_a_match_has_its_figures() -> None:
    lost = GAME._replace(number=5, lineup="BAB")
    cells = re.split(r" *\| *", strength_games.row(MATCH, [GAME, lost]).strip("| "))
    assert cells[:5] == ["classic_3", "700,000 units", "Pentobi 6", "2", "+0 =2 -0"]
    assert cells[5] == "0.500"
    assert cells[8] == "25 / 100 ms"
