"""What ``play`` says about a game: functions from a state to lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .. import COLORS, PIECE_NAMES, Pass, WarpTo, action_to_text, legal_actions, pieces, score, view
from ..cards import CARD_TEXTS
from ..engine import State
from ..types import CARDS, Action, Color, Score
from .suggest import score_unit

__all__ = [
    "HELP",
    "card_lines",
    "decision_lines",
    "explain_unreadable",
    "introduction",
    "move_lines",
    "normalized",
    "result_line",
    "score_line",
    "supply_lines",
]

HELP = """\
Type a move:
  V5/3 a20             place V5 in orientation 3, the top left of its box at a20
  play wild            play a card
  choose wild          choose a card, a colour (choose red) or a piece (choose red I2)
  warp /2 f10          move the chosen piece
  pass                 if nothing fits
or a command:
  moves [PIECE][/N]    list the legal moves, only those of a piece or an orientation
  piece PIECE          draw the orientations of a piece with their numbers
  pieces [COLOR]       list the pieces that the colours have left
  cards                explain the cards, and show yours
  board, score         show the board, or the score
  hint [LEVEL]         suggest moves (level 1 to 9, default 5); Ctrl-C: stop thinking
  undo                 take back your last move, and what followed
  save FILE            save the game as a record in JSON (save! FILE replaces a file)
  help, quit"""

_MOST_LISTED = 60


# ---- Before and after ----------------------------------------------------------------------------


def introduction(state: State, players: Mapping[int, str]) -> str:
    """Return which colours each seat plays, and who plays the seat."""
    found = score(state)
    whose = {one.seat: ", ".join(one.colors) for one in found.seats}
    for team in found.teams:
        for seat, color in zip(team.seats, team.colors, strict=True):
            whose[seat] = f"{color}, team {team.team}"
    seats = "; ".join(f"seat {seat} ({whose[seat]}): {players[seat]}" for seat in sorted(whose))
    shared = state.rules.shared_color
    return f"{seats}; {shared}: all in turn" if shared else seats


def score_line(found: Score) -> str:
    """Return the score of each side, with its unit."""
    sides = [f"team {one.team}: {one.score}" for one in found.teams] or [
        f"seat {one.seat}: {one.score}" for one in found.seats
    ]
    best = ", the fewest win" if found.scoring == "basic" else ""
    return f"{', '.join(sides)} ({score_unit(found.scoring)}{best})"


def result_line(found: Score) -> str:
    """Return the line that names the winners."""
    winners = [f"team {one}" for one in found.winning_teams] or [
        f"seat {one}" for one in found.winners
    ]
    *others, last = winners
    names = f"{', '.join(others)} and {last}" if others else last
    verb = "share the victory" if others else "wins"
    return f"The game is over. {names[0].upper()}{names[1:]} {verb}."


# ---- A decision ----------------------------------------------------------------------------------


def decision_lines(state: State) -> list[str]:
    """Return what a person needs to know for a decision, besides the board."""
    turn, lines = state.turn, []
    if state.color is not None and state.phase in ("opening", "play_card", "choose_card", "place"):
        lines += supply_lines(state, [state.color])
    if turn.drawn is not None:
        lines.append(f"drawn: {', '.join(turn.drawn)}")
    if turn.card is not None:
        declared = f", as if {turn.as_color}" if turn.as_color else ""
        lines.append(f"card in force: {turn.card}{declared}")
    if turn.target is not None:
        lines.append(f"warping: {' '.join(turn.target)}")
    if state.phase == "play_card":
        lines.append(f"{_hand_line(state)} ('cards' explains them)")
        lines.append(_deck_line(state))
    if legal_actions(state) == [Pass()]:
        lines.append("No piece fits: type pass.")
    return lines


def supply_lines(state: State, colors: Iterable[Color] = COLORS) -> list[str]:
    """Return the pieces that colours have not placed, one colour a line."""
    return [f"{color}'s pieces: {' '.join(state.supply(color)) or 'none'}" for color in colors]


def card_lines(state: State) -> list[str]:
    """Explain the cards, and say what the seat that decides knows about where they are."""
    if state.rules.game != "shuffle":
        return ["Only Blokus Shuffle has cards."]
    width = max(map(len, CARDS))
    lines = [
        f"  {card:{width}}  {CARD_TEXTS[card]['name']}: {CARD_TEXTS[card]['description']}"
        for card in CARDS
    ]
    if state.seat is not None:
        lines.append(_hand_line(state))
    return [*lines, _deck_line(state)]


def _hand_line(state: State) -> str:
    """Return the cards of the hand that the current turn is played from."""
    seat = state.seat or 0
    owner = f"seat{seat}" if state.rules.seats == 2 else str(state.color)
    hand = view(state, seat)["decks"][owner]["hand"] or []
    return f"your cards: {', '.join(hand) or 'none'}"


def _deck_line(state: State) -> str:
    """Return the direction of play, and the number of cards in each hand and pile."""
    decks = ", ".join(
        f"{owner.replace('seat', 'seat ')}: {len(deck.hand)}/{len(deck.draw)}"
        for owner, deck in state.decks.items()
    )
    return f"direction: {state.direction}; hand/pile: {decks}"


# ---- Moves ---------------------------------------------------------------------------------------


def move_lines(state: State, which: str) -> list[str]:
    """List the legal moves: all, or those of a piece, an orientation or both (``V5/3``)."""
    match = re.fullmatch(r"([a-z]\d)?(?:/(\d))?", which.lower())
    if match is None or (match[1] and match[1].upper() not in PIECE_NAMES):
        names = " ".join(PIECE_NAMES)
        return [f"{which!r} is not a piece or an orientation (/0); the pieces are {names}."]
    name, number = (match[1] or "").upper(), match[2]
    listed = [
        action
        for action in legal_actions(state)
        if (not name or _piece(state, action) == name)
        and (number is None or getattr(action, "orientation", None) == int(number))
    ]
    if not listed:
        return [f"No legal move with {which.upper()}." if which else "The game is over."]
    if len(listed) <= _MOST_LISTED or number is not None:
        return [f"  {action_to_text(action)}" for action in listed]
    if len(groups := _count(_piece(state, one) for one in listed)) > 1:
        return _group_lines(groups, "piece")
    prefix = f"{name}/" if name else "/"
    return _group_lines(
        _count(f"{prefix}{getattr(one, 'orientation', 0)}" for one in listed), "orientation"
    )


def _piece(state: State, action: Action) -> str:
    """Return the name of the piece that an action is about; empty if there is none."""
    if isinstance(action, WarpTo) and state.turn.target is not None:
        return state.turn.target[1]
    return getattr(action, "piece", "")


def _count(names: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _group_lines(groups: dict[str, int], kind: str) -> list[str]:
    example = next(iter(groups))
    return [
        f"{sum(groups.values())} moves, by {kind} ('moves {example}' lists those of {example}):",
        "  " + "  ".join(f"{one} {number}" for one, number in groups.items()),
    ]


def normalized(line: str) -> str:
    """Return a move as it is written exactly, whatever the case and the spaces."""
    text = " ".join(line.lower().split())
    text = re.sub(r"\b[a-z][1-5](?=/)", lambda found: found[0].upper(), text)
    return re.sub(
        r"(?<=^choose )(\w+) (\w+)$", lambda found: f"{found[1]} {found[2].upper()}", text
    )


_ALMOST_A_MOVE = re.compile(
    r"(?:(?:blue|yellow|red|green) )?(?:(?P<piece>[a-z]\d)|warp)"
    r"(?: ?/(?P<number>\d*))?(?: (?P<square>.+))?"
)


def explain_unreadable(state: State, line: str) -> str:
    """Say what is wrong with a line that is neither a move nor a command."""
    match = _ALMOST_A_MOVE.fullmatch(" ".join(line.lower().split()))
    if match is not None:
        name = match["piece"]
        if name and name.upper() in PIECE_NAMES and state.phase in ("opening", "place"):
            return _explain_pose(state, name.upper(), match["number"], match["square"])
        if not name and state.turn.target is not None:
            return _explain_pose(state, state.turn.target[1], match["number"], match["square"])
    unread = f"Not a move or a command: {line[:60]!r}."
    if state.phase == "over":
        return f"{unread} The game is over; 'help' lists the commands."
    example = action_to_text(legal_actions(state)[0])
    return f"{unread} A legal one is {example!r}; 'moves' lists all of them, 'help' the commands."


def _explain_pose(state: State, name: str, number: str | None, square: str | None) -> str:
    """Say what is missing or wrong in the orientation and the square of a piece."""
    legal = (action_to_text(one) for one in legal_actions(state) if _piece(state, one) == name)
    example = next(legal, f"{name}/0 a20")
    if not number:
        missing = "orientation is" if square else "orientation and the square are"
        return f"The {missing} missing, as in {example!r}. 'piece {name}' draws the orientations."
    last = next(len(one.orientations) for one in pieces() if one.name == name) - 1
    if int(number) > last:
        known = f"orientations 0 to {last}" if last else "only orientation 0"
        return f"{name} has {known}: 'piece {name}' draws them."
    if not square:
        return f"The square is missing, as in {example!r}."
    return f"{square!r} is not a square from a1 to t20, as in {example!r}."
