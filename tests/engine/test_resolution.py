"""What a card would do: cornerwise.resolve_card, on both engines (S5, S22-S28)."""

from __future__ import annotations

from typing import Any

import cornerwise
import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import CODES, IllegalActionError, InvalidActionError, Problem
from cornerwise.resolution import Resolution, ResolvedCard, resolve_card
from cornerwise.types import (
    CardName,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Pass,
    Place,
    PlayCard,
    WarpTo,
)

from tests.helpers.drawing import Drawing, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import argument_problems, reasons
from tests.helpers.shuffle_states import FOUR_CORNERS, place_state, play_card_state, state_data
from tests.helpers.states import without_pieces

STAIRS = draw(
    """
    B...
    .BB.
    """,
    top_right="""
    ..Y
    YY.
    """,
    bottom_right="R",
    bottom_left="G",
)


def carried_out(card: CardName) -> ResolvedCard:
    return ResolvedCard(card, "carried_out", None)


def discarded(card: CardName, code: str, rule: str) -> ResolvedCard:
    return ResolvedCard(card, "discarded", Problem(code, CODES[code], rule=rule))


def cards(resolution: Resolution) -> list[ResolvedCard]:
    return list(resolution.cards)


@pytest.mark.rule("S20", "S21", "S24")
@pytest.mark.parametrize("card", ["skip", "reverse", "edge_to_edge"])
def test_a_card_without_a_choice_is_carried_out_at_once(
    engine: Engine[Any], card: CardName
) -> None:
    state = play_card_state(engine, STAIRS, card)
    resolution = resolve_card(engine, state, card)
    assert cards(resolution) == [carried_out(card)]
    assert (resolution.state.phase, resolution.state.turn.card) == ("place", card)
    assert (resolution.state, list(resolution.events)) == engine.apply(state, PlayCard(card))


@pytest.mark.rule("S23", "S25", "S26")
@pytest.mark.parametrize(
    ("card", "phase", "choices"),
    [
        ("wild", "choose_color", [ChooseColor("yellow")]),
        ("recycle", "choose_piece", [ChoosePiece("blue", "I2")]),
        ("warp", "choose_piece", [ChoosePiece("yellow", "I2"), WarpTo(1, 1, 18)]),
    ],
)
def test_the_state_of_a_resolution_has_the_next_choice(
    engine: Engine[Any],
    card: CardName,
    phase: str,
    choices: list[Any],
) -> None:
    state = play_card_state(engine, STAIRS, card)
    asked = resolve_card(engine, state, card)
    assert cards(asked) == [carried_out(card)]
    assert asked.state.phase == phase
    assert choices[0] in engine.legal_actions(asked.state)
    done = resolve_card(engine, state, card, choices)
    assert (done.state.phase, done.state.turn.card) == ("place", card)
    as_data = resolve_card(engine, state, card, [choice.to_dict() for choice in choices])
    assert as_data == done


@pytest.mark.rule("S5")
@pytest.mark.parametrize(
    ("card", "code", "rule", "rest"),
    [
        ("warp", "no_piece", "S26", {}),
        ("draw_two", "pile_too_small", "S22", {"pile": "wild"}),
    ],
)
def test_a_card_that_cannot_be_carried_out_says_why(
    engine: Engine[Any],
    card: CardName,
    code: str,
    rule: str,
    rest: dict[str, Any],
) -> None:
    resolution = resolve_card(engine, play_card_state(engine, FOUR_CORNERS, card, **rest), card)
    assert cards(resolution) == [discarded(card, code, rule)]
    assert (resolution.state.phase, resolution.state.turn.card) == ("place", None)


@pytest.mark.rule("S5", "S23", "S24", "S25")
def test_each_discarded_card_has_its_own_reason(engine: Engine[Any]) -> None:
    nothing = draw(top_right="Y", bottom_right="R", bottom_left="G")
    blocked = draw(PRINTED_EXAMPLE)
    cases: list[tuple[Drawing, str, CardName, str, str]] = [
        (nothing, "blue", "recycle", "no_piece", "S25"),
        (nothing, "blue", "edge_to_edge", "nothing_fits", "S24"),
        (blocked, "yellow", "wild", "nothing_fits", "S23"),
    ]
    for board, color, card, code, rule in cases:
        state = play_card_state(engine, board, card, color=color)
        assert cards(resolve_card(engine, state, card)) == [discarded(card, code, rule)]


