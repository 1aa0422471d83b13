//! The parts of a setup that concern cards and the steps of a turn: whether they fit the game, and
//! whether the decision is possible. Contacts are not checked, because cards change them: pieces of
//! one colour may touch along a side, be unconnected or have been taken off the board.

use crate::card::{Card, CardCounts};
use crate::check::wrong_recycle_owner;
use crate::color::{ByColor, Color, Direction};
use crate::deck::{Cards, Deck, HAND};
use crate::layout::any_squares;
use crate::name::counted;
use crate::phase::{ActiveEffect, Decision, Phase};
use crate::piece::Piece;
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::{Game, Rules, Seats};
use crate::setup::{DECK_NAMES, DeckSetup, Setup, TurnSetup};
use crate::state::State;
use crate::turn_order::wrong_shared_turns;

impl Setup {
    /// The fields that the game requires, and those that it does not have.
    pub(crate) fn check_fields(&self, rules: &Rules) -> Result<(), Problems> {
        let mut problems = Problems::default();
        let seats = rules.seats().number();
        if self.seat.is_some_and(|seat| seat > seats) {
            let message = format!("must be from 1 to {seats}");
            problems.add(Problem::new(Code::OutOfRange, "/seat", message));
        }
        match rules.game() {
            Game::Classic => self.check_classic_fields(&mut problems),
            Game::Shuffle => self.check_shuffle_fields(rules, &mut problems),
        }
        problems.into_result(())
    }

    fn check_classic_fields(&self, problems: &mut Problems) {
        let turn = self.turn.unwrap_or_default();
        if turn.phase.is_some_and(|phase| !matches!(phase, Phase::Place | Phase::Over)) {
            let message = "classic has only the phases place and over";
            problems.add(Problem::new(Code::WrongPhase, "/turn/phase", message));
        }
        let mut refuse = |pointer: &str, message: &str| {
            problems.add(Problem::new(Code::OptionsConflict, pointer, message));
        };
        let no_cards = "classic has no cards";
        for (field, _) in turn.given().into_iter().filter(|field| field.1) {
            let message = match field {
                "card" | "drawn" | "drawn_count" => no_cards,
                _ => "only Blokus Shuffle has this field",
            };
            refuse(&format!("/turn/{field}"), message);
        }
        if self.direction == Some(Direction::Counterclockwise) {
            refuse("/direction", "classic is always played clockwise");
        }
        if self.decks.iter().flatten().any(Option::is_some) {
            refuse("/decks", no_cards);
        }
    }

    fn check_shuffle_fields(&self, rules: &Rules, problems: &mut Problems) {
        match &self.turn {
            None => problems.add(missing("/turn")),
            Some(turn) => turn.check_fields(self.seat.is_some(), problems),
        }
        if rules.seats() == Seats::Three && self.shared_turns.is_none() {
            problems.add(missing("/shared_turns"));
        }
        let Some(decks) = &self.decks else {
            return problems.add(missing("/decks"));
        };
        let names = rules.deck_names();
        for name in names {
            match named(decks, name) {
                None => problems.add(missing(&format!("/decks/{name}"))),
                Some(deck) if self.seat.is_some() => deck.check_counts(name, problems),
                Some(_) => {}
            }
        }
        for (name, deck) in DECK_NAMES.iter().zip(decks) {
            if deck.is_some() && !names.contains(name) {
                let message = format!("this game has the decks: {}", names.join(", "));
                let pointer = format!("/decks/{name}");
                problems.add(Problem::new(Code::UnknownField, pointer, message));
            }
        }
    }
}

type DeckSetups = [Option<DeckSetup>; DECK_NAMES.len()];

fn named<'a>(decks: &'a DeckSetups, name: &str) -> Option<&'a DeckSetup> {
    let at = DECK_NAMES.iter().position(|&one| one == name)?;
    decks[at].as_ref()
}

impl DeckSetup {
    /// The numbers of cards that a view has to give.
    fn check_counts(&self, name: &str, problems: &mut Problems) {
        if self.counts.draw.is_none() {
            problems.add(missing(&format!("/decks/{name}/draw_count")));
        }
        if self.counts.hand.is_none() && self.hand.is_none() {
            problems.add(missing(&format!("/decks/{name}/hand_count")));
        }
    }

