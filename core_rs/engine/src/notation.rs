//! Drawings of the board: twenty lines of twenty characters, `.` or the colour's letter.

use std::fmt;

use crate::board::Board;
use crate::cells::SIDE;
use crate::color::Color;

impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..SIDE {
            if row > 0 {
                writeln!(out)?;
            }
            for col in 0..SIDE {
                write!(out, "{}", self.at(row, col).map_or('.', Color::letter))?;
            }
        }
        Ok(())
    }
}
