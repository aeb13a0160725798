//! `sortie triggers`: what waits for what.

use anyhow::Result;
use model::sentence::trigger_sentence;
use serde::Serialize;

use crate::terminal::Outcome;

use super::table::{Row, print_rows};
use super::{Input, open};

#[derive(Serialize)]
struct Listed<'a> {
    index: usize,
    id: &'a str,
    sentence: String,
}

impl Row for Listed<'_> {
    const HEADINGS: &'static [&'static str] = &["#", "id", "trigger"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.index.to_string(),
            self.id.to_owned(),
            self.sentence.clone(),
        ]
    }
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let mission = &opened.mission;
    // In the order in which the image has them, which is the order in which they are tried.
    let rows: Vec<Listed<'_>> = model::compile::trigger_order(mission)
        .into_iter()
        .filter_map(|at| mission.triggers.at(at))
        .enumerate()
        .map(|(index, trigger)| Listed {
            index,
            id: trigger.id.as_str(),
            sentence: trigger_sentence(trigger),
        })
        .collect();
    print_rows(&rows, input.json)?;
    Ok(Outcome::Fine)
}
