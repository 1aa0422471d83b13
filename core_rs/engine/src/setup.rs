//! A state as it was received: the types are right, but nothing is checked against the rules.
//! [`State::new`](crate::state::State::new) checks it.

use crate::card::{Card, CardCounts, KINDS};
use crate::color::{ByColor, Color, Direction};
use crate::data::{Kind, Node, Path, Reader};
use crate::deck::MAX_CARDS;
use crate::location::Location;
use crate::phase::Phase;
use crate::piece::{PIECES, Piece};
use crate::problem::{Code, Problems};
use crate::ruleset::{DECK_SIZE_MESSAGE, Options, Seats};

/// A position and its rules, not checked.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The options of the game.
    pub options: Options,
    /// The pieces on the board, oldest first.
    pub placements: Vec<PlacementSetup>,
    /// The turn.
    pub turn: Option<TurnSetup>,
    /// The direction of play.
    pub direction: Option<Direction>,
    /// The decks, in the order of [`DECK_NAMES`].
    pub decks: Option<[Option<DeckSetup>; DECK_NAMES.len()]>,
    /// The last piece of each colour; the outer none if the field is absent.
    pub last_placed: ByColor<Option<Option<Piece>>>,
    /// How many turns the shared colour has had.
    pub shared_turns: Option<u32>,
}

/// A piece on the board, not checked.
#[derive(Clone, Debug)]
pub struct PlacementSetup {
    /// The owner of the piece.
    pub color: Color,
    /// Which piece.
    pub piece: Piece,
    /// Where it is.
    pub location: Location,
}

/// The turn, not checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnSetup {
    /// The colour to move; the outer none if the field is absent, the inner if it is null.
    pub color: Option<Option<Color>>,
    /// The phase.
    pub phase: Option<Phase>,
    /// The card in force, or the card that led to the phase.
    pub card: Option<Card>,
    /// The two cards of a Draw 2.
    pub drawn: Option<[Card; 2]>,
    /// The colour declared with Wild.
    pub as_color: Option<Color>,
    /// The piece that is to be warped.
    pub target: Option<(Color, Piece)>,
    /// The piece that was taken off the board with Recycle.
    pub recycled: Option<(Color, Piece)>,
    /// The first piece of a Double Play.
    pub first: Option<Piece>,
}

/// The cards of a deck, not checked.
#[derive(Clone, Debug, Default)]
pub struct DeckSetup {
    /// The draw pile, top card first.
    pub draw: Vec<Card>,
    /// The hand.
    pub hand: Vec<Card>,
    /// The discard pile, oldest card first.
    pub discard: Vec<Card>,
}

/// Every name that a deck can have; which ones a game has depends on its seats (S3).
pub const DECK_NAMES: [&str; 6] = ["blue", "yellow", "red", "green", "seat1", "seat2"];

/// The largest number of the shared colour's turns that a state may have.
pub const MAX_SHARED_TURNS: u32 = i32::MAX as u32;

/// All pieces of all colours (G2).
const MAX_PLACEMENTS: usize = 4 * PIECES;

impl Setup {
    /// Reads a setup from untrusted data.
    ///
    /// # Errors
    /// Every value that has the wrong type, is missing, unknown or out of range.
    pub fn read<N: Node>(node: &N) -> Result<Self, Problems> {
        let mut reader = Reader::default();
        let setup = reader.setup(node, &Path::Root(""));
        reader.problems.into_result(setup)
    }
}

impl Options {
    /// Reads options from untrusted data.
    ///
    /// # Errors
    /// Every value that has the wrong type, is unknown or out of range.
    pub fn read<N: Node>(node: &N) -> Result<Self, Problems> {
        let mut reader = Reader::default();
        let options = reader.options(node, &Path::Root(""));
        reader.problems.into_result(options)
    }
}

/// The value unless it is absent or null.
pub(crate) fn given<N: Node>(node: Option<N>) -> Option<N> {
    node.filter(|node| node.kind() != Kind::Null)
}

impl Reader {
    fn setup<N: Node>(&mut self, node: &N, path: &Path) -> Setup {
        let mut setup = Setup::default();
        let names =
            ["rules", "placements", "turn", "direction", "decks", "last_placed", "shared_turns"];
        let Some([rules, placements, turn, direction, decks, last_placed, shared_turns]) =
            self.fields(node, path, names)
        else {
            return setup;
        };
        if let Some(rules) = rules {
            setup.options = self.options(&rules, &path.field("rules"));
        }
        if let Some(placements) = placements {
            setup.placements = self.placements(&placements, &path.field("placements"));
        }
        if let Some(turn) = given(turn) {
            setup.turn = Some(self.turn(&turn, &path.field("turn")));
        }
        if let Some(direction) = given(direction) {
            let path = path.field("direction");
            setup.direction = self.name(&direction, &path, Code::UnknownValue);
        }
        if let Some(decks) = given(decks) {
            setup.decks = self.decks(&decks, &path.field("decks"));
        }
        if let Some(last_placed) = last_placed {
            setup.last_placed = self.last_placed(&last_placed, &path.field("last_placed"));
        }
        if let Some(shared_turns) = shared_turns {
            let turns =
                self.int(&shared_turns, &path.field("shared_turns"), 0, MAX_SHARED_TURNS.into());
            setup.shared_turns = turns.map(|turns| turns as u32);
        }
        setup
    }