    /// The deck, if it has all cards; `drawn` are those that were drawn from it this turn.
    fn deal(self, all: CardCounts, drawn: &[Card]) -> Result<Deck, String> {
        let hand = self.hand.unwrap_or_default();
        let found = self.draw.iter().chain(&hand).chain(&self.discard).chain(drawn);
        compare(found.collect(), all, |have, want| have != want)?;
        let pile = self.draw.into_iter().rev().collect();
        Ok(Deck { pile, hand, discard: self.discard })
    }

    /// The deck of a view and the cards drawn from it this turn. The cards that the view does not
    /// show are dealt in any order; `drawn` is none if the drawn cards are among them.
    fn deal_hidden(
        self,
        all: CardCounts,
        drawn: Option<&[Card]>,
    ) -> Result<(Deck, Vec<Card>), String> {
        let shown = self.hand.iter().flatten().chain(&self.discard);
        let shown: CardCounts = shown.chain(drawn.into_iter().flatten()).collect();
        compare(shown, all, |have, want| have > want)?;
        let left = shown.iter().zip(all.0).map(|((card, have), want)| (card, want - have));
        let mut hidden: Vec<Card> =
            left.flat_map(|(card, count)| std::iter::repeat_n(card, count.into())).collect();
        let pile = self.counts.draw.unwrap_or_default();
        let in_hand = if self.hand.is_some() { 0 } else { self.counts.hand.unwrap_or_default() };
        let slots = pile + in_hand + if drawn.is_some() { 0 } else { 2 };
        if slots != hidden.len() {
            return Err(format!("{} of {}", shown.total() + slots, all.total()));
        }
        let drawn = hidden.split_off(pile + in_hand);
        let hidden_hand = hidden.split_off(pile);
        let hand = self.hand.unwrap_or(hidden_hand);
        Ok((Deck { pile: hidden, hand, discard: self.discard }, drawn))
    }
}

/// Reports the kinds of cards whose number is wrong, such as `skip 0 of 1`.
fn compare(found: CardCounts, all: CardCounts, is_wrong: fn(u8, u8) -> bool) -> Result<(), String> {
    let wrong: Vec<String> = found
        .iter()
        .zip(all.0)
        .filter(|&((_, have), want)| is_wrong(have, want))
        .map(|((card, have), want)| format!("{} {have} of {want}", card.name()))
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join(", ")) }
}

fn missing(pointer: &str) -> Problem {
    Problem::new(Code::MissingField, pointer, "this field is required")
}

