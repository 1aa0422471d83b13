//! The unchecked location of a piece: by orientation, row and column, by its squares, or both.

use crate::cells::SIDE;
use crate::data::{Kind, Node, Path, Reader};
use crate::piece::{Orientation, Piece, Placement};
use crate::problem::{AnySquare, Code};

/// The maximum length of a list of squares: the number of squares of the board.
const MAX_CELLS: usize = SIDE * SIDE;

/// The location of a piece in one form or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The orientation number, row and column.
    pub origin: Option<(i32, i32, i32)>,
    /// The squares.
    pub cells: Option<Vec<(i32, i32)>>,
}

impl Location {
    /// The location of a placement.
    #[must_use]
    pub fn of(placement: Placement) -> Self {
        let numbers = [placement.orientation(), placement.row(), placement.col()];
        let [orientation, row, col] = numbers.map(|number| number as i32);
        Self { origin: Some((orientation, row, col)), cells: None }
    }

    /// The squares, sorted and without duplicates; none if they cannot be determined.
    #[must_use]
    pub fn squares(&self, piece: Option<Piece>) -> Option<Vec<AnySquare>> {
        let mut squares = self.given_cells().or_else(|| self.origin_squares(piece?))?;
        squares.dedup();
        Some(squares)
    }

    /// The squares that were listed, sorted.
    fn given_cells(&self) -> Option<Vec<AnySquare>> {
        let wide = |&(row, col): &(i32, i32)| (i64::from(row), i64::from(col));
        let mut cells: Vec<_> = self.cells.as_ref()?.iter().map(wide).collect();
        cells.sort_unstable();
        Some(cells)
    }

    /// The squares of the orientation, sorted.
    fn origin_squares(&self, piece: Piece) -> Option<Vec<AnySquare>> {
        let (orientation, row, col) = self.origin?;
        let shape = piece.orientations().get(usize::try_from(orientation).ok()?)?;
        Some(squares_at(shape, (row.into(), col.into())).collect())
    }

    /// Whether the squares form the piece in one of its orientations (G3).
    #[must_use]
    pub fn is_shape_of(&self, piece: Piece) -> bool {
        self.shape_problem(piece).is_none()
    }

    /// Why this is not a shape of the piece (G3): the orientation does not exist, the squares are
    /// not the piece, or the two contradict each other.
    pub(crate) fn shape_problem(&self, piece: Piece) -> Option<String> {
        let name = piece.name();
        let from_origin = self.origin_squares(piece);
        if self.origin.is_some() && from_origin.is_none() {
            return Some(match piece.orientations().len() - 1 {
                0 => format!("{name} has only the orientation 0"),
                last => format!("{name} has the orientations 0 to {last}"),
            });
        }
        let cells = self.given_cells()?;
        if orientation_of(piece, &cells).is_none() {
            return Some(format!("these squares do not form {name}"));
        }
        let (orientation, row, col) = self.origin?;
        (from_origin != Some(cells)).then(|| {
            format!(
                "these squares are not those of orientation {orientation} at row {row}, col {col}"
            )
        })
    }

    /// The placement, if the squares form the piece and are on the board.
    #[must_use]
    pub fn placement(&self, piece: Piece) -> Option<Placement> {
        let (orientation, row, col) = if let (Some(origin), None) = (self.origin, &self.cells) {
            (usize::try_from(origin.0).ok()?, i64::from(origin.1), i64::from(origin.2))
        } else {
            let cells = self.is_shape_of(piece).then(|| self.given_cells())??;
            orientation_of(piece, &cells)?
        };
        let [row, col] = [row, col].map(|number| usize::try_from(number).ok());
        Placement::new(piece, orientation, row?, col?)
    }
}

/// The squares of a shape whose bounding box starts at `origin`.
fn squares_at(shape: &Orientation, (row, col): AnySquare) -> impl Iterator<Item = AnySquare> {
    shape.cells().iter().map(move |&(down, right)| (row + i64::from(down), col + i64::from(right)))
}

/// The orientation number and the origin at which the piece covers exactly these sorted squares.
fn orientation_of(piece: Piece, squares: &[AnySquare]) -> Option<(usize, i64, i64)> {
    let row = squares.iter().map(|square| square.0).min()?;
    let col = squares.iter().map(|square| square.1).min()?;
    let is_same = |shape: &Orientation| squares_at(shape, (row, col)).eq(squares.iter().copied());
    Some((piece.orientations().iter().position(is_same)?, row, col))
}

/// The squares that are not on the board.
pub(crate) fn off_board(squares: &[AnySquare]) -> Vec<AnySquare> {
    squares.iter().copied().filter(|&square| on_board(square).is_none()).collect()
}

/// The square as row and column of the board, if it is on it.
pub(crate) fn on_board((row, col): AnySquare) -> Option<(usize, usize)> {
    let coordinate = |n| usize::try_from(n).ok().filter(|&n| n < SIDE);
    Some((coordinate(row)?, coordinate(col)?))
}

impl Reader {
    /// Orientation, row and col, or cells, or both.
    pub(crate) fn location<N: Node>(
        &mut self,
        origin: [Option<N>; 3],
        cells: Option<N>,
        path: &Path,
    ) -> Option<Location> {
        let mut location = Location::default();
        let mut complete = true;
        if origin.iter().any(Option::is_some) {
            let mut numbers = [0; 3];
            for ((number, node), name) in
                numbers.iter_mut().zip(origin).zip(["orientation", "row", "col"])
            {
                let read = self.required(node, &path.field(name), Self::coordinate);
                complete &= read.is_some();
                *number = read.unwrap_or_default();
            }
            location.origin = Some((numbers[0], numbers[1], numbers[2]));
        } else if cells.is_none() {
            self.missing(&path.field("cells"));
            return None;
        }
        // Generated clients send an empty list for squares that are not given.
        let is_empty = |cells: &N| cells.kind() == Kind::List(0);
        if let Some(cells) = cells.filter(|cells| location.origin.is_none() || !is_empty(cells)) {
            location.cells = self.cells(&cells, &path.field("cells"));
            complete &= location.cells.is_some();
        }
        complete.then_some(location)
    }

    fn coordinate<N: Node>(&mut self, node: &N, path: &Path) -> Option<i32> {
        self.int(node, path, i32::MIN.into(), i32::MAX.into()).map(|number| number as i32)
    }

    fn cells<N: Node>(&mut self, node: &N, path: &Path) -> Option<Vec<(i32, i32)>> {
        let len = self.list(node, path)?;
        if len > MAX_CELLS {
            self.problem(Code::OutOfRange, path, "the board has only 400 squares");
            return None;
        }
        let mut cells = Vec::with_capacity(len);
        node.items(&mut |index, item| cells.extend(self.square(&item, &path.item(index))));
        (cells.len() == len).then_some(cells)
    }

    fn square<N: Node>(&mut self, node: &N, path: &Path) -> Option<(i32, i32)> {
        let mut numbers = Vec::with_capacity(2);
        if node.kind() == Kind::List(2) {
            node.items(&mut |_, item| {
                if let Kind::Int(_) | Kind::HugeInt = item.kind() {
                    numbers.push(item);
                }
            });
        }
        let [row, col] = numbers.as_slice() else {
            self.problem(Code::WrongType, path, "must be [row, col], two integers");
            return None;
        };
        let row = self.coordinate(row, &path.item(0));
        let col = self.coordinate(col, &path.item(1));
        Some((row?, col?))
    }
}