@pytest.mark.rule("S22")
def test_a_draw_two_adds_the_card_that_is_chosen(engine: Engine[Any]) -> None:
    state = play_card_state(engine, STAIRS, "draw_two", top="draw_two skip wild warp")
    once = resolve_card(engine, state, "draw_two")
    assert cards(once) == [carried_out("draw_two")]
    assert once.state.turn.drawn == ("draw_two", "skip")
    choices = [ChooseCard("draw_two"), ChooseCard("wild"), ChooseColor("red")]
    chain = resolve_card(engine, state, "draw_two", choices)
    assert cards(chain) == [carried_out(card) for card in ("draw_two", "draw_two", "wild")]
    assert (chain.state.phase, chain.state.turn.as_color) == ("place", "red")


@pytest.mark.rule("S22")
def test_the_reason_belongs_to_the_discarded_card(engine: Engine[Any]) -> None:
    state = play_card_state(engine, STAIRS, "draw_two", pile="draw_two skip")
    chain = resolve_card(engine, state, "draw_two", [ChooseCard("draw_two")])
    assert cards(chain) == [
        carried_out("draw_two"),
        discarded("draw_two", "pile_too_small", "S22"),
    ]


@pytest.mark.rule("S22")
def test_resolving_plays_a_drawn_card_in_phase_choose_card(engine: Engine[Any]) -> None:
    data = state_data(STAIRS, "choose_card", turn={"drawn": ["wild", "skip"]})
    state = engine.load_state(data)
    resolution = resolve_card(engine, state, "wild", [ChooseColor("yellow")])
    assert cards(resolution) == [carried_out("wild")]
    with pytest.raises(IllegalActionError) as caught:
        resolve_card(engine, state, "warp")
    assert caught.value.index == 0
    assert reasons(caught.value.problems) == [("S22", "not_drawn", ())]


@pytest.mark.rule("S27")
def test_double_play_is_carried_out_or_depends_on_the_first_piece(engine: Engine[Any]) -> None:
    """On the second board a single square at (1, 2) would have no free corner."""
    pocket = draw(
        """
        BB.YY
        .....
        .R.G.
        .R.G.
        """,
        top_right="Z",
        bottom_right="S",
        bottom_left="H",
    )
    for board, outcome in ((STAIRS, "carried_out"), (pocket, "depends")):
        state = play_card_state(engine, board, "double_play")
        (resolved,) = resolve_card(engine, state, "double_play").cards
        assert (resolved.card, resolved.outcome, resolved.reason) == ("double_play", outcome, None)


@pytest.mark.rule("S27")
def test_double_play_without_a_second_piece_is_discarded(engine: Engine[Any]) -> None:
    """Yellow is blocked; and blue, which can place, has one piece left."""
    printed = draw(PRINTED_EXAMPLE).placements
    one_left = without_pieces(printed, ("blue", "I1"))
    for board, color in ((printed, "yellow"), (one_left, "blue")):
        state = play_card_state(engine, board, "double_play", color=color)
        resolution = resolve_card(engine, state, "double_play")
        assert cards(resolution) == [discarded("double_play", "nothing_fits", "S27")]
        assert resolution.state.turn.card == "double_play"


def test_a_card_that_is_not_in_the_hand_is_illegal(engine: Engine[Any]) -> None:
    state = play_card_state(engine, STAIRS, "skip")
    with pytest.raises(IllegalActionError) as caught:
        resolve_card(engine, state, "warp")
    assert caught.value.index == 0
    assert reasons(caught.value.problems) == [("S5", "not_in_hand", ())]


def test_a_card_can_be_resolved_only_where_one_is_to_be_played(engine: Engine[Any]) -> None:
    over = engine.load_state(state_data(draw(PRINTED_EXAMPLE), "over", color=None, others=""))
    for state, reason in (
        (place_state(engine, STAIRS, "skip"), ("S4", "wrong_step", ())),
        (engine.new_game({"game": "shuffle"}, 7), ("S4", "wrong_step", ())),
        (engine.new_game({}, 7), ("S4", "wrong_step", ())),
        (over, ("S10", "game_over", ())),
    ):
        with pytest.raises(IllegalActionError) as caught:
            resolve_card(engine, state, "skip")
        assert reasons(caught.value.problems) == [reason]


