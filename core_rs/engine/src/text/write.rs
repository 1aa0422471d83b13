//! Writing position texts.

use std::fmt;

use crate::card::{Card, CardCounts};
use crate::color::{Color, Direction};
use crate::deck::Deck;
use crate::phase::{ActiveEffect, Decision};
use crate::piece::{PIECES, Piece};
use crate::placement_rule::StartCorners;
use crate::ruleset::{Game, MonominoBonus, Rules, Scoring, Seats};
use crate::state::State;
use crate::text::checksum::crc32;
use crate::text::digits::push_number;
use crate::text::{CHECKSUM_LENGTH, PREFIX, STATE, VIEW};
use crate::view::{View, Visibility};

impl State {
    /// The position text: one line of URL-safe characters, the same for equal states.
    #[must_use]
    pub fn to_text(&self) -> String {
        Writer::write(self, None)
    }
}

impl View {
    /// The position text: one line of URL-safe characters, the same for equal views.
    #[must_use]
    pub fn to_text(&self) -> String {
        Writer::write(self.state(), Some(self.visibility()))
    }
}

/// The position text.
impl fmt::Display for State {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.to_text())
    }
}

/// The position text.
impl fmt::Display for View {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.to_text())
    }
}

struct Writer {
    text: String,
}

impl Writer {
    fn write(state: &State, viewer: Option<&Visibility>) -> String {
        let placements = state.placements();
        let mut writer = Self { text: String::with_capacity(96 + 3 * placements.len()) };
        writer.text.push_str(PREFIX);
        writer.text.push(char::from(if viewer.is_some() { VIEW } else { STATE }));
        if let Some(viewer) = viewer {
            writer.one(viewer.seat.into());
        }
        writer.rules(state.rules());
        writer.number(placements.len(), 2);
        for &(color, placement) in placements {
            let placed = placement.global_orientation() << 9 | placement.square();
            writer.number((color as usize) << 16 | placed, 3);
        }
        if state.rules().game() == Game::Shuffle {
            writer.shuffle(state, viewer);
        }
        let checksum = crc32(writer.text.as_bytes());
        writer.number(checksum as usize, CHECKSUM_LENGTH);
        writer.text
    }

    fn number(&mut self, number: usize, length: usize) {
        push_number(&mut self.text, number as u32, length as u32);
    }

    fn one(&mut self, number: usize) {
        self.number(number, 1);
    }

    fn rules(&mut self, rules: &Rules) {
        let is_shuffle = rules.game() == Game::Shuffle;
        let variant = match (rules.seats(), rules.teams()) {
            (Seats::Four, false) => 0,
            (Seats::Three, _) => 1,
            (Seats::Two, _) => 2,
            (Seats::Four, true) => 3,
        };
        let is_fixed = rules.start_corners() == StartCorners::Fixed;
        let is_advanced = rules.scoring() == Scoring::Advanced;
        let is_joint = is_shuffle && rules.monomino_bonus() == MonominoBonus::WithAllPlaced;
        self.one(
            usize::from(is_shuffle) << 5
                | variant << 3
                | usize::from(is_fixed) << 2
                | usize::from(is_advanced) << 1
                | usize::from(is_joint),
        );
        let shared = rules.shared_color().map_or(0, |color| color as usize);
        let has_own_deck = is_shuffle && *rules.deck() != CardCounts::STANDARD;
        self.one(
            (rules.first_color() as usize) << 4 | shared << 2 | usize::from(has_own_deck) << 1,
        );
        if has_own_deck {
            rules.deck().iter().for_each(|(_, count)| self.one(count.into()));
        }
    }

    fn shuffle(&mut self, state: &State, viewer: Option<&Visibility>) {
        let color = state.to_move().map_or(0, |color| color as usize);
        let is_reversed = state.direction() == Direction::Counterclockwise;
        let phase = state.decision().phase() as usize;
        self.one(phase << 3 | color << 1 | usize::from(is_reversed));
        self.decision(*state.decision(), viewer);
        let is_cleared = |(color, last): (Color, &Option<Piece>)| {
            last.is_none() && state.placements().iter().any(|placed| placed.0 == color)
        };
        let cleared = state.last_placed().iter().map(is_cleared);
        self.one(cleared.fold(0, |bits, is_cleared| bits << 1 | usize::from(is_cleared)) << 2);
        if state.rules().seats() == Seats::Three {
            self.variable_number(state.shared_turns() as usize);
        }
        for (index, (_, deck)) in state.decks().enumerate() {
            match viewer {
                Some(viewer) => self.deck_view(deck, viewer.hands[index]),
                None => self.deck(deck),
            }
        }
    }

    /// The details of the phase.
    fn decision(&mut self, decision: Decision, viewer: Option<&Visibility>) {
        match decision {
            Decision::ChooseCard(drawn) => {
                let is_shown = viewer.is_none_or(|viewer| viewer.drawn);
                if viewer.is_some() {
                    self.one(is_shown.into());
                }
                if is_shown {
                    self.cards(drawn.into_iter());
                }
            }
            Decision::Recycle => self.one(Card::Recycle as usize),
            Decision::Warp => self.one(Card::Warp as usize),
            Decision::WarpTo(owner, piece) => self.piece_of(Some((owner, piece))),
            Decision::Place(effect) => self.effect(effect),
            Decision::Opening | Decision::PlayCard | Decision::ChooseColor | Decision::Over => {}
        }
    }

    fn effect(&mut self, effect: ActiveEffect) {
        let card = Decision::Place(effect).card();
        self.one(card.map_or(0, |card| card as usize + 1));
        match effect {
            ActiveEffect::Wild(color) => self.one(color as usize),
            ActiveEffect::Recycled(owner, piece) => self.piece_of(Some((owner, piece))),
            ActiveEffect::Card(Card::Recycle) => self.piece_of(None),
            ActiveEffect::Second(first) => self.one(first.index() + 1),
            ActiveEffect::Card(Card::DoublePlay) => self.one(0),
            ActiveEffect::Nothing | ActiveEffect::Card(_) => {}
        }
    }

    fn piece_of(&mut self, named: Option<(Color, Piece)>) {
        self.number(
            named.map_or(0, |(color, piece)| PIECES * color as usize + piece.index() + 1),
            2,
        );
    }

    /// Groups of five bits; all but the last have the sixth bit set.
    fn variable_number(&mut self, number: usize) {
        let groups = (usize::BITS - number.leading_zeros()).div_ceil(5).max(1);
        for group in (0..groups).rev() {
            let goes_on = usize::from(group > 0) << 5;
            self.one(goes_on | number >> (5 * group) & 31);
        }
    }

    fn deck(&mut self, deck: &Deck) {
        self.number(deck.hand().len() << 8 | deck.discard().len(), 2);
        self.cards(
            deck.draw().chain(deck.hand().iter().copied()).chain(deck.discard().iter().copied()),
        );
    }

    fn deck_view(&mut self, deck: &Deck, shows_hand: bool) {
        let shown = if shows_hand { deck.hand() } else { &[] };
        self.number(
            usize::from(shows_hand) << 10 | deck.hand().len() << 8 | deck.discard().len(),
            2,
        );
        self.cards(shown.iter().chain(deck.discard()).copied());
    }

    /// Two cards in each character; the last may have only one.
    fn cards(&mut self, mut cards: impl Iterator<Item = Card>) {
        while let Some(first) = cards.next() {
            let second = cards.next().map_or(0, |card| card as usize);
            self.one((first as usize) << 3 | second);
        }
    }
}
