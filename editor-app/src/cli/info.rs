//! `sortie info`: what a mission holds.

use anyhow::Result;
use model::Collection;
use serde::Serialize;

use crate::terminal::{Outcome, print, print_json};

use super::{Input, image_of, open};

#[derive(Serialize)]
struct Info {
    name: Option<String>,
    number: Option<u16>,
    bytes: Option<usize>,
    template: Option<bool>,
    script_bytes: Option<usize>,
    records: Vec<(&'static str, usize)>,
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let image = image_of(&opened, &input.input);
    let mission = &opened.mission;
    let info = Info {
        name: mission.name.clone(),
        number: mission.number,
        bytes: image.as_ref().map(|image| image.bytes().len()),
        template: image.as_ref().map(formats::Image::is_template),
        script_bytes: image
            .as_ref()
            .map(|image| image.counted(formats::SectionId::Script).len()),
        records: Collection::ALL
            .map(|it| (it.key(), mission.ids(it).len()))
            .to_vec(),
    };
    if input.json {
        print_json(&info)?;
    } else {
        print(text(&info))?;
    }
    Ok(if image.is_some() {
        Outcome::Fine
    } else {
        Outcome::Errors
    })
}

fn text(info: &Info) -> String {
    let mut rows = vec![(
        "name",
        info.name.clone().unwrap_or_else(|| "(none)".to_owned()),
    )];
    rows.extend(info.number.map(|number| ("number", number.to_string())));
    rows.extend(info.bytes.map(|bytes| ("bytes", bytes.to_string())));
    rows.extend(info.template.map(|template| {
        (
            "layout",
            if template {
                "the template".to_owned()
            } else {
                "its own".to_owned()
            },
        )
    }));
    rows.extend(
        info.script_bytes
            .map(|bytes| ("script bytes", bytes.to_string())),
    );
    rows.extend(
        info.records
            .iter()
            .map(|(key, count)| (*key, count.to_string())),
    );
    rows.iter()
        .map(|(key, value)| format!("{key:14} {value}\n"))
        .collect()
}
