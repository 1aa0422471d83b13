//! The actions of a player, and reading them from untrusted data.

use crate::card::Card;
use crate::color::Color;
use crate::data::{Kind, Node, Path, Reader};
use crate::location::Location;
use crate::name::impl_names;
use crate::piece::{Piece, Placement};
use crate::problem::{Code, Problems};

/// A well-formed action. Whether it is legal is not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Place a piece of this colour: the one whose turn it is, or a recycled piece of the seat's
    /// other colour (S25).
    Place(Color, Placement),
    /// Pass.
    Pass,
    /// Play a card from the hand (S5).
    PlayCard(Card),
    /// Choose one of the two cards of Draw 2 (S22).
    ChooseCard(Card),
    /// Declare a colour for Wild (S23).
    ChooseColor(Color),
    /// Choose the piece to recycle or to warp (S25, S26).
    ChoosePiece(Color, Piece),
    /// Place the warped piece on its new squares (S26).
    WarpTo(Placement),
}

/// An action as it was received, not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionSetup {
    /// Place a piece. The piece is none if its name is not one of G4.
    Place {
        /// Whose piece; none is the colour whose turn it is.
        color: Option<Color>,
        /// Which piece.
        piece: Option<Piece>,
        /// Where.
        location: Location,
    },
    /// Pass.
    Pass,
    /// Play a card from the hand.
    PlayCard(Card),
    /// Choose one of the two cards of Draw 2.
    ChooseCard(Card),
    /// Declare a colour for Wild.
    ChooseColor(Color),
    /// Choose the piece to recycle or to warp; none if its name is not one of G4.
    ChoosePiece(Color, Option<Piece>),
    /// Place the warped piece on its new squares.
    WarpTo(Location),
}

impl From<Action> for ActionSetup {
    fn from(action: Action) -> Self {
        match action {
            Action::Place(color, placement) => Self::Place {
                color: Some(color),
                piece: Some(placement.piece()),
                location: Location::of(placement),
            },
            Action::Pass => Self::Pass,
            Action::PlayCard(card) => Self::PlayCard(card),
            Action::ChooseCard(card) => Self::ChooseCard(card),
            Action::ChooseColor(color) => Self::ChooseColor(color),
            Action::ChoosePiece(color, piece) => Self::ChoosePiece(color, Some(piece)),
            Action::WarpTo(placement) => Self::WarpTo(Location::of(placement)),
        }
    }
}

impl ActionSetup {
    /// Reads an action from untrusted data; `pointer` is its JSON pointer.
    ///
    /// # Errors
    /// Every value that has the wrong type, is missing, unknown or out of range. An unknown piece
    /// name is not among them: such an action is well-formed but illegal (G4).
    pub fn read<N: Node>(node: &N, pointer: &str) -> Result<Self, Problems> {
        let mut reader = Reader::default();
        match reader.action(node, &Path::Root(pointer)) {
            Some(action) => reader.problems.into_result(action),
            None => Err(reader.problems),
        }
    }

    /// The type of the action.
    #[must_use]
    pub const fn kind(&self) -> ActionType {
        match self {
            Self::Place { .. } => ActionType::Place,
            Self::Pass => ActionType::Pass,
            Self::PlayCard(_) => ActionType::PlayCard,
            Self::ChooseCard(_) => ActionType::ChooseCard,
            Self::ChooseColor(_) => ActionType::ChooseColor,
            Self::ChoosePiece(..) => ActionType::ChoosePiece,
            Self::WarpTo(_) => ActionType::WarpTo,
        }
    }
}

/// The types of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionType {
    /// Place a piece.
    Place,
    /// Pass.
    Pass,
    /// Play a card from the hand.
    PlayCard,
    /// Choose one of the two cards of Draw 2.
    ChooseCard,
    /// Declare a colour for Wild.
    ChooseColor,
    /// Choose the piece to recycle or to warp.
    ChoosePiece,
    /// Place the warped piece on its new squares.
    WarpTo,
}

impl ActionType {
    /// Every type.
    pub const ALL: [Self; 7] = [
        Self::Place,
        Self::Pass,
        Self::PlayCard,
        Self::ChooseCard,
        Self::ChooseColor,
        Self::ChoosePiece,
        Self::WarpTo,
    ];

