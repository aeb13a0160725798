//! The radio: who speaks, for how long, and the film of the speaking face (script-vm V99).
//!
//! Nothing is heard here. Lines and films are entries of the trace with the time that their files
//! take, and what the script's waits go by.

use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::options::DurationKind;
use crate::simulation::Simulation;
use crate::trace::TraceEvent;

/// Ticks from a command to its line, where the film has yet to open.
const OPENING: u32 = 92;

/// Who speaks a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// Nobody who is shown.
    Nobody,
    /// The pilot of a ship.
    Ship {
        /// The ship.
        ship: u16,
        /// Its pilot.
        pilot: u8,
    },
    /// A face of the pilots' table.
    Pilot(u16),
}

/// A line that is spoken, or about to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) speaker: Speaker,
    pub(crate) name: String,
    /// The film that shows while it lasts.
    pub(crate) film: Option<String>,
    pub(crate) ticks: u32,
}

/// The radio.
#[derive(Debug, Clone, Default)]
pub(crate) struct Radio {
    /// The line that plays, and when it ends.
    playing: Option<(Line, Tick)>,
    /// The line whose film is opening, and when it starts.
    opening: Option<(Line, Tick)>,
}

impl Radio {
    /// Whether a line plays.
    pub(crate) fn speaks(&self) -> bool {
        self.playing.is_some()
    }

    /// Whether a film plays, or is opening.
    pub(crate) fn shows_film(&self) -> bool {
        let shows = |(line, _): &(Line, Tick)| line.film.is_some();
        self.playing.as_ref().is_some_and(shows) || self.opening.is_some()
    }

    /// The line that plays, and when it ends.
    pub(crate) fn line(&self) -> Option<(&Line, Tick)> {
        self.playing.as_ref().map(|(line, ends)| (line, *ends))
    }
}

impl Simulation {
    /// Speaks a line at once, in place of the one that plays (script-vm V206).
    pub(crate) fn play_speech(&mut self, name: String) {
        let ticks = self.options.durations.of(DurationKind::Speech, &name);
        self.begin_line(Line {
            speaker: Speaker::Nobody,
            name,
            film: None,
            ticks,
        });
    }

    /// Speaks a line with a film: at once where a film plays already, else once it has opened.
    pub(crate) fn play_comms(&mut self, speaker: Speaker, name: String, film: String) {
        let ticks = if name.is_empty() {
            self.options.durations.of(DurationKind::Film, &film)
        } else {
            self.options.durations.of(DurationKind::Speech, &name)
        };
        let line = Line {
            speaker,
            name,
            film: Some(film),
            ticks,
        };
        if self.radio.shows_film() {
            if let Some((opening, _)) = self.radio.opening.take() {
                self.end_film(&opening);
            }
            self.log_film(&line);
            self.begin_line(line);
        } else {
            self.log_film(&line);
            self.radio.opening = Some((line, self.now.after(OPENING)));
        }
    }

    fn log_film(&mut self, line: &Line) {
        if let Some(name) = line.film.clone() {
            self.log(TraceEvent::FilmBegun { name });
        }
    }

    fn end_film(&mut self, line: &Line) {
        if let Some(name) = line.film.clone() {
            self.log(TraceEvent::FilmEnded { name });
        }
    }

    fn begin_line(&mut self, line: Line) {
        self.end_line(true);
        self.log(TraceEvent::LineBegun {
            speaker: line.speaker,
            name: line.name.clone(),
            ticks: line.ticks,
        });
        let ends = self.now.after(line.ticks);
        self.radio.playing = Some((line, ends));
    }

    fn end_line(&mut self, cut: bool) {
        if let Some((line, _)) = self.radio.playing.take() {
            self.end_film(&line);
            let name = line.name;
            self.log(TraceEvent::LineEnded { name, cut });
        }
    }

    /// Moves the radio on, at the end of each frame.
    pub(crate) fn run_radio(&mut self) {
        let now = self.now;
        if self.radio.line().is_some_and(|(_, ends)| now >= ends) {
            self.end_line(false);
        }
        if let Some((line, _)) = self.radio.opening.take_if(|(_, starts)| now >= *starts) {
            self.begin_line(line);
        }
    }
}
