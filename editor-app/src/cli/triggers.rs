//! `sortie triggers`: what waits for what.

use anyhow::Result;
use model::sentence::trigger_sentence;
use serde::Serialize;

use super::{Input, Outcome, open, print, print_json, table::table};

#[derive(Serialize)]
struct Row<'a> {
    index: usize,
    id: &'a str,
    sentence: String,
}

pub(super) fn run(input: &Input) -> Result<Outcome> {
    let opened = open(&input.input)?;
    let mission = &opened.mission;
    // In the order in which the image has them, which is the order in which they are tried.
    let rows: Vec<Row<'_>> = model::compile::trigger_order(mission)
        .into_iter()
        .filter_map(|at| mission.triggers.at(at))
        .enumerate()
        .map(|(index, trigger)| Row {
            index,
            id: trigger.id.as_str(),
            sentence: trigger_sentence(trigger),
        })
        .collect();
    if input.json {
        print_json(&rows)?;
    } else {
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                vec![
                    row.index.to_string(),
                    row.id.to_owned(),
                    row.sentence.clone(),
                ]
            })
            .collect();
        print(table(&["#", "id", "trigger"], &cells))?;
    }
    Ok(Outcome::Fine)
}