    fn options<N: Node>(&mut self, node: &N, path: &Path) -> Options {
        let mut options = Options::default();
        let names = [
            "game",
            "seats",
            "teams",
            "shared_color",
            "first_color",
            "start_corners",
            "scoring",
            "monomino_bonus",
            "deck",
        ];
        let Some([game, seats, teams, shared, first, corners, scoring, bonus, deck]) =
            self.fields(node, path, names)
        else {
            return options;
        };
        if let Some(game) = game {
            let game = self.name(&game, &path.field("game"), Code::UnknownValue);
            options.game = game.unwrap_or_default();
        }
        if let Some(seats) = seats {
            let seats = self.int(&seats, &path.field("seats"), 2, 4).and_then(Seats::from_number);
            options.seats = seats.unwrap_or_default();
        }
        if let Some(teams) = teams {
            options.teams = self.boolean(&teams, &path.field("teams")).unwrap_or_default();
        }
        if let Some(shared) = given(shared) {
            options.shared_color = self.color(&shared, &path.field("shared_color"));
        }
        if let Some(first) = first {
            options.first_color = self.color(&first, &path.field("first_color"));
        }
        if let Some(corners) = corners {
            let path = path.field("start_corners");
            let corners = self.name(&corners, &path, Code::UnknownValue);
            options.start_corners = corners.unwrap_or_default();
        }
        if let Some(scoring) = scoring {
            let scoring = self.name(&scoring, &path.field("scoring"), Code::UnknownValue);
            options.scoring = scoring.unwrap_or_default();
        }
        if let Some(bonus) = given(bonus) {
            let path = path.field("monomino_bonus");
            options.monomino_bonus = self.name(&bonus, &path, Code::UnknownValue);
        }
        if let Some(deck) = given(deck) {
            options.deck = self.composition(&deck, &path.field("deck"));
        }
        options
    }

    /// How many cards of each kind; the default is 0.
    fn composition<N: Node>(&mut self, node: &N, path: &Path) -> Option<CardCounts> {
        let before = self.problems.len();
        let values = self.fields(node, path, Card::ALL.map(Card::name))?;
        let mut counts = [Some(0); KINDS];
        for ((count, card), value) in counts.iter_mut().zip(Card::ALL).zip(values) {
            if let Some(value) = value {
                let most = CardCounts::MAX as i64;
                *count = self.int(&value, &path.field(card.name()), 0, most);
            }
        }
        if self.problems.len() > before {
            return None;
        }
        let counts = CardCounts(counts.map(|count| count.unwrap_or_default() as u8));
        if !counts.is_allowed() {
            self.problem(Code::OutOfRange, path, DECK_SIZE_MESSAGE);
        }
        Some(counts)
    }

    pub(crate) fn card<N: Node>(&mut self, node: &N, path: &Path) -> Option<Card> {
        self.name(node, path, Code::UnknownCard)
    }

    pub(crate) fn color<N: Node>(&mut self, node: &N, path: &Path) -> Option<Color> {
        self.name(node, path, Code::UnknownColor)
    }

    pub(crate) fn piece<N: Node>(&mut self, node: &N, path: &Path) -> Option<Piece> {
        self.name(node, path, Code::UnknownPiece)
    }

    pub(crate) fn placements<N: Node>(&mut self, node: &N, path: &Path) -> Vec<PlacementSetup> {
        let Some(len) = self.list(node, path) else {
            return Vec::new();
        };
        if len > MAX_PLACEMENTS {
            self.problem(Code::TooManyPlacements, path, "there are only 84 pieces");
            return Vec::new();
        }
        let mut placements = Vec::with_capacity(len);
        node.items(&mut |index, item| {
            placements.extend(self.placement(&item, &path.item(index)));
        });
        placements
    }

    fn placement<N: Node>(&mut self, node: &N, path: &Path) -> Option<PlacementSetup> {
        let names = ["color", "piece", "orientation", "row", "col", "cells"];
        let [color, piece, orientation, row, col, cells] = self.fields(node, path, names)?;
        let color = self.required(color, &path.field("color"), Self::color);
        let piece = self.required(piece, &path.field("piece"), Self::piece);
        let location = self.location([orientation, row, col], cells, path);
        Some(PlacementSetup { color: color?, piece: piece?, location: location? })
    }

