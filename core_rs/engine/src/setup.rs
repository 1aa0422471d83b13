//! A state as a stranger describes it: the right types, but nothing is checked against the rules.
//! [`State::new`](crate::state::State::new) is the one door from here.

use crate::color::{ByColor, Color};
use crate::data::{Kind, Node, Path, Reader};
use crate::phase::Phase;
use crate::piece::{PIECES, Piece};
use crate::placement_rule::StartCorners;
use crate::problem::{Code, Problem};
use crate::ruleset::{Options, Scoring, Seats};
use crate::spot::Spot;

/// A position and its rules, not checked.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The options of the game.
    pub options: Options,
    /// The pieces on the board, oldest first.
    pub placements: Vec<PlacementSetup>,
    /// Who is said to be to move.
    pub turn: TurnSetup,
    /// What is said to be the last piece of each colour; the outer none says nothing.
    pub last_placed: ByColor<Option<Option<Piece>>>,
    /// How many of the shared colour's slots are said to be over.
    pub shared_turns: Option<u32>,
}

/// A piece on the board, not checked.
#[derive(Clone, Debug)]
pub struct PlacementSetup {
    /// Whose piece.
    pub color: Color,
    /// Which piece.
    pub piece: Piece,
    /// Where it lies.
    pub spot: Spot,
}

/// Who is said to be to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnSetup {
    /// The colour; the outer none says nothing, the inner that nobody is.
    pub color: Option<Option<Color>>,
    /// The phase.
    pub phase: Option<Phase>,
}

const COLORS: &str = "must be one of: blue, yellow, red, green";
const NO_PIECE: &str = "there is no piece of that name";

/// All pieces of all colours (G2).
const MOST_PLACEMENTS: usize = 4 * PIECES;

impl Setup {
    /// Reads a setup from untrusted data.
    ///
    /// # Errors
    /// Everything that is of the wrong type, missing, unknown or out of range.
    pub fn read<N: Node>(node: &N) -> Result<Self, Vec<Problem>> {
        let mut reader = Reader::default();
        let setup = reader.setup(node, &Path::Root(""));
        reader.problems.or(setup)
    }
}

impl Options {
    /// Reads options from untrusted data.
    ///
    /// # Errors
    /// Everything that is of the wrong type, unknown or out of range.
    pub fn read<N: Node>(node: &N) -> Result<Self, Vec<Problem>> {
        let mut reader = Reader::default();
        let options = reader.options(node, &Path::Root(""));
        reader.problems.or(options)
    }
}

impl Reader {
    fn setup<N: Node>(&mut self, node: &N, path: &Path) -> Setup {
        let mut setup = Setup::default();
        let names = ["rules", "placements", "turn", "last_placed", "shared_turns"];
        let Some([rules, placements, turn, last_placed, shared_turns]) =
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
        if let Some(turn) = turn.filter(|turn| turn.kind() != Kind::Null) {
            setup.turn = self.turn(&turn, &path.field("turn"));
        }
        if let Some(last_placed) = last_placed {
            setup.last_placed = self.last_placed(&last_placed, &path.field("last_placed"));
        }
        if let Some(shared_turns) = shared_turns {
            let turns =
                self.int(&shared_turns, &path.field("shared_turns"), 0, i64::from(i32::MAX));
            setup.shared_turns = turns.map(|turns| turns as u32);
        }
        setup
    }

    fn options<N: Node>(&mut self, node: &N, path: &Path) -> Options {
        let mut options = Options::default();
        let names =
            ["game", "seats", "teams", "shared_color", "first_color", "start_corners", "scoring"];
        let Some([game, seats, teams, shared_color, first_color, start_corners, scoring]) =
            self.fields(node, path, names)
        else {
            return options;
        };
        if let Some(game) = game {
            let classic = |name: &str| (name == "classic").then_some(());
            self.name(
                &game,
                &path.field("game"),
                Code::UnknownValue,
                "must be one of: classic",
                classic,
            );
        }
        if let Some(seats) = seats {
            let seats = self.int(&seats, &path.field("seats"), 2, 4).and_then(Seats::from_number);
            options.seats = seats.unwrap_or_default();
        }
        if let Some(teams) = teams {
            options.teams = self.boolean(&teams, &path.field("teams")).unwrap_or_default();
        }
        if let Some(shared) = shared_color.filter(|shared| shared.kind() != Kind::Null) {
            options.shared_color = self.color(&shared, &path.field("shared_color"));
        }
        if let Some(first) = first_color {
            options.first_color = self.color(&first, &path.field("first_color"));
        }
        if let Some(corners) = start_corners {
            let known = [StartCorners::Any, StartCorners::Fixed];
            let find = |name: &str| known.into_iter().find(|corners| corners.name() == name);
            let path = path.field("start_corners");
            let corners =
                self.name(&corners, &path, Code::UnknownValue, "must be one of: any, fixed", find);
            options.start_corners = corners.unwrap_or_default();
        }
        if let Some(scoring) = scoring {
            let known = [Scoring::Basic, Scoring::Advanced];
            let find = |name: &str| known.into_iter().find(|scoring| scoring.name() == name);
            let path = path.field("scoring");
            let scoring = self.name(
                &scoring,
                &path,
                Code::UnknownValue,
                "must be one of: basic, advanced",
                find,
            );
            options.scoring = scoring.unwrap_or_default();
        }
        options
    }

    pub(crate) fn color<N: Node>(&mut self, node: &N, path: &Path) -> Option<Color> {
        self.name(node, path, Code::UnknownColor, COLORS, Color::from_name)
    }

    pub(crate) fn piece<N: Node>(&mut self, node: &N, path: &Path) -> Option<Piece> {
        self.name(node, path, Code::UnknownPiece, NO_PIECE, Piece::from_name)
    }

    fn placements<N: Node>(&mut self, node: &N, path: &Path) -> Vec<PlacementSetup> {
        let Some(len) = self.list(node, path) else {
            return Vec::new();
        };
        if len > MOST_PLACEMENTS {
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
        let spot = self.spot([orientation, row, col], cells, path);
        Some(PlacementSetup { color: color?, piece: piece?, spot: spot? })
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
        let Some([color, phase]) = self.fields(node, path, ["color", "phase"]) else {
            return turn;
        };
        if let Some(color) = color {
            turn.color = match color.kind() {
                Kind::Null => Some(None),
                _ => self.color(&color, &path.field("color")).map(Some),
            };
        }
        if let Some(phase) = phase {
            let find = |name: &str| {
                [Phase::Place, Phase::Over].into_iter().find(|phase| phase.name() == name)
            };
            turn.phase = self.name(
                &phase,
                &path.field("phase"),
                Code::UnknownValue,
                "must be one of: place, over",
                find,
            );
        }
        turn
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