    /// The name in an action's `type`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Pass => "pass",
            Self::PlayCard => "play_card",
            Self::ChooseCard => "choose_card",
            Self::ChooseColor => "choose_color",
            Self::ChoosePiece => "choose_piece",
            Self::WarpTo => "warp_to",
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(ActionType);

impl Reader {
    fn action<N: Node>(&mut self, node: &N, path: &Path) -> Option<ActionSetup> {
        match self.action_type(node, path)? {
            ActionType::Place => self.place(node, path),
            ActionType::Pass => {
                let _ = self.fields_without_cells(node, path, ["type"])?;
                Some(ActionSetup::Pass)
            }
            ActionType::PlayCard => self.one_card(node, path).map(ActionSetup::PlayCard),
            ActionType::ChooseCard => self.one_card(node, path).map(ActionSetup::ChooseCard),
            ActionType::ChooseColor => {
                let [_, color] = self.fields_without_cells(node, path, ["type", "color"])?;
                let color = self.required(color, &path.field("color"), Self::color)?;
                Some(ActionSetup::ChooseColor(color))
            }
            ActionType::ChoosePiece => {
                let names = ["type", "color", "piece"];
                let [_, color, piece] = self.fields_without_cells(node, path, names)?;
                let color = self.required(color, &path.field("color"), Self::color);
                let piece = self.piece_name(piece, path);
                Some(ActionSetup::ChoosePiece(color?, piece?))
            }
            ActionType::WarpTo => {
                let names = ["type", "orientation", "row", "col", "cells"];
                let [_, orientation, row, col, cells] = self.fields(node, path, names)?;
                self.location([orientation, row, col], cells, path).map(ActionSetup::WarpTo)
            }
        }
    }

    /// The fields of an action that puts no piece anywhere. Generated clients send an empty list for
    /// squares that are not given.
    fn fields_without_cells<N: Node, const COUNT: usize>(
        &mut self,
        node: &N,
        path: &Path,
        names: [&str; COUNT],
    ) -> Option<[Option<N>; COUNT]> {
        let is_ignored = |name: &str, value: &N| name == "cells" && value.kind() == Kind::List(0);
        self.fields_unless(node, path, names, is_ignored)
    }

    fn action_type<N: Node>(&mut self, node: &N, path: &Path) -> Option<ActionType> {
        if node.kind() != Kind::Map {
            self.problem(Code::WrongType, path, "must be an object");
            return None;
        }
        let mut given = None;
        node.fields(&mut |name, value| {
            if name == Some("type") && value.kind() != Kind::Null {
                given = Some(value);
            }
        });
        let path = path.field("type");
        let Some(given) = given else {
            self.missing(&path);
            return None;
        };
        self.name(&given, &path, Code::UnknownValue)
    }

    fn place<N: Node>(&mut self, node: &N, path: &Path) -> Option<ActionSetup> {
        let names = ["type", "color", "piece", "orientation", "row", "col", "cells"];
        let [_, color, piece, orientation, row, col, cells] = self.fields(node, path, names)?;
        let color = match color {
            Some(color) => self.color(&color, &path.field("color")).map(Some),
            None => Some(None),
        };
        let piece = self.piece_name(piece, path);
        let location = self.location([orientation, row, col], cells, path);
        Some(ActionSetup::Place { color: color?, piece: piece?, location: location? })
    }

    /// The piece of that name; the inner none if there is no such piece, which the check of the
    /// action reports.
    fn piece_name<N: Node>(&mut self, node: Option<N>, path: &Path) -> Option<Option<Piece>> {
        self.required(node, &path.field("piece"), |reader, node, path| {
            if let Kind::Text(name) = node.kind() {
                return Some(Piece::from_name(name));
            }
            reader.problem(Code::WrongType, path, "must be a string");
            None
        })
    }

    fn one_card<N: Node>(&mut self, node: &N, path: &Path) -> Option<Card> {
        let [_, card] = self.fields_without_cells(node, path, ["type", "card"])?;
        self.required(card, &path.field("card"), Self::card)
    }
}