impl TurnSetup {
    /// The fields that depend on the phase, and whether they are given.
    fn given(&self) -> [(&'static str, bool); 7] {
        [
            ("card", self.card.is_some()),
            ("drawn", self.drawn.is_some()),
            ("drawn_count", self.has_drawn_count),
            ("as_color", self.as_color.is_some()),
            ("target", self.target.is_some()),
            ("recycled", self.recycled.is_some()),
            ("first", self.first.is_some()),
        ]
    }

    fn check_fields(&self, is_view: bool, problems: &mut Problems) {
        if self.color.is_none() && self.phase != Some(Phase::Over) {
            problems.add(missing("/turn/color"));
        }
        let Some(phase) = self.phase else {
            return problems.add(missing("/turn/phase"));
        };
        for (field, is_given) in self.given() {
            let pointer = format!("/turn/{field}");
            if is_given && !is_allowed_in(field, phase) {
                let message = format!("this field is not allowed in the phase {}", phase.name());
                problems.add(Problem::new(Code::WrongPhase, pointer, message));
            } else if is_given {
                if let Some(message) = self.field_conflict(field, phase) {
                    problems.add(Problem::new(Code::WrongPhase, pointer, message));
                }
            } else if self.is_required_in(field, phase) && !(is_view && field == "drawn") {
                problems.add(missing(&pointer));
            }
        }
    }

    /// The problem with a field that the phase allows but the card does not.
    fn field_conflict(&self, field: &str, phase: Phase) -> Option<String> {
        match (field, self.card) {
            ("card", Some(card)) if !leads_to(card, phase) => {
                Some(format!("{} does not lead to the phase {}", card.name(), phase.name()))
            }
            ("as_color", card) if card != Some(Card::Wild) => {
                Some("only Wild declares a colour".to_owned())
            }
            ("recycled", card) if card != Some(Card::Recycle) => {
                Some("only Recycle takes a piece off the board".to_owned())
            }
            ("first", card) if card != Some(Card::DoublePlay) => {
                Some("only Double Play has a second piece".to_owned())
            }
            _ => None,
        }
    }

    fn is_required_in(&self, field: &str, phase: Phase) -> bool {
        match field {
            "card" => phase == Phase::ChoosePiece,
            "drawn" => phase == Phase::ChooseCard,
            "as_color" => phase == Phase::Place && self.card == Some(Card::Wild),
            "target" => phase == Phase::WarpTo,
            _ => false,
        }
    }

    /// The decision; the fields were checked.
    fn decision(&self) -> Decision {
        let place = || {
            Decision::Place(match (self.card, self.as_color, self.recycled, self.first) {
                (_, Some(as_color), ..) => ActiveEffect::Wild(as_color),
                (_, _, Some((owner, piece)), _) => ActiveEffect::Recycled(owner, piece),
                (_, _, _, Some(first)) => ActiveEffect::Second(first),
                (Some(card), ..) => ActiveEffect::Card(card),
                (None, ..) => ActiveEffect::Nothing,
            })
        };
        match self.phase {
            Some(Phase::Opening) => Decision::Opening,
            Some(Phase::PlayCard) => Decision::PlayCard,
            // A view may not show the drawn cards; then these stand for them until decks are loaded.
            Some(Phase::ChooseCard) => Decision::ChooseCard(self.drawn.unwrap_or([Card::Skip; 2])),
            Some(Phase::ChooseColor) => Decision::ChooseColor,
            Some(Phase::ChoosePiece) if self.card == Some(Card::Warp) => Decision::Warp,
            Some(Phase::ChoosePiece) => Decision::Recycle,
            Some(Phase::WarpTo) => {
                self.target.map_or(Decision::Over, |(owner, piece)| Decision::WarpTo(owner, piece))
            }
            Some(Phase::Place) => place(),
            Some(Phase::Over) | None => Decision::Over,
        }
    }
}

/// Whether a field of the turn is allowed in a phase.
fn is_allowed_in(field: &str, phase: Phase) -> bool {
    match field {
        "card" => !matches!(phase, Phase::Opening | Phase::PlayCard | Phase::Over),
        "drawn" | "drawn_count" => phase == Phase::ChooseCard,
        "target" => phase == Phase::WarpTo,
        _ => phase == Phase::Place,
    }
}

/// Whether a card can have led to a phase.
fn leads_to(card: Card, phase: Phase) -> bool {
    match phase {
        Phase::ChooseCard => card == Card::DrawTwo,
        Phase::ChooseColor => card == Card::Wild,
        Phase::ChoosePiece => matches!(card, Card::Recycle | Card::Warp),
        Phase::WarpTo => card == Card::Warp,
        _ => card != Card::DrawTwo,
    }
}

impl State {
    /// Loads decks, direction and turn from the setup and checks that they are possible.
    pub(crate) fn load_shuffle_turn(&mut self, setup: &Setup) -> Result<(), Problems> {
        let turn = setup.turn.unwrap_or_default();
        self.to_move = turn.color;
        self.decision = turn.decision();
        self.shared_turns = setup.shared_turns.unwrap_or_default();
        self.load_decks(setup)?;
        self.check_mover()?;

        let mut problems = Problems::default();
        if let Some(color) = self.to_move {
            match self.decision {
                Decision::Opening => self.check_opening(color, &mut problems),
                Decision::PlayCard => {
                    if self.deck(color).hand.is_empty() {
                        let message = "the hand is empty: there is no card to play";
                        problems.add(
                            Problem::new(Code::WrongPhase, "/turn/phase", message).with_rule("S5"),
                        );
                    }
                }
                _ => self.check_step(color, &mut problems),
            }
        }
        self.load_last_placed(setup, &mut problems);
        self.check_shared_turns(setup, &mut problems);
        problems.into_result(())
    }

