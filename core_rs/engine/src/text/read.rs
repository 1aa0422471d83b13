//! Reading position texts: strict, and only the canonical text of a position is accepted.

use std::str::FromStr;

use crate::card::{Card, CardCounts, KINDS};
use crate::cells::SIDE;
use crate::color::{ByColor, Color, Direction};
use crate::deck::HAND;
use crate::location::Location;
use crate::phase::Phase;
use crate::piece::{ORIENTATIONS, PIECES, Piece, Placement};
use crate::placement_rule::StartCorners;
use crate::problem::Problems;
use crate::ruleset::{Game, MonominoBonus, Options, Scoring, Seat, Seats};
use crate::setup::{
    DECK_NAMES, DeckCounts, DeckSetup, MAX_SHARED_TURNS, PlacementSetup, Setup, TurnSetup,
};
use crate::state::State;
use crate::text::checksum::crc32;
use crate::text::digits::{Damaged, Digits, are_digits, push_number};
use crate::text::{CHECKSUM_LENGTH, MAX_PLACEMENTS, PREFIX, STATE, VIEW, invalid_text};
use crate::view::View;

/// Longer texts are refused unread. The longest possible one has 415 characters.
pub const MAX_LENGTH: usize = 512;

impl FromStr for State {
    type Err = Problems;

    /// Reads a position text. A text that is damaged, not canonical or that of a view has the
    /// problem [`InvalidText`](crate::Code::InvalidText); an impossible position has the problems of
    /// [`State::new`] without pointers.
    fn from_str(text: &str) -> Result<Self, Problems> {
        Self::new(&read(text, false)?).map_err(Problems::without_pointers)
    }
}

impl FromStr for View {
    type Err = Problems;

    /// Reads a position text of a view, like that of a [`State`].
    fn from_str(text: &str) -> Result<Self, Problems> {
        Self::new(&read(text, true)?).map_err(Problems::without_pointers)
    }
}

/// The position of a text, not checked against the rules.
fn read(text: &str, is_view: bool) -> Result<Setup, Problems> {
    let content = open(text)?;
    let damaged = |_| invalid_text(DAMAGED);
    match (content.as_bytes().first(), is_view) {
        (Some(&STATE), false) | (Some(&VIEW), true) => {}
        (Some(&VIEW), false) => {
            return Err(invalid_text("this is the position text of a view, not of a state"));
        }
        (Some(&STATE), true) => {
            return Err(invalid_text("this is the position text of a state, not of a view"));
        }
        _ => return Err(damaged(Damaged)),
    }
    let mut reader = Reader { digits: Digits::new(&content[1..]), is_view };
    let (setup, seat) = reader.setup().map_err(damaged)?;
    if is_view && !(1..=usize::from(setup.options.seats.number())).contains(&seat) {
        return Err(invalid_text("not a position text: it has no such seat"));
    }
    if !reader.digits.is_canonical {
        let message = "not a position text: the same position has another, canonical text";
        return Err(invalid_text(message));
    }
    Ok(Setup { seat: is_view.then_some(seat as Seat), ..setup })
}

const DAMAGED: &str = "not a position text: damaged or incomplete";

/// The kind and the content of a text whose checksum is right.
fn open(text: &str) -> Result<&str, Problems> {
    if !text.starts_with(PREFIX) {
        let version = if text.starts_with("cw") { " of this version" } else { "" };
        let message = format!("not a position text{version}: it must begin with {PREFIX}");
        return Err(invalid_text(message));
    }
    if text.len() > MAX_LENGTH || !are_digits(text) {
        return Err(invalid_text(DAMAGED));
    }
    let (content, found) = text.split_at(text.len().saturating_sub(CHECKSUM_LENGTH));
    let mut checksum = String::with_capacity(CHECKSUM_LENGTH);
    push_number(&mut checksum, crc32(content.as_bytes()), CHECKSUM_LENGTH as u32);
    match content.strip_prefix(PREFIX) {
        Some(rest) if found == checksum => Ok(rest),
        _ => Err(invalid_text(DAMAGED)),
    }
}

struct Reader<'a> {
    digits: Digits<'a>,
    is_view: bool,
}

