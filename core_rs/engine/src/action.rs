//! What a player can do, and reading it from untrusted data.

use crate::data::{Kind, Node, Path, Reader};
use crate::piece::{Piece, Placement};
use crate::problem::{Code, Problem};
use crate::spot::Spot;

/// A legal-looking action: its shape is right, the rules have not been asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put a piece down.
    Place(Placement),
    /// Give the turn up.
    Pass,
}

/// An action as a stranger describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionSetup {
    /// Put a piece down. The piece is none if its name is not one of G4.
    Place {
        /// Which piece.
        piece: Option<Piece>,
        /// Where.
        spot: Spot,
    },
    /// Give the turn up.
    Pass,
}

impl From<Action> for ActionSetup {
    fn from(action: Action) -> Self {
        match action {
            Action::Place(placement) => {
                Self::Place { piece: Some(placement.piece()), spot: Spot::of(placement) }
            }
            Action::Pass => Self::Pass,
        }
    }
}

impl ActionSetup {
    /// Reads an action from untrusted data that stands at `pointer`.
    ///
    /// # Errors
    /// Everything that is of the wrong type, missing, unknown or out of range. The name of a piece
    /// that does not exist is not malformed but illegal (G4), so it is none of these.
    pub fn read<N: Node>(node: &N, pointer: &str) -> Result<Self, Vec<Problem>> {
        let mut reader = Reader::default();
        match reader.action(node, &Path::Root(pointer)) {
            Some(action) => reader.problems.or(action),
            None => Err(reader.problems.into_vec()),
        }
    }
}

/// The kinds of action by the name in `type`.
#[derive(Clone, Copy)]
enum Type {
    Place,
    Pass,
}

impl Reader {
    fn action<N: Node>(&mut self, node: &N, path: &Path) -> Option<ActionSetup> {
        match self.action_type(node, path)? {
            Type::Place => self.place(node, path),
            Type::Pass => self.fields(node, path, ["type"]).map(|_| ActionSetup::Pass),
        }
    }

    fn action_type<N: Node>(&mut self, node: &N, path: &Path) -> Option<Type> {
        if node.kind() != Kind::Map {
            self.problem(Code::WrongType, path, "must be an object");
            return None;
        }
        let mut given = None;
        node.fields(&mut |name, value| {
            if name == Some("type") {
                given = Some(value);
            }
        });
        let path = path.field("type");
        let Some(given) = given else {
            self.missing(&path);
            return None;
        };
        self.name(&given, &path, Code::UnknownValue, "must be one of: place, pass", |name| {
            match name {
                "place" => Some(Type::Place),
                "pass" => Some(Type::Pass),
                _ => None,
            }
        })
    }

    fn place<N: Node>(&mut self, node: &N, path: &Path) -> Option<ActionSetup> {
        let names = ["type", "piece", "orientation", "row", "col", "cells"];
        let [_, piece, orientation, row, col, cells] = self.fields(node, path, names)?;
        let piece = match piece.as_ref().map(Node::kind) {
            None => {
                self.missing(&path.field("piece"));
                None
            }
            Some(Kind::Text(name)) => Some(Piece::from_name(name)),
            Some(_) => {
                self.problem(Code::WrongType, &path.field("piece"), "must be a text");
                None
            }
        };
        let spot = self.spot([orientation, row, col], cells, path);
        Some(ActionSetup::Place { piece: piece?, spot: spot? })
    }
}