    /// Loads the decks: no card is missing or extra, and no hand is too large.
    fn load_decks(&mut self, setup: &Setup) -> Result<(), Problems> {
        let mut problems = Problems::default();
        let turn = setup.turn.unwrap_or_default();
        let mut cards =
            Cards { direction: setup.direction.unwrap_or_default(), ..Cards::default() };
        let drawn_by = self.to_move.map(|color| self.rules.deck_of(color));
        let expected = self.deck_counts();
        for (index, name) in self.rules.deck_names().iter().enumerate() {
            let given = setup.decks.as_ref().and_then(|decks| named(decks, name));
            let given = given.cloned().unwrap_or_default();
            let drawn = match self.decision {
                Decision::ChooseCard(drawn) if drawn_by == Some(index) => drawn.to_vec(),
                _ => Vec::new(),
            };
            let is_large = given.hand.as_ref().is_some_and(|hand| hand.len() > HAND);
            let dealt = if setup.seat.is_some() {
                let is_hidden = !drawn.is_empty() && turn.drawn.is_none();
                given.deal_hidden(expected, (!is_hidden).then_some(&drawn))
            } else {
                given.deal(expected, &drawn).map(|deck| (deck, Vec::new()))
            };
            match dealt {
                Err(wrong) => {
                    let message = format!("wrong number of cards: {wrong}");
                    problems.add(Problem::new(Code::WrongDeck, format!("/decks/{name}"), message));
                }
                Ok((deck, hidden)) => {
                    cards.decks[index] = deck;
                    if let Ok(drawn) = hidden.try_into() {
                        self.decision = Decision::ChooseCard(drawn);
                    }
                }
            }
            if is_large {
                let pointer = format!("/decks/{name}/hand");
                let message = "a hand has at most two cards";
                problems.add(Problem::new(Code::WrongHand, pointer, message));
            }
        }
        self.cards = Some(cards);
        problems.into_result(())
    }

    /// Checks that the colour can be the one to move.
    fn check_mover(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        let wrong_turn = |message: String| Problem::new(Code::WrongTurn, "/turn/color", message);
        match (self.decision, self.to_move) {
            (Decision::Over, mover) => {
                if mover.is_some() {
                    problems.add(wrong_turn("the game is over: color must be null".to_owned()));
                }
                if let Some(alive) = Color::ALL.into_iter().find(|&color| self.is_alive(color)) {
                    let message = format!("the game is not over: {} can still play", alive.name());
                    problems.add(
                        Problem::new(Code::WrongPhase, "/turn/phase", message).with_rule("S10"),
                    );
                }
            }
            (_, Some(color)) if self.board.supply(color).is_empty() => {
                problems.add(
                    wrong_turn(format!("{} has no pieces left", color.name())).with_rule("S8"),
                );
            }
            _ => {}
        }
        problems.into_result(())
    }

    /// Checks the set-up round (S2): one piece each in turn order on corner squares, hands drawn.
    fn check_opening(&self, color: Color, problems: &mut Problems) {
        let placed = self.placements.len();
        if placed >= 4 {
            let message = "the set-up round is over";
            return problems
                .add(Problem::new(Code::WrongPhase, "/turn/phase", message).with_rule("S2"));
        }
        for one in Color::ALL {
            let has = self.placements.iter().filter(|placement| placement.0 == one).count();
            let must = usize::from(self.rules.position(one) < placed);
            if has != must {
                let message = format!(
                    "{} has {} on the board in the set-up round, expected {must}",
                    one.name(),
                    counted(has as u32, "piece")
                );
                problems
                    .add(Problem::new(Code::WrongCounts, "/placements", message).with_rule("S2"));
            }
        }
        let mover = self.rules.turn_order()[placed];
        if color != mover {
            let message = format!("it is {}'s turn", mover.name());
            problems.add(Problem::new(Code::WrongTurn, "/turn/color", message).with_rule("S2"));
        }
        for (index, (owner, placement)) in self.placements.iter().enumerate() {
            let corners = self.rules.start_corners().cells(*owner);
            if !placement.cell_set().meets(&corners) {
                let message = format!("no {} piece covers one of its start corners", owner.name());
                let pointer = format!("/placements/{index}");
                let problem = Problem::new(Code::CornerNotCovered, pointer, message);
                problems.add(problem.with_squares(any_squares(&corners)));
            }
        }
        if self.direction() == Direction::Counterclockwise {
            let message = "must be clockwise in the set-up round";
            problems.add(Problem::new(Code::WrongDirection, "/direction", message));
        }
        let all_cards = self.deck_counts().total();
        for (index, (name, deck)) in self.decks().enumerate() {
            if !deck.discard.is_empty() {
                let pointer = format!("/decks/{name}/discard");
                let message = "must be empty in the set-up round";
                problems.add(Problem::new(Code::WrongDeck, pointer, message).with_rule("S2"));
            }
            let mut owners = Color::ALL.into_iter().filter(|&one| self.rules.deck_of(one) == index);
            let has_placed = owners.any(|one| self.board.has_placed(one));
            let must = if has_placed { all_cards.min(HAND) } else { 0 };
            if deck.hand.len() != must {
                let pointer = format!("/decks/{name}/hand");
                let message = format!("must have {}", counted(must as u32, "card"));
                problems.add(Problem::new(Code::WrongHand, pointer, message));
            }
        }
    }