impl Reader<'_> {
    /// The setup, and the seat of a view.
    fn setup(&mut self) -> Result<(Setup, usize), Damaged> {
        let seat = if self.is_view { self.digits.one()? } else { 0 };
        let options = self.options()?;
        let count = self.digits.below(2, MAX_PLACEMENTS + 1)?;
        let placements = (0..count).map(|_| self.placement()).collect::<Result<_, _>>()?;
        let mut setup = Setup { options, placements, ..Setup::default() };
        if options.game == Game::Shuffle {
            self.shuffle(&mut setup)?;
        }
        self.digits.end()?;
        Ok((setup, seat))
    }

    fn options(&mut self) -> Result<Options, Damaged> {
        let (first, second) = (self.digits.one()?, self.digits.one()?);
        let is_set = |bit: usize| first >> bit & 1 == 1;
        let is_shuffle = is_set(5);
        let (seats, teams) = match first >> 3 & 3 {
            0 => (Seats::Four, false),
            1 => (Seats::Three, false),
            2 => (Seats::Two, false),
            _ => (Seats::Four, true),
        };
        let shared = second >> 2 & 3;
        self.digits.expect(is_shuffle || !is_set(0));
        self.digits.expect(seats == Seats::Three || shared == 0);
        self.digits.expect(second & 1 == 0);
        let deck = if second >> 1 & 1 == 1 { Some(self.composition()?) } else { None };
        self.digits.expect(deck.is_none() || is_shuffle);
        let bonus = MonominoBonus::ALL[usize::from(is_set(0))];
        Ok(Options {
            game: Game::ALL[usize::from(is_shuffle)],
            seats,
            teams,
            shared_color: (seats == Seats::Three).then_some(Color::ALL[shared]),
            first_color: Some(Color::ALL[second >> 4]),
            start_corners: StartCorners::ALL[usize::from(is_set(2))],
            scoring: Scoring::ALL[usize::from(is_set(1))],
            monomino_bonus: is_shuffle.then_some(bonus),
            deck,
        })
    }

    /// A deck that is not the standard one.
    fn composition(&mut self) -> Result<CardCounts, Damaged> {
        let mut counts = CardCounts::default();
        for count in &mut counts.0 {
            *count = self.digits.one()? as u8;
        }
        self.digits.expect(counts != CardCounts::STANDARD);
        if counts.is_allowed() { Ok(counts) } else { Err(Damaged) }
    }

    fn placement(&mut self) -> Result<PlacementSetup, Damaged> {
        let bits = self.digits.number(3)?;
        let (orientation, square) = (bits >> 9 & 127, bits & 511);
        if orientation >= ORIENTATIONS || square >= SIDE * SIDE {
            return Err(Damaged);
        }
        let placement = Placement((orientation << 9 | square) as u16);
        Ok(PlacementSetup {
            color: Color::ALL[bits >> 16],
            piece: placement.piece(),
            location: Location::of(placement),
        })
    }

    fn shuffle(&mut self, setup: &mut Setup) -> Result<(), Damaged> {
        let bits = self.digits.one()?;
        let (phase, color) = (Phase::ALL[bits >> 3], bits >> 1 & 3);
        let is_over = phase == Phase::Over;
        self.digits.expect(!is_over || color == 0);
        let mut turn = TurnSetup {
            color: (!is_over).then_some(Color::ALL[color]),
            phase: Some(phase),
            ..TurnSetup::default()
        };
        self.details(&mut turn)?;
        setup.last_placed = Some(self.last_placed(&setup.placements)?);
        let is_shared = setup.options.seats == Seats::Three;
        setup.shared_turns = Some(if is_shared { self.variable_number()? } else { 0 });
        setup.decks = Some(self.decks(&setup.options, &turn)?);
        setup.turn = Some(turn);
        setup.direction = Some(Direction::ALL[bits & 1]);
        Ok(())
    }

    /// The details of the phase.
    fn details(&mut self, turn: &mut TurnSetup) -> Result<(), Damaged> {
        match turn.phase {
            Some(Phase::ChooseCard) => {
                let is_shown = !self.is_view || self.digits.below(1, 2)? == 1;
                turn.has_drawn_count = self.is_view;
                if is_shown {
                    turn.drawn = self.cards(2)?.try_into().ok();
                }
            }
            Some(Phase::ChoosePiece) => turn.card = Some(Card::ALL[self.digits.below(1, KINDS)?]),
            Some(Phase::WarpTo) => turn.target = self.piece_of()?,
            Some(Phase::Place) => self.effect(turn)?,
            _ => {}
        }
        Ok(())
    }

    /// The card in force.
    fn effect(&mut self, turn: &mut TurnSetup) -> Result<(), Damaged> {
        turn.card = optional(self.digits.below(1, KINDS + 1)?, &Card::ALL);
        match turn.card {
            Some(Card::Wild) => turn.as_color = Some(Color::ALL[self.digits.below(1, 4)?]),
            Some(Card::Recycle) => turn.recycled = self.piece_of()?,
            Some(Card::DoublePlay) => {
                turn.first = optional(self.digits.below(1, PIECES + 1)?, &Piece::ALL);
            }
            _ => {}
        }
        Ok(())
    }

    fn piece_of(&mut self) -> Result<Option<(Color, Piece)>, Damaged> {
        let number = self.digits.below(2, MAX_PLACEMENTS + 1)?;
        let named = |at| (Color::ALL[at / PIECES], Piece::ALL[at % PIECES]);
        Ok(number.checked_sub(1).map(named))
    }

    /// The last piece of each colour: the last of the placements, unless it is cleared.
    fn last_placed(
        &mut self,
        placements: &[PlacementSetup],
    ) -> Result<ByColor<Option<Piece>>, Damaged> {
        let cleared = self.digits.one()?;
        self.digits.expect(cleared.is_multiple_of(4));
        let mut last = ByColor::default();
        for placed in placements {
            last[placed.color] = Some(placed.piece);
        }
        for color in Color::ALL {
            if cleared >> (5 - color as usize) & 1 == 1 {
                self.digits.expect(last[color].is_some());
                last[color] = None;
            }
        }
        Ok(last)
    }

    /// Groups of five bits; all but the last have the sixth bit set.
    fn variable_number(&mut self) -> Result<u32, Damaged> {
        let mut number: u32 = 0;
        loop {
            let group = self.digits.one()? as u32;
            self.digits.expect(number > 0 || group != 32);
            if number > MAX_SHARED_TURNS >> 5 {
                return Err(Damaged);
            }
            number = number << 5 | group & 31;
            if group < 32 {
                return Ok(number);
            }
        }
    }

    fn decks(
        &mut self,
        options: &Options,
        turn: &TurnSetup,
    ) -> Result<[Option<DeckSetup>; DECK_NAMES.len()], Damaged> {
        let with_two = options.seats == Seats::Two;
        let own = if with_two { 4..6 } else { 0..4 };
        let cards = options.deck.unwrap_or(CardCounts::STANDARD).total();
        let mut decks = [const { None }; DECK_NAMES.len()];
        for (index, deck) in decks[own].iter_mut().enumerate() {
            let is_drawn_from = turn.phase == Some(Phase::ChooseCard)
                && turn
                    .color
                    .is_some_and(|color| color as usize % if with_two { 2 } else { 4 } == index);
            let size = if with_two { 2 * cards } else { cards };
            let size = size.checked_sub(if is_drawn_from { HAND } else { 0 }).ok_or(Damaged)?;
            *deck = Some(self.deck(size)?);
        }
        Ok(decks)
    }

    /// A deck that has `size` cards.
    fn deck(&mut self, size: usize) -> Result<DeckSetup, Damaged> {
        let bits = self.digits.number(2)?;
        let (shown, hand, discard) = (bits >> 10, bits >> 8 & 3, bits & 255);
        self.digits.expect(shown <= usize::from(self.is_view));
        let draw = size.checked_sub(hand + discard).ok_or(Damaged)?;
        if hand > HAND {
            return Err(Damaged);
        }
        if self.is_view {
            let counts = DeckCounts { draw: Some(draw), hand: Some(hand) };
            let in_hand = if shown > 0 { hand } else { 0 };
            let mut cards = self.cards(in_hand + discard)?;
            let discard = cards.split_off(in_hand);
            let hand = (shown > 0).then_some(cards);
            return Ok(DeckSetup { draw: Vec::new(), hand, discard, counts });
        }
        let mut cards = self.cards(size)?;
        let discard = cards.split_off(draw + hand);
        let hand = cards.split_off(draw);
        Ok(DeckSetup { draw: cards, hand: Some(hand), discard, counts: DeckCounts::default() })
    }

    /// Two cards in each character; the last may have only one.
    fn cards(&mut self, count: usize) -> Result<Vec<Card>, Damaged> {
        let mut cards = Vec::with_capacity(count + 1);
        while cards.len() < count {
            let pair = self.digits.one()?;
            cards.extend([Card::ALL[pair >> 3], Card::ALL[pair & 7]]);
        }
        let is_padded = cards.drain(count..).all(|card| card == Card::ALL[0]);
        self.digits.expect(is_padded);
        Ok(cards)
    }
}

/// The value with a number from 1; 0 is none.
fn optional<T: Copy>(number: usize, all: &[T]) -> Option<T> {
    number.checked_sub(1).map(|index| all[index])
}