    pub(crate) fn required<N: Node, T>(
        &mut self,
        node: Option<N>,
        path: &Path,
        read: impl FnOnce(&mut Self, &N, &Path) -> Option<T>,
    ) -> Option<T> {
        if let Some(node) = node {
            return read(self, &node, path);
        }
        self.missing(path);
        None
    }

    fn turn<N: Node>(&mut self, node: &N, path: &Path) -> TurnSetup {
        let mut turn = TurnSetup::default();
        let names = ["color", "phase", "card", "drawn", "as_color", "target", "recycled", "first"];
        let Some([color, phase, card, drawn, as_color, target, recycled, first]) =
            self.fields(node, path, names)
        else {
            return turn;
        };
        if let Some(color) = color {
            turn.color = match color.kind() {
                Kind::Null => Some(None),
                _ => self.color(&color, &path.field("color")).map(Some),
            };
        }
        if let Some(phase) = phase {
            turn.phase = self.name(&phase, &path.field("phase"), Code::UnknownValue);
        }
        if let Some(card) = given(card) {
            turn.card = self.card(&card, &path.field("card"));
        }
        if let Some(drawn) = given(drawn) {
            turn.drawn = self.drawn(&drawn, &path.field("drawn"));
        }
        if let Some(as_color) = given(as_color) {
            turn.as_color = self.color(&as_color, &path.field("as_color"));
        }
        if let Some(target) = given(target) {
            turn.target = self.piece_ref(&target, &path.field("target"));
        }
        if let Some(recycled) = given(recycled) {
            turn.recycled = self.piece_ref(&recycled, &path.field("recycled"));
        }
        if let Some(first) = given(first) {
            turn.first = self.piece(&first, &path.field("first"));
        }
        turn
    }

    fn drawn<N: Node>(&mut self, node: &N, path: &Path) -> Option<[Card; 2]> {
        if self.list(node, path)? != 2 {
            self.problem(Code::OutOfRange, path, "must be two cards");
            return None;
        }
        self.cards(node, path).try_into().ok()
    }

    /// A colour and one of its pieces.
    fn piece_ref<N: Node>(&mut self, node: &N, path: &Path) -> Option<(Color, Piece)> {
        let [color, piece] = self.fields(node, path, ["color", "piece"])?;
        let color = self.required(color, &path.field("color"), Self::color);
        let piece = self.required(piece, &path.field("piece"), Self::piece);
        Some((color?, piece?))
    }

    fn decks<N: Node>(
        &mut self,
        node: &N,
        path: &Path,
    ) -> Option<[Option<DeckSetup>; DECK_NAMES.len()]> {
        let values = self.fields(node, path, DECK_NAMES)?;
        let mut decks = [const { None }; DECK_NAMES.len()];
        for ((deck, value), name) in decks.iter_mut().zip(values).zip(DECK_NAMES) {
            *deck = value.map(|value| self.deck(&value, &path.field(name)));
        }
        Some(decks)
    }

    fn deck<N: Node>(&mut self, node: &N, path: &Path) -> DeckSetup {
        let names = ["draw", "hand", "discard"];
        let Some(values) = self.fields(node, path, names) else {
            return DeckSetup::default();
        };
        let mut lists = values.into_iter().zip(names).map(|(value, name)| {
            let path = path.field(name);
            value.map(|value| self.pile(&value, &path)).unwrap_or_default()
        });
        let mut next = || lists.next().unwrap_or_default();
        DeckSetup { draw: next(), hand: next(), discard: next() }
    }

    fn pile<N: Node>(&mut self, node: &N, path: &Path) -> Vec<Card> {
        match self.list(node, path) {
            Some(len) if len > MAX_CARDS => {
                self.problem(Code::OutOfRange, path, "a deck has at most 120 cards");
                Vec::new()
            }
            Some(_) => self.cards(node, path),
            None => Vec::new(),
        }
    }

    fn cards<N: Node>(&mut self, node: &N, path: &Path) -> Vec<Card> {
        let mut cards = Vec::new();
        node.items(&mut |index, item| cards.extend(self.card(&item, &path.item(index))));
        cards
    }

    fn last_placed<N: Node>(&mut self, node: &N, path: &Path) -> ByColor<Option<Option<Piece>>> {
        let mut last = ByColor::default();
        let Some(values) = self.fields(node, path, Color::ALL.map(Color::name)) else {
            return last;
        };
        for (color, value) in Color::ALL.into_iter().zip(values) {
            last[color] = value.and_then(|value| match value.kind() {
                Kind::Null => Some(None),
                _ => self.piece(&value, &path.field(color.name())).map(Some),
            });
        }
        last
    }
}
