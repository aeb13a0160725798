//! Pilots, by the numbers that ship records and commands name.

use serde::Deserialize;

use super::table;

/// A pilot or a face (`assets/tables/pilots.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Pilot {
    /// The number; up to 0x7B also the record of `pilotstats.bin`.
    #[serde(rename = "id")]
    pub number: u8,
    /// A readable name, where a public text gives or suggests one.
    pub name: Option<String>,
    /// Its name in the source language.
    #[serde(default)]
    pub script_name: Option<String>,
    /// The film of the speaking face.
    #[serde(default)]
    pub film: Option<String>,
}

impl Pilot {
    /// Its name on screen.
    pub fn title(&self) -> String {
        match (&self.name, &self.film) {
            (Some(name), _) => name.clone(),
            (None, Some(film)) => film.replace('_', " "),
            _ => format!("Pilot {}", self.number),
        }
    }
}

/// Every pilot, then the faces that have no statistics, in order of their numbers.
pub fn pilots() -> &'static [Pilot] {
    #[derive(Default, Deserialize)]
    struct Document {
        pilots: Vec<Pilot>,
        pilots_beyond_stats: Vec<Pilot>,
    }
    table!("pilots.yaml", Document, Pilot, |document| {
        document
            .pilots
            .into_iter()
            .chain(document.pilots_beyond_stats)
            .collect()
    })
}

/// The pilot with this number.
pub fn pilot(number: u8) -> Option<&'static Pilot> {
    pilots().get(usize::from(number))
}

/// The pilot with this name in the source language, whatever the case.
pub fn pilot_by_name(name: &str) -> Option<&'static Pilot> {
    pilots().iter().find(|pilot| {
        pilot
            .script_name
            .as_ref()
            .is_some_and(|script| script.eq_ignore_ascii_case(name))
    })
}
