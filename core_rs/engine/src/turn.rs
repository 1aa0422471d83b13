//! Applying an action.
//!
//! The tests check these invariants: [`State::apply`] succeeds if and only if [`State::check`] finds
//! no problem, and if and only if the action is one of the legal actions; unless the game is over,
//! there is at least one.

use crate::action::{Action, ActionSetup};
use crate::card::Card;
use crate::color::Color;
use crate::deck::{Deck, HAND};
use crate::event::{Event, EventKind, Recorder, Unrecorded};
use crate::phase::{ActiveEffect, Decision};
use crate::piece::{Piece, Placement};
use crate::problem::{Code, Problems};
use crate::ruleset::Game;
use crate::setup::MAX_SHARED_TURNS;
use crate::state::State;

impl State {
    /// Applies an action and returns the resulting state. What happened is added to `events`.
    ///
    /// # Errors
    /// Every reason why the action is illegal.
    pub fn apply(&self, action: &ActionSetup, events: &mut Vec<Event>) -> Result<Self, Problems> {
        let action = self.checked(action)?;
        let mut next = self.clone();
        next.play(action, events);
        Ok(next)
    }

    /// Applies an action in place. What happened is added to `events`.
    ///
    /// # Errors
    /// Every reason why the action is illegal; then the state is unchanged.
    pub fn advance(
        &mut self,
        action: &ActionSetup,
        events: &mut Vec<Event>,
    ) -> Result<(), Problems> {
        let action = self.checked(action)?;
        self.play(action, events);
        Ok(())
    }

    /// The action, if it is legal.
    ///
    /// # Panics
    /// Never: what passes the check is a legal action.
    fn checked(&self, action: &ActionSetup) -> Result<Action, Problems> {
        let action = self.check(action).into_result(action)?;
        Ok(self.resolve_action(action).expect("the check found nothing wrong"))
    }

    /// The well-formed action that was received, if it has a shape and is on the board.
    fn resolve_action(&self, action: &ActionSetup) -> Option<Action> {
        Some(match action {
            ActionSetup::Place { color, piece, location } => {
                Action::Place((*color).or(self.to_move)?, location.placement((*piece)?)?)
            }
            ActionSetup::Pass => Action::Pass,
            ActionSetup::PlayCard(card) => Action::PlayCard(*card),
            ActionSetup::ChooseCard(card) => Action::ChooseCard(*card),
            ActionSetup::ChooseColor(color) => Action::ChooseColor(*color),
            ActionSetup::ChoosePiece(color, piece) => Action::ChoosePiece(*color, (*piece)?),
            ActionSetup::WarpTo(location) => match self.decision {
                Decision::WarpTo(_, piece) => Action::WarpTo(location.placement(piece)?),
                _ => return None,
            },
        })
    }

    /// Applies a legal action in place, without checking it, which is faster for searches. An
    /// illegal action leads to a state that no game reaches.
    pub fn play(&mut self, action: Action, events: &mut Vec<Event>) {
        self.play_recorded(action, events);
    }

    /// The same without events.
    pub(crate) fn play_unrecorded(&mut self, action: Action) {
        self.play_recorded(action, &mut Unrecorded);
    }

    fn play_recorded(&mut self, action: Action, events: &mut impl Recorder) {
        let Some(color) = self.to_move else {
            return;
        };
        match (self.decision, action) {
            (Decision::Opening, Action::Place(_, placement)) => {
                self.place_opening(color, placement, events);
            }
            (Decision::Place(effect), Action::Place(owner, placement)) => {
                self.place_piece(owner, placement, events);
                match self.rules.game() {
                    Game::Classic => self.advance_classic(color, events),
                    Game::Shuffle => self.after_placement(color, placement.piece(), effect, events),
                }
            }
            (Decision::Place(effect), Action::Pass) => {
                if effect == ActiveEffect::Card(Card::DoublePlay) {
                    self.discard(color, Card::DoublePlay, Code::NothingFits, events);
                }
                self.emit(color, || EventKind::Passed, events);
                self.end_turn(color, effect, events);
            }
            (Decision::PlayCard, Action::PlayCard(card)) => {
                if let Some(deck) = self.deck_mut(color) {
                    deck.play(card);
                }
                self.emit(color, || EventKind::CardPlayed(card), events);
                self.resolve(color, card, events);
            }
            (Decision::ChooseCard(drawn), Action::ChooseCard(card)) => {
                if let Some(deck) = self.deck_mut(color) {
                    deck.play_one_of(drawn, card);
                }
                self.emit(color, || EventKind::CardPlayed(card), events);
                self.resolve(color, card, events);
            }
            (Decision::ChooseColor, Action::ChooseColor(as_color)) => {
                self.decision = Decision::Place(ActiveEffect::Wild(as_color));
            }
            (Decision::Recycle, Action::ChoosePiece(owner, piece)) => {
                self.recycle(color, owner, piece, events);
            }
            (Decision::Warp, Action::ChoosePiece(owner, piece)) => {
                self.decision = Decision::WarpTo(owner, piece);
            }
            (Decision::WarpTo(owner, piece), Action::WarpTo(placement)) => {
                self.warp(color, (owner, piece), placement, events);
            }
            _ => {}
        }
    }

    /// Adds an event about the colour whose slot it is.
    pub(crate) fn emit(
        &self,
        color: Color,
        what: impl FnOnce() -> EventKind,
        events: &mut impl Recorder,
    ) {
        events.record(|| Event::Of(color, self.seat_of(color), what()));
    }

