//! A state as it was received: the types are right, but nothing is checked against the rules.
//! [`State::new`](crate::state::State::new) checks it.

use crate::card::{Card, CardCounts, KINDS};
use crate::color::{ByColor, Color, Direction};
use crate::data::{Kind, Node, Path, Reader, Section};
use crate::deck::{HAND, MAX_CARDS};
use crate::location::Location;
use crate::phase::Phase;
use crate::piece::{PIECES, Piece};
use crate::problem::{Code, Problems};
use crate::ruleset::{DECK_SIZE_MESSAGE, Options, Seat, Seats};

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
    /// The last piece of each colour; the outer none if it is to be derived from the placements.
    pub last_placed: Option<ByColor<Option<Piece>>>,
    /// How many turns the shared colour has had.
    pub shared_turns: Option<u32>,
    /// The seat that this is the view of; none if it is a whole state.
    pub seat: Option<Seat>,
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
    /// The colour to move.
    pub color: Option<Color>,
    /// The phase.
    pub phase: Option<Phase>,
    /// The card in force, or the card that led to the phase.
    pub card: Option<Card>,
    /// The two cards of a Draw 2.
    pub drawn: Option<[Card; 2]>,
    /// Whether their number is given, as in a view.
    pub has_drawn_count: bool,
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
    /// The draw pile, top card first; empty in a view.
    pub draw: Vec<Card>,
    /// The hand; none if a view does not show it.
    pub hand: Option<Vec<Card>>,
    /// The discard pile, oldest card first.
    pub discard: Vec<Card>,
    /// The numbers of cards, in a view.
    pub counts: DeckCounts,
}

/// The numbers of cards that a view gives of a deck, not checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeckCounts {
    /// How many cards the draw pile has.
    pub draw: Option<usize>,
    /// How many cards the hand has.
    pub hand: Option<usize>,
}

/// Every name that a deck can have; which ones a game has depends on its seats (S3).
pub const DECK_NAMES: [&str; 6] = ["blue", "yellow", "red", "green", "seat1", "seat2"];

/// The largest number of the shared colour's turns that a state may have.
pub const MAX_SHARED_TURNS: u32 = i32::MAX as u32;

/// All pieces of all colours (G2).
const MAX_PLACEMENTS: usize = 4 * PIECES;

const STATE: [&str; 7] =
    ["rules", "placements", "turn", "direction", "decks", "last_placed", "shared_turns"];
const VIEW: [&str; 8] =
    ["seat", "rules", "placements", "turn", "direction", "decks", "last_placed", "shared_turns"];
const RULES: [&str; 9] = [
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
const TURN: [&str; 8] =
    ["color", "phase", "card", "drawn", "as_color", "target", "recycled", "first"];
const TURN_VIEW: [&str; 9] =
    ["color", "phase", "card", "drawn", "drawn_count", "as_color", "target", "recycled", "first"];
const PLACEMENT: [&str; 6] = ["color", "piece", "orientation", "row", "col", "cells"];
const DECK: [&str; 3] = ["draw", "hand", "discard"];
const DECK_VIEW: [&str; 4] = ["draw_count", "hand_count", "hand", "discard"];

/// Where misplaced fields belong. `color`, the first field of two sections, belongs in several.
static STATE_SECTIONS: [Section; 5] = sections(&STATE, TURN.split_at(1).1, &DECK);
static VIEW_SECTIONS: [Section; 5] = sections(&VIEW, TURN_VIEW.split_at(1).1, &DECK_VIEW);

const fn sections(
    top: &'static [&'static str],
    turn: &'static [&'static str],
    deck: &'static [&'static str],
) -> [Section; 5] {
    [
        Section { hint: "belongs at the top level; ", fields: top },
        Section { hint: "belongs in rules; ", fields: &RULES },
        Section { hint: "belongs in turn; ", fields: turn },
        Section { hint: "belongs in placements; ", fields: PLACEMENT.split_at(1).1 },
        Section { hint: "belongs in decks; ", fields: deck },
    ]
}

impl Setup {
    /// Reads a setup from untrusted data.
    ///
    /// # Errors
    /// Every value that has the wrong type, is missing, unknown or out of range.
    pub fn read<N: Node>(node: &N) -> Result<Self, Problems> {
        let mut reader = Reader { sections: &STATE_SECTIONS, ..Reader::default() };
        let fields = reader.fields(node, &Path::Root(""), STATE);
        let setup = fields.map(|[a, b, c, d, e, f, g]| reader.setup([None, a, b, c, d, e, f, g]));
        reader.problems.into_result(setup.unwrap_or_default())
    }