@pytest.mark.parametrize(
    ("choices", "index", "reason"),
    [
        ([ChooseColor("red")], 1, ("S26", "wrong_step", ())),
        ([ChoosePiece("blue", "I1")], 1, ("S26", "wrong_owner", ())),
        ([ChoosePiece("yellow", "I2"), WarpTo(0, 1, 17)], 2, ("S26", "same_squares", ())),
        (
            [ChoosePiece("yellow", "I2"), WarpTo(1, 1, 18), ChooseCard("skip")],
            3,
            ("S4", "wrong_step", ()),
        ),
    ],
)
def test_an_illegal_choice_is_reported_by_its_index(
    engine: Engine[Any], choices: list[Any], index: int, reason: tuple[Any, ...]
) -> None:
    with pytest.raises(IllegalActionError) as caught:
        resolve_card(engine, play_card_state(engine, STAIRS, "warp"), "warp", choices)
    assert caught.value.index == index
    assert reasons(caught.value.problems) == [reason]


@pytest.mark.parametrize(
    ("card", "choices", "expected"),
    [
        ("joker", [], [("unknown_card", "/card")]),
        (None, [], [("missing_field", "/card")]),
        (1, [{}], [("wrong_type", "/card"), ("missing_field", "/choices/0/type")]),
        ("warp", [{"type": 1}], [("wrong_type", "/choices/0/type")]),
        ("warp", [Place("I1", 0, 0, 0)], [("unknown_value", "/choices/0/type")]),
        ("warp", [{"type": "pass"}], [("unknown_value", "/choices/0/type")]),
        ("warp", [ChooseCard("skip"), Pass()], [("unknown_value", "/choices/1/type")]),
        ("warp", [{"type": "play_card", "card": "skip"}], [("unknown_value", "/choices/0/type")]),
        (
            "warp",
            [{"type": "choose_color"}, {"type": "choose_piece", "color": 1, "x": 1}],
            [
                ("missing_field", "/choices/0/color"),
                ("unknown_field", "/choices/1/x"),
                ("wrong_type", "/choices/1/color"),
                ("missing_field", "/choices/1/piece"),
            ],
        ),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_malformed_cards_and_choices_have_pointers(
    engine: Engine[Any], card: object, choices: list[Any], expected: list[tuple[str, str]]
) -> None:
    def ask(state: State) -> object:
        return resolve_card(engine, state, card, choices)

    assert argument_problems(ask, play_card_state(engine, STAIRS, "warp")) == expected


def test_an_action_that_is_not_a_choice_is_invalid(engine: Engine[Any]) -> None:
    for choice in (None, 7, "choose_color", [ChooseColor("red")]):
        with pytest.raises(InvalidActionError):
            resolve_card(engine, play_card_state(engine, STAIRS, "warp"), "warp", [choice])


def test_resolving_does_not_change_the_state(engine: Engine[Any]) -> None:
    state = play_card_state(engine, STAIRS, "recycle")
    before = state.to_json()
    resolve_card(engine, state, "recycle", [ChoosePiece("blue", "I1")])
    assert state.to_json() == before


def test_resolved_card_to_json() -> None:
    assert carried_out("skip").to_dict() == {
        "card": "skip",
        "outcome": "carried_out",
        "reason": None,
    }
    assert discarded("warp", "no_piece", "S26").to_dict() == {
        "card": "warp",
        "outcome": "discarded",
        "reason": {
            "code": "no_piece",
            "message": CODES["no_piece"],
            "pointer": "",
            "rule": "S26",
            "squares": [],
        },
    }


def test_the_package_resolves_with_its_own_engine() -> None:
    state = cornerwise.load_state(state_data(STAIRS, hand="wild"))
    resolution = cornerwise.resolve_card(state, "wild", [ChooseColor("green")])
    assert resolution.state.turn.as_color == "green"
    assert cornerwise.legal_actions(resolution.state)
