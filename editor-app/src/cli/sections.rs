//! `sortie sections`: the directory of an image.

use anyhow::Result;
use formats::SectionId;
use serde::Serialize;

use crate::terminal::Outcome;

use super::table::{Row, print_rows};
use super::{Input, image_of, open};

#[derive(Serialize)]
struct Section {
    number: usize,
    name: &'static str,
    offset: Option<usize>,
    count: usize,
    capacity: usize,
    stride: usize,
    flags: u8,
}

impl Row for Section {
    const HEADINGS: &'static [&'static str] = &[
        "#", "section", "offset", "count", "capacity", "stride", "flags",
    ];

    fn cells(&self) -> Vec<String> {
        let offset = self
            .offset
            .map_or("unused".to_owned(), |it| format!("0x{it:05X}"));
        vec![
            self.number.to_string(),
            self.name.to_owned(),
            offset,
            self.count.to_string(),
            self.capacity.to_string(),
            self.stride.to_string(),
            format!("0x{:02X}", self.flags),
        ]
    }
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let Some(image) = image_of(&opened, &input.input) else {
        return Ok(Outcome::Errors);
    };
    let sections: Vec<Section> = SectionId::all()
        .map(|id| Section {
            number: id.number(),
            name: id.name(),
            offset: image.offset(id),
            count: image.count(id),
            capacity: id.spec().capacity(),
            stride: id.spec().stride,
            flags: image.entry(id).flags,
        })
        .collect();
    print_rows(&sections, input.json)?;
    Ok(Outcome::Fine)
}