    /// Reads a view from untrusted data: a setup in which the cards that a seat does not see are
    /// given as numbers.
    ///
    /// # Errors
    /// Every value that has the wrong type, is missing, unknown or out of range.
    pub fn read_view<N: Node>(node: &N) -> Result<Self, Problems> {
        let mut reader = Reader { sections: &VIEW_SECTIONS, is_view: true, ..Reader::default() };
        let setup = reader.fields(node, &Path::Root(""), VIEW).map(|fields| reader.setup(fields));
        reader.problems.into_result(setup.unwrap_or_default())
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

impl Reader {
    /// The fields of a state or a view, in the order of [`VIEW`].
    fn setup<N: Node>(&mut self, fields: [Option<N>; VIEW.len()]) -> Setup {
        let mut setup = Setup::default();
        let [seat, rules, placements, turn, direction, decks, last_placed, shared_turns] = fields;
        let path = Path::Root("");
        if self.is_view {
            let seat = self.required(seat, &path.field("seat"), |reader, seat, path| {
                reader.int(seat, path, 1, Seats::Four.number().into())
            });
            setup.seat = seat.map(|seat| seat as Seat);
        }
        if let Some(rules) = rules {
            setup.options = self.options(&rules, &path.field("rules"));
        }
        if let Some(placements) = placements {
            setup.placements = self.placements(&placements, &path.field("placements"));
        }
        if let Some(turn) = turn {
            setup.turn = Some(self.turn(&turn, &path.field("turn")));
        }
        if let Some(direction) = direction {
            let path = path.field("direction");
            setup.direction = self.name(&direction, &path, Code::UnknownValue);
        }
        if let Some(decks) = decks {
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
        let Some([game, seats, teams, shared, first, corners, scoring, bonus, deck]) =
            self.fields(node, path, RULES)
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
        if let Some(shared) = shared {
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
        if let Some(bonus) = bonus {
            let path = path.field("monomino_bonus");
            options.monomino_bonus = self.name(&bonus, &path, Code::UnknownValue);
        }
        if let Some(deck) = deck {
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
        let [color, piece, orientation, row, col, cells] = self.fields(node, path, PLACEMENT)?;
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
        let fields = if self.is_view {
            self.fields(node, path, TURN_VIEW)
        } else {
            let fields = self.fields(node, path, TURN);
            fields.map(|[a, b, c, d, e, f, g, h]| [a, b, c, d, None, e, f, g, h])
        };
        let Some([color, phase, card, drawn, drawn_count, as_color, target, recycled, first]) =
            fields
        else {
            return turn;
        };
        if let Some(color) = color {
            turn.color = self.color(&color, &path.field("color"));
        }
        if let Some(phase) = phase {
            turn.phase = self.name(&phase, &path.field("phase"), Code::UnknownValue);
        }
        if let Some(card) = card {
            turn.card = self.card(&card, &path.field("card"));
        }
        // Generated clients send an empty list for cards that are not given.
        if let Some(drawn) = drawn.filter(|drawn| drawn.kind() != Kind::List(0)) {
            turn.drawn = self.drawn(&drawn, &path.field("drawn"));
        }
        if let Some(count) = drawn_count {
            turn.has_drawn_count = true;
            let path = path.field("drawn_count");
            if self
                .int(&count, &path, i32::MIN.into(), i32::MAX.into())
                .is_some_and(|count| count != 2)
            {
                self.problem(Code::OutOfRange, &path, "must be 2");
            }
        }
        if let Some(as_color) = as_color {
            turn.as_color = self.color(&as_color, &path.field("as_color"));
        }
        if let Some(target) = target {
            turn.target = self.piece_ref(&target, &path.field("target"));
        }
        if let Some(recycled) = recycled {
            turn.recycled = self.piece_ref(&recycled, &path.field("recycled"));
        }
        if let Some(first) = first {
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
        if self.is_view {
            return self.deck_view(node, path);
        }
        let Some([draw, hand, discard]) = self.fields(node, path, DECK) else {
            return DeckSetup::default();
        };
        DeckSetup {
            draw: self.pile(draw, &path.field("draw")).unwrap_or_default(),
            hand: Some(self.pile(hand, &path.field("hand")).unwrap_or_default()),
            discard: self.pile(discard, &path.field("discard")).unwrap_or_default(),
            counts: DeckCounts::default(),
        }
    }

    fn deck_view<N: Node>(&mut self, node: &N, path: &Path) -> DeckSetup {
        let Some([draw_count, hand_count, hand, discard]) = self.fields(node, path, DECK_VIEW)
        else {
            return DeckSetup::default();
        };
        let mut count = |node: Option<N>, name, max: usize| {
            let number = self.int(&node?, &path.field(name), 0, max as i64)?;
            Some(number as usize)
        };
        let counts = DeckCounts {
            draw: count(draw_count, "draw_count", MAX_CARDS),
            hand: count(hand_count, "hand_count", HAND),
        };
        // Generated clients send an empty list for a hand that is not given.
        let is_hidden = |hand: &N| hand.kind() == Kind::List(0) && counts.hand > Some(0);
        let before = self.problems.len();
        let hand = self.pile(hand.filter(|hand| !is_hidden(hand)), &path.field("hand"));
        if let (Some(count), Some(cards)) = (counts.hand, &hand)
            && count != cards.len()
            && self.problems.len() == before
        {
            let message = format!("must be {}, the number of cards in hand", cards.len());
            self.problem(Code::WrongHand, &path.field("hand_count"), message);
        }
        DeckSetup {
            draw: Vec::new(),
            hand,
            discard: self.pile(discard, &path.field("discard")).unwrap_or_default(),
            counts,
        }
    }

    fn pile<N: Node>(&mut self, node: Option<N>, path: &Path) -> Option<Vec<Card>> {
        let node = node?;
        let len = self.list(&node, path)?;
        if len > MAX_CARDS {
            self.problem(Code::OutOfRange, path, "a deck has at most 120 cards");
            return None;
        }
        Some(self.cards(&node, path))
    }

    fn cards<N: Node>(&mut self, node: &N, path: &Path) -> Vec<Card> {
        let mut cards = Vec::new();
        node.items(&mut |index, item| cards.extend(self.card(&item, &path.item(index))));
        cards
    }

    /// The last piece of each colour; a colour that is not named has none.
    fn last_placed<N: Node>(&mut self, node: &N, path: &Path) -> Option<ByColor<Option<Piece>>> {
        let values = self.fields(node, path, Color::ALL.map(Color::name))?;
        let mut last = ByColor::default();
        for (color, value) in Color::ALL.into_iter().zip(values) {
            last[color] = value.and_then(|value| self.piece(&value, &path.field(color.name())));
        }
        Some(last)
    }
}