    /// A step after the first of a turn: a card was played and led to this decision.
    fn check_step(&self, color: Color, problems: &mut Problems) {
        let deck = self.deck(color);
        let name = self.rules.deck_names()[self.rules.deck_of(color)];
        if deck.hand.len() >= HAND {
            let pointer = format!("/decks/{name}/hand");
            let message = "must have at most one card after a card was played";
            problems.add(Problem::new(Code::WrongHand, pointer, message).with_rule("S5"));
        }
        let card = self.decision.card();
        if let Some(card) = card.filter(|card| !deck.discard.contains(card)) {
            let pointer = format!("/decks/{name}/discard");
            let message = format!("must contain {}, which was played this turn", card.name());
            problems.add(Problem::new(Code::WrongDeck, pointer, message).with_rule("S5"));
        }
        let cannot = |field: &str, card: Card| {
            let message = format!("{} cannot be carried out", card.name());
            Problem::new(Code::WrongPhase, format!("/turn/{field}"), message).with_rule(card.rule())
        };
        match self.decision {
            Decision::ChooseColor if self.wild_colors(color).next().is_none() => {
                problems.add(cannot("phase", Card::Wild));
            }
            Decision::Recycle if self.recyclable(color).next().is_none() => {
                problems.add(cannot("phase", Card::Recycle));
            }
            Decision::Warp if self.warpable(color).next().is_none() => {
                problems.add(cannot("phase", Card::Warp));
            }
            Decision::WarpTo(owner, piece) => {
                self.check_target(color, owner, Some(piece), "/turn/target", problems);
            }
            Decision::Place(ActiveEffect::Wild(as_color)) => {
                self.check_wild(color, as_color, "/turn/as_color", problems);
            }
            Decision::Place(effect @ ActiveEffect::Card(Card::EdgeToEdge))
                if !self.can_place_under(color, effect) =>
            {
                problems.add(cannot("card", Card::EdgeToEdge));
            }
            Decision::Place(ActiveEffect::Recycled(owner, piece)) => {
                self.check_recycled_piece(color, owner, piece, problems);
            }
            Decision::Place(effect @ ActiveEffect::Second(first)) => {
                let is_last = self.last_placed[color] == Some(first);
                if !is_last || !self.can_place_under(color, effect) {
                    let message =
                        format!("{} cannot be the first piece of a Double Play here", first.name());
                    problems.add(
                        Problem::new(Code::WrongPhase, "/turn/first", message).with_rule("S27"),
                    );
                }
            }
            _ => {}
        }
    }

    /// S25: the recycled piece is one of the seat's own and not on the board.
    fn check_recycled_piece(
        &self,
        color: Color,
        owner: Color,
        piece: Piece,
        problems: &mut Problems,
    ) {
        let pointer = "/turn/recycled";
        if !self.rules.own_colors(color).any(|own| own == owner) {
            problems.add(wrong_recycle_owner(pointer));
        }
        if !self.board.supply(owner).has(piece) {
            let message = format!("{} {} is on the board", owner.name(), piece.name());
            problems.add(Problem::new(Code::NotInSupply, pointer, message).with_rule("S25"));
        }
    }

    /// Loads the last piece of each colour: the last in the list, or none after a Recycle (P7).
    fn load_last_placed(&mut self, setup: &Setup, problems: &mut Problems) {
        for (color, &said) in setup.last_placed.iter().flat_map(ByColor::iter) {
            let last = self.last_placed[color];
            let has_just_placed = self.to_move == Some(color)
                && matches!(self.decision, Decision::Place(ActiveEffect::Second(_)));
            let is_right = match said {
                None if has_just_placed => false,
                None if self.decision != Decision::Opening => {
                    self.last_placed[color] = None;
                    true
                }
                said => said == last,
            };
            if !is_right {
                problems.add(self.wrong_last_placed(color));
            }
        }
    }

    fn check_shared_turns(&self, setup: &Setup, problems: &mut Problems) {
        let placed = self.placements.len();
        let is_right = match (self.rules.shared_color(), self.decision) {
            (None, _) => self.shared_turns == 0,
            (Some(shared), Decision::Opening) => {
                let over = u32::from(self.rules.position(shared) < placed);
                placed >= 4 || self.shared_turns == over
            }
            (Some(_), _) => self.shared_turns >= 1,
        };
        if setup.shared_turns.is_some() && !is_right {
            problems.add(wrong_shared_turns());
        }
    }
}