    pub(crate) fn deck_mut(&mut self, color: Color) -> Option<&mut Deck> {
        let deck = self.rules.deck_of(color);
        self.cards.as_mut().map(|cards| &mut cards.decks[deck])
    }

    fn draw(&mut self, color: Color, count: usize, events: &mut impl Recorder) {
        let drawn = self.deck_mut(color).map_or(0, |deck| deck.draw_hand(count));
        if drawn > 0 {
            let hand = self.deck(color).hand();
            let cards = || hand[hand.len() - drawn..].to_vec();
            self.emit(color, || EventKind::CardsDrawn(cards()), events);
        }
    }

    fn place_piece(&mut self, color: Color, placement: Placement, events: &mut impl Recorder) {
        self.emit(color, || EventKind::PiecePlaced(placement), events);
        self.board.place(color, placement);
        self.placements.push((color, placement));
        self.last_placed[color] = Some(placement.piece());
    }

    /// Counts a slot of the colour as over. No game reaches the largest number that a state may
    /// have; a state that starts there continues with a number that means the same seat (C8).
    fn end_slot(&mut self, color: Color) {
        if self.rules.shared_color() == Some(color) {
            self.shared_turns = match self.shared_turns {
                MAX_SHARED_TURNS.. => MAX_SHARED_TURNS - 2,
                turns => turns + 1,
            };
        }
    }

    /// Finds the next colour that can place after `last`. Blocked colours are passed (C6); if all
    /// are blocked, the game is over (C7).
    fn advance_classic(&mut self, last: Color, events: &mut impl Recorder) {
        self.end_slot(last);
        let Some(steps) = (1..=4).find(|&steps| self.can_place(last.after(steps))) else {
            return self.end_game(events);
        };
        for blocked in (1..steps).map(|step| last.after(step)) {
            self.emit(blocked, || EventKind::Passed, events);
            self.end_slot(blocked);
        }
        self.to_move = Some(last.after(steps));
    }

    fn end_game(&mut self, events: &mut impl Recorder) {
        self.to_move = None;
        self.decision = Decision::Over;
        events.record(|| Event::GameOver);
    }

    /// Places a piece of the set-up round (S2); the owner of a deck draws its hand after its first
    /// piece.
    fn place_opening(&mut self, color: Color, placement: Placement, events: &mut impl Recorder) {
        let had_placed = self.rules.own_colors(color).any(|own| self.board.has_placed(own));
        self.place_piece(color, placement, events);
        if !had_placed {
            self.draw(color, HAND, events);
        }
        self.end_slot(color);
        let next = color.after(1);
        if next == self.rules.first_color() {
            self.begin_turn(next);
        } else {
            self.to_move = Some(next);
        }
    }

    /// Begins a turn: with a card if there is one in the hand (S5).
    fn begin_turn(&mut self, color: Color) {
        self.to_move = Some(color);
        self.decision = if self.deck(color).hand.is_empty() {
            Decision::Place(ActiveEffect::Nothing)
        } else {
            Decision::PlayCard
        };
    }

    /// Continues the turn after a placement: with the second piece of a Double Play (S27), or with
    /// a draw and the end of the turn (S7).
    fn after_placement(
        &mut self,
        color: Color,
        piece: Piece,
        effect: ActiveEffect,
        events: &mut impl Recorder,
    ) {
        if effect == ActiveEffect::Card(Card::DoublePlay) {
            let second = ActiveEffect::Second(piece);
            if self.can_place_under(color, second) {
                self.decision = Decision::Place(second);
                return;
            }
            self.discard(color, Card::DoublePlay, Code::NothingFits, events);
        }
        self.draw(color, 1, events);
        self.end_turn(color, effect, events);
    }

    /// Ends the turn, and the game if no colour can play (S10). Otherwise a Skip takes effect (S20),
    /// the slots of finished colours are passed (S8), and the next turn begins.
    fn end_turn(&mut self, color: Color, effect: ActiveEffect, events: &mut impl Recorder) {
        self.end_slot(color);
        if !self.is_any_alive() {
            return self.end_game(events);
        }
        let direction = self.direction();
        let mut next = color.next(direction);
        if effect == ActiveEffect::Card(Card::Skip) {
            self.emit(next, || EventKind::TurnSkipped, events);
            self.end_slot(next);
            next = next.next(direction);
        }
        // Some colour can still play, so this loop finds one with pieces.
        while self.board.supply(next).is_empty() {
            self.emit(next, || EventKind::Passed, events);
            self.end_slot(next);
            next = next.next(direction);
        }
        self.begin_turn(next);
    }

    fn recycle(&mut self, color: Color, owner: Color, piece: Piece, events: &mut impl Recorder) {
        if let Some(at) = self.index_of(owner, piece) {
            let (_, placement) = self.placements.remove(at);
            self.board.take(owner, placement);
            if self.last_placed[owner] == Some(piece) {
                self.last_placed[owner] = None;
            }
            let what = EventKind::PieceRecycled(placement);
            events.record(|| Event::Of(owner, self.seat_of(color), what));
        }
        self.decision = Decision::Place(ActiveEffect::Recycled(owner, piece));
    }

    fn warp(
        &mut self,
        color: Color,
        (owner, piece): (Color, Piece),
        to: Placement,
        events: &mut impl Recorder,
    ) {
        if let Some(at) = self.index_of(owner, piece) {
            let (_, from) = self.placements[at];
            self.placements[at].1 = to;
            self.board.take(owner, from);
            self.board.place(owner, to);
            let what = EventKind::PieceWarped(from, to);
            events.record(|| Event::Of(owner, self.seat_of(color), what));
        }
        self.decision = Decision::Place(ActiveEffect::Card(Card::Warp));
    }
}
