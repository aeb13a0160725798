//! `sortie parts`: the script's named routines.

use anyhow::Result;
use formats::Tables;
use formats::records::Part;
use serde::Serialize;

use crate::terminal::Outcome;

use super::table::{Row, print_rows};
use super::{Input, image_of, open};

#[derive(Serialize)]
struct Listed {
    index: usize,
    name: Option<String>,
    start_part: bool,
    arguments: u8,
    start: Option<usize>,
    bytes: usize,
}

impl Row for Listed {
    const HEADINGS: &'static [&'static str] =
        &["#", "name", "runs at", "arguments", "offset", "bytes"];

    fn cells(&self) -> Vec<String> {
        let runs_at = if self.start_part { "start" } else { "" };
        let start = self
            .start
            .map_or("no block".to_owned(), |start| start.to_string());
        vec![
            self.index.to_string(),
            self.name.clone().unwrap_or_default(),
            runs_at.to_owned(),
            self.arguments.to_string(),
            start,
            self.bytes.to_string(),
        ]
    }
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let Some(image) = image_of(&opened, &input.input) else {
        return Ok(Outcome::Errors);
    };
    let rows: Vec<Listed> = Tables::read(&image)
        .parts
        .iter()
        .enumerate()
        .map(|(index, part)| Listed {
            index,
            name: image.strings().text(part.name),
            start_part: part.flags & Part::START != 0,
            arguments: part.argument_count,
            start: (part.start != Part::NO_BLOCK).then(|| usize::from(part.start) * 2),
            bytes: usize::from(part.extent) * 2,
        })
        .collect();
    print_rows(&rows, input.json)?;
    Ok(Outcome::Fine)
}
