//! `sortie strings`: the string pool.

use anyhow::Result;
use serde::Serialize;

use super::{Input, Outcome, image_of, open, print, print_json, table::table};

#[derive(Serialize)]
struct Row {
    offset: u16,
    text: String,
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let Some(image) = image_of(&opened, &input.input) else {
        return Ok(Outcome::Errors);
    };
    let rows: Vec<Row> = image
        .strings()
        .texts()
        .map(|(offset, text)| Row { offset, text })
        .collect();
    if input.json {
        print_json(&rows)?;
    } else {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| vec![format!("0x{:04X}", row.offset), format!("{:?}", row.text)])
            .collect();
        print(table(&["offset", "text"], &cells))?;
    }
    Ok(Outcome::Fine)
}
