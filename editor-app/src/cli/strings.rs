//! `sortie strings`: the string pool.

use anyhow::Result;
use serde::Serialize;

use crate::terminal::Outcome;

use super::table::{Row, print_rows};
use super::{Input, image_of, open};

#[derive(Serialize)]
struct Pooled {
    offset: u16,
    text: String,
}

impl Row for Pooled {
    const HEADINGS: &'static [&'static str] = &["offset", "text"];

    fn cells(&self) -> Vec<String> {
        vec![format!("0x{:04X}", self.offset), format!("{:?}", self.text)]
    }
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let Some(image) = image_of(&opened, &input.input) else {
        return Ok(Outcome::Errors);
    };
    let rows: Vec<Pooled> = image
        .strings()
        .texts()
        .map(|(offset, text)| Pooled { offset, text })
        .collect();
    print_rows(&rows, input.json)?;
    Ok(Outcome::Fine)
}
