"""Positions with one right answer: the tests prove it by trying everything, the search finds it."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise import action_to_text
from cornerwise.engine import Engine, State
from cornerwise.types import Color

LEVELS = (3, 5, 6)

BLOCK_THE_LEADER = (
    "cw1sCABGJoRZtUpVl5YALRKbMbrEm7A_EaDT7ikDnzp-Gi-aENpys6xtKa6YK3nyp4xJIB8ZyNl022KGJA-WhQqz"
    "D1bWGwXZEgk9c5wPJx0YVZkp33BNEgGUmEnFi4ZDFgeXDIpLty57BIMVcEosx30oBxBTTyi9XzTsAC3Q1gjcaywd"
    "AY1ROKittxICAJ_QUlhrxxYaQA8g0-woggTlwDbgCwCwMlkJ"
)
"""Four seats, advanced scoring. Green (-10) has I2, I3 and I5 left, red leads (-7) with I3 and I4.

If red places once more, it wins. Of green's moves only I2 on p15 and q15 takes red's last place;
I3 scores more.

    G.GGGGBBBBB.BBBBG..B 20
    GG.BBBGGG.GBGG.GGGBB 19
    .GGBB.G..GGBGBBBGBB. 18
    Y.BG.BBGG.GB.GGGBGG. 17
    .YBGGGBG..BB.GBBBGGG 16
    .YBBBGBGG..G.GB##B.R 15
    YY.GGBGBBGGGGBG.BBBR 14
    Y.YGGBGGG..BBBG..B.R 13
    .YYYBBBG.RRRBRGGR..R 12
    ..YB.Y.B..RBRRRG.R.R 11
"""

I4_THEN_I1 = (
    "cw1sCAA8JtURF6gYAwYRLMbQdki4XwAkETiQF3g5BwI2KiRQOJgQvwxIJBXS9fgA-y5vJyVUU0hhm35MIBwbUxkK"
    "OzQxHIcStuljJ66GEgDYb6pRYzqJGcMRkQhTN24LIjAVLCqJ4xg5DK8RMUpEY5bFC5KXdXoYoBgUV84jUdCpGmyT"
    "FDLA02AleAMkC1eDze"
)
"""Blue has I1 and I4 left, and 19 moves. I4 fits in one place only."""

V3_THEN_I1 = (
    "cw1sCAA9JgRQN8g96y4ALJKQ1Vgk_w4qDyDQkbgNkwZUKZrS7xi86wQYFbBQDfgEowADJ0PXyhpVg3JmIKQai4m8"
    "1yAbGbOXJklDu4AxIkfURomjX0YLHlYSiTiCd5pIJNbUq9kRf4gPEo7ZaWhSuzaFBSvRN_iw5yYIDKeRhtjFyCIN"
    "TIzC7mCkIAS3AbcDmpB73"
)
"""Blue has I1 and V3 left, and 15 moves."""

I1_LAST = ((I4_THEN_I1, "blue I4/0 o5"), (V3_THEN_I1, "blue V3/0 r10"))
"""Four seats, advanced scoring: all pieces placed, I1 last, are 20 points; I1 first, at most 15."""


def outcomes(rust: Engine[Any], state: State, seat: int) -> set[bool]:
    """Return whether a seat wins alone, over all ways to play on."""
    if state.phase == "over":
        return {rust.score(state).winners == (seat,)}
    nexts = (rust.apply(state, action)[0] for action in rust.legal_actions(state))
    return set[bool]().union(*(outcomes(rust, one, seat) for one in nexts))


def most_points(rust: Engine[Any], state: State, color: Color) -> int:
    """Return the most points that a colour can have in the end, over all ways to play on."""
    if state.phase == "over" or not state.supply(color):
        return next(one.score or 0 for one in rust.score(state).colors if one.color == color)
    nexts = (rust.apply(state, action)[0] for action in rust.legal_actions(state))
    return max(most_points(rust, one, color) for one in nexts)


def chosen(rust: Engine[Any], state: State, level: int) -> set[str]:
    """Return the moves that a level plays with different seeds."""
    answers = (rust.suggest(state, level=level, count=1, seed=seed) for seed in range(4))
    return {answer.moves[0].text for answer in answers}


@pytest.mark.parametrize("level", LEVELS)
def test_leader_is_blocked(rust: Engine[Any], level: int) -> None:
    state = rust.state_from_text(BLOCK_THE_LEADER)
    results = {
        action_to_text(action): outcomes(rust, rust.apply(state, action)[0], state.seat)
        for action in rust.legal_actions(state)
    }
    assert results.pop("green I2/0 p15") == {True}
    assert set(results) == {"green I2/0 i11", "green I2/1 s12", "green I3/1 s13"}
    assert all(result == {False} for result in results.values())
    assert chosen(rust, state, level) == {"green I2/0 p15"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("position", "right"), I1_LAST, ids=["I4", "V3"])
def test_last_piece_scores_20(rust: Engine[Any], position: str, right: str, level: int) -> None:
    state = rust.state_from_text(position)
    points = {
        action_to_text(action): most_points(rust, rust.apply(state, action)[0], "blue")
        for action in rust.legal_actions(state)
    }
    assert points.pop(right) == 20
    assert len(points) >= 14
    assert max(points.values()) < 20
    assert chosen(rust, state, level) == {right}
