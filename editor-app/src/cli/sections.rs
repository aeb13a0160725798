//! `sortie sections`: the directory of an image.

use anyhow::Result;
use formats::SectionId;
use serde::Serialize;

use super::{Input, Outcome, image_of, open, print, print_json, table::table};

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
    if input.json {
        print_json(&sections)?;
    } else {
        let rows: Vec<_> = sections
            .iter()
            .map(|it| {
                vec![
                    it.number.to_string(),
                    it.name.to_owned(),
                    it.offset
                        .map_or("unused".to_owned(), |offset| format!("0x{offset:05X}")),
                    it.count.to_string(),
                    it.capacity.to_string(),
                    it.stride.to_string(),
                    format!("0x{:02X}", it.flags),
                ]
            })
            .collect();
        let headings = [
            "#", "section", "offset", "count", "capacity", "stride", "flags",
        ];
        print(table(&headings, &rows))?;
    }
    Ok(Outcome::Fine)
}
