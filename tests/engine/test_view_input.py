"""Views as input: what is checked, what is hidden, and which questions they answer."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import HiddenInformationError, InvalidActionError, InvalidStateError
from cornerwise.resolution import resolve_card
from cornerwise.types import CARDS, PlayCard

from tests.helpers.games import middle_game
from tests.helpers.problems import problem_fields
from tests.helpers.shuffle_states import FOUR_CORNERS, state_data
from tests.helpers.states import with_value, without_fields


def view_of(engine: Engine[Any], data: dict[str, Any], seat: int = 1) -> dict[str, Any]:
    """Return the view of a seat on a state given in its JSON form."""
    view: dict[str, Any] = engine.view(engine.load_state(data), seat)
    return view


def problems_of(engine: Engine[Any], data: object) -> list[tuple[str, str]]:
    """Return code and pointer of each problem of a view that ``load_view`` refuses."""
    with pytest.raises(InvalidStateError) as caught:
        engine.load_view(data)
    return [(problem.code, problem.pointer) for problem in caught.value.problems]


def hidden(call: Any, *arguments: object) -> tuple[str, str]:  # noqa: ANN401 (any function)
    """Return pointer and message of the hidden information that a call needs."""
    with pytest.raises(HiddenInformationError) as caught:
        call(*arguments)
    (problem,) = caught.value.problems
    assert problem_fields([problem]) == [("hidden_information", problem.pointer, None, ())]
    return problem.pointer, problem.message


PLAY = state_data(FOUR_CORNERS, hand="skip wild")
DRAWN = state_data(FOUR_CORNERS, "choose_card", turn={"drawn": ["wild", "draw_two"]})


# ---- Hidden information -----------------------------------------------------------------------


@pytest.mark.rule("S11")
@pytest.mark.parametrize(
    ("rules", "pointer", "owner"),
    [({}, "/decks/blue/hand", "blue"), ({"seats": 2}, "/decks/seat1/hand", "seat 1")],
)
def test_a_hidden_hand_decides_what_can_be_played(
    engine: Engine[Any], rules: dict[str, Any], pointer: str, owner: str
) -> None:
    view = engine.load_view(view_of(engine, state_data(FOUR_CORNERS, hand="skip", **rules), 2))
    expected = (pointer, f"hidden from this view: the hand of {owner}")
    assert hidden(engine.legal_actions, view) == expected
    assert hidden(engine.legal_actions_json, view) == expected
    assert hidden(engine.count_actions, view) == expected
    for card in CARDS:
        assert hidden(engine.check, view, PlayCard(card)) == expected
        assert hidden(resolve_card, engine, view, card) == expected
    assert [one.code for one in engine.check(view, {"type": "pass"})] == ["wrong_step"]
    with pytest.raises(InvalidActionError):
        engine.check(view, {"type": "play_card", "card": "joker"})
    assert engine.score(view).winners
    assert engine.summary(view).pieces == ()


@pytest.mark.rule("S22")
def test_hidden_drawn_cards_decide_what_can_be_chosen(engine: Engine[Any]) -> None:
    view = engine.load_view(view_of(engine, DRAWN, 3))
    expected = ("/turn/drawn", "hidden from this view: the cards drawn by blue")
    assert hidden(engine.legal_actions, view) == expected
    assert hidden(engine.count_actions, view) == expected
    assert hidden(engine.check, view, {"type": "choose_card", "card": "wild"}) == expected
    assert hidden(resolve_card, engine, view, "wild") == expected
    assert [one.code for one in engine.check(view, PlayCard("skip"))] == ["wrong_step"]


@pytest.mark.rule("S22")
@pytest.mark.parametrize(("seats", "owner"), [(4, "blue"), (2, "seat1")])
def test_a_draw_two_that_is_carried_out_needs_the_draw_pile(
    engine: Engine[Any], seats: int, owner: str
) -> None:
    data = state_data(FOUR_CORNERS, hand="draw_two", seats=seats)
    view = engine.load_view(view_of(engine, data))
    name = owner.replace("seat", "seat ")
    expected = f"/decks/{owner}/draw_count", f"hidden from this view: the draw pile of {name}"
    assert hidden(resolve_card, engine, view, "draw_two") == expected
    choice = {"type": "choose_card", "card": "skip"}
    assert hidden(resolve_card, engine, view, "draw_two", [choice]) == expected
    assert engine.check(view, PlayCard("draw_two")) == []


@pytest.mark.rule("S22")
@pytest.mark.parametrize("pile", ["", "skip"])
def test_a_draw_two_with_a_small_pile_is_discarded(engine: Engine[Any], pile: str) -> None:
    data = state_data(FOUR_CORNERS, hand="draw_two", pile=pile)
    resolved = resolve_card(engine, engine.load_view(view_of(engine, data)), "draw_two")
    assert [card.outcome for card in resolved.cards] == ["discarded"]


def test_a_resolution_of_a_view_has_a_view(engine: Engine[Any]) -> None:
    resolved = resolve_card(engine, engine.load_view(view_of(engine, PLAY)), "wild")
    assert resolved.view is not None
    written = resolved.view.to_dict()
    assert written["turn"] == {"color": "blue", "phase": "choose_color"}
    assert written["decks"]["blue"]["hand"] == ["skip"]
    assert written["decks"]["yellow"]["hand"] is None
    assert resolve_card(engine, engine.load_state(PLAY), "wild").view is None


@pytest.mark.rule("S22")
def test_a_drawn_card_can_be_chosen_by_the_seat_that_sees_it(engine: Engine[Any]) -> None:
    view = engine.load_view(view_of(engine, DRAWN, 1))
    cards = [action.to_dict()["card"] for action in engine.legal_actions(view)]
    assert cards == ["draw_two", "wild"]
    assert resolve_card(engine, view, "wild").state.phase == "choose_color"
    assert hidden(resolve_card, engine, view, "draw_two")[0] == "/decks/blue/draw_count"


# ---- Reading ----------------------------------------------------------------------------------


def test_a_view_of_a_classic_game_hides_nothing(engine: Engine[Any]) -> None:
    state = middle_game(engine, 4, 21)
    view = engine.load_view(engine.view(state, 3))
    assert view.state == state
    assert engine.legal_actions(view) == engine.legal_actions(state)
    assert engine.load_view({"seat": 2}).state == engine.new_game({}, 0)


def test_a_view_needs_no_more_than_what_it_shows(engine: Engine[Any]) -> None:
    """Fields that can be derived may be omitted, and so may whatever is null."""
    data = view_of(engine, PLAY)
    derived = without_fields(data, "/last_placed", "/direction", "/decks/blue/hand_count")
    assert engine.load_view(derived).to_dict() == data
    for name in ("yellow", "red", "green"):
        derived = without_fields(derived, f"/decks/{name}/hand", f"/decks/{name}/discard")
    assert engine.load_view(derived).to_dict() == data


def test_an_empty_list_of_a_counted_hand_is_hidden(engine: Engine[Any]) -> None:
    data = view_of(engine, PLAY)
    empty = with_value(data, "/decks/red/hand", [])
    assert engine.load_view(empty).to_dict() == data
    own = with_value(data, "/decks/blue/hand", [])
    assert hidden(engine.legal_actions, engine.load_view(own))[0] == "/decks/blue/hand"
    no_cards = view_of(engine, state_data(FOUR_CORNERS, "place"))
    assert no_cards["decks"]["blue"]["hand"] == []
    assert engine.load_view(no_cards).to_dict() == no_cards


def test_drawn_cards_of_a_view_may_be_omitted(engine: Engine[Any]) -> None:
    data = view_of(engine, DRAWN, 2)
    assert "drawn" not in data["turn"]
    turn = {"color": "blue", "phase": "choose_card"}
    for drawn in ({}, {"drawn": None, "drawn_count": None}, {"drawn": [], "drawn_count": 2}):
        assert engine.load_view({**data, "turn": {**turn, **drawn}}).to_dict() == data


@pytest.mark.parametrize(
    ("pointer", "value", "expected"),
    [
        ("/seat", None, ("missing_field", "/seat")),
        ("/seat", "1", ("wrong_type", "/seat")),
        ("/seat", 0, ("out_of_range", "/seat")),
        ("/seat", 5, ("out_of_range", "/seat")),
        ("/decks", None, ("missing_field", "/decks")),
        ("/decks/red", None, ("missing_field", "/decks/red")),
        ("/decks/red/draw", [], ("unknown_field", "/decks/red/draw")),
        ("/decks/red/draw_count", None, ("missing_field", "/decks/red/draw_count")),
        ("/decks/red/draw_count", -1, ("out_of_range", "/decks/red/draw_count")),
        ("/decks/red/draw_count", 121, ("out_of_range", "/decks/red/draw_count")),
        ("/decks/red/hand_count", None, ("missing_field", "/decks/red/hand_count")),
        ("/decks/red/hand_count", 3, ("out_of_range", "/decks/red/hand_count")),
        ("/decks/red/hand_count", 1, ("wrong_deck", "/decks/red")),
        ("/decks/red/hand", ["skip"], ("wrong_hand", "/decks/red/hand_count")),
        ("/decks/red/hand", 2, ("wrong_type", "/decks/red/hand")),
        ("/decks/blue/hand", ["skip", "skip"], ("wrong_deck", "/decks/blue")),
        ("/decks/red/discard", ["skip"], ("wrong_deck", "/decks/red")),
        ("/turn/drawn_count", 2, ("wrong_phase", "/turn/drawn_count")),
        ("/turn/drawn_count", 1, ("out_of_range", "/turn/drawn_count")),
    ],
    ids=str,
)
def test_a_view_is_checked(
    engine: Engine[Any], pointer: str, value: object, expected: tuple[str, str]
) -> None:
    assert problems_of(engine, with_value(view_of(engine, PLAY), pointer, value)) == [expected]


def test_a_view_of_a_seat_that_the_game_does_not_have_is_refused(engine: Engine[Any]) -> None:
    assert problems_of(engine, {"seat": 3, "rules": {"seats": 2}}) == [("out_of_range", "/seat")]


@pytest.mark.parametrize("data", [None, [], "view", 1], ids=str)
def test_a_view_is_an_object(engine: Engine[Any], data: object) -> None:
    assert ("wrong_type", "") in problems_of(engine, data)


def test_a_state_is_not_a_view_and_a_view_is_not_a_state(engine: Engine[Any]) -> None:
    assert ("missing_field", "/seat") in problems_of(engine, PLAY)
    with pytest.raises(InvalidStateError) as caught:
        engine.load_state(view_of(engine, PLAY))
    assert caught.value.problems[0].pointer == "/seat"


def test_the_position_of_a_view_is_checked_like_that_of_a_state(engine: Engine[Any]) -> None:
    data = view_of(engine, PLAY)
    outside = {"color": "blue", "piece": "I1", "orientation": 0, "row": 20, "col": 0}
    assert problems_of(engine, {**data, "placements": [outside]}) == [
        ("off_board", "/placements/0")
    ]
    over = {"color": None, "phase": "over"}
    assert problems_of(engine, {**data, "turn": over}) == [("wrong_phase", "/turn/phase")]
