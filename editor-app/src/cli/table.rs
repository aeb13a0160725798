//! Rows in columns, for people to read.

use anyhow::Result;
use serde::Serialize;

use crate::terminal::{print, print_json};

/// A row of a result, for programs by its fields and for people by its cells.
pub(super) trait Row: Serialize {
    /// What stands above the cells.
    const HEADINGS: &'static [&'static str];
    /// The row as people read it, a cell under each heading.
    fn cells(&self) -> Vec<String>;
}

/// Prints rows, as JSON or in columns.
pub(super) fn print_rows<R: Row>(rows: &[R], json: bool) -> Result<()> {
    if json {
        return print_json(&rows);
    }
    let cells: Vec<_> = rows.iter().map(Row::cells).collect();
    print(table(R::HEADINGS, &cells))
}

/// Rows under headings, each column as wide as its widest cell; numbers stand to the right.
fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = headings
        .iter()
        .enumerate()
        .map(|(i, heading)| {
            let cells = rows
                .iter()
                .filter_map(|row| row.get(i))
                .map(|cell| cell.chars().count());
            cells
                .chain([heading.chars().count()])
                .max()
                .unwrap_or_default()
        })
        .collect();
    let right: Vec<bool> = (0..headings.len())
        .map(|i| {
            let mut cells = rows
                .iter()
                .filter_map(|row| row.get(i))
                .filter(|it| !it.is_empty());
            cells.clone().next().is_some()
                && cells.all(|cell| cell.parse::<f64>().is_ok() || cell.starts_with("0x"))
        })
        .collect();
    let mut out = String::new();
    let headings: Vec<String> = headings.iter().map(|it| (*it).to_owned()).collect();
    for row in std::iter::once(&headings).chain(rows) {
        let mut line = String::new();
        for ((cell, width), right) in row.iter().zip(&widths).zip(&right) {
            let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
            if !line.is_empty() {
                line.push_str("  ");
            }
            if *right {
                line.push_str(&pad);
                line.push_str(cell);
            } else {
                line.push_str(cell);
                line.push_str(&pad);
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [
            vec!["1".to_owned(), "a".to_owned()],
            vec!["10".to_owned(), "bcd".to_owned()],
        ];
        assert_eq!(table(&["#", "name"], &rows), " #  name\n 1  a\n10  bcd\n");
    }
}
