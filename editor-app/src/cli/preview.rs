//! `sortie preview`: runs a mission without a window.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::ValueEnum;
use runtime::{Gap, Options, Simulation, StandInPilot, TICKS_PER_SECOND, Trace, TraceLevel};
use serde::Serialize;

use crate::files::{Backup, write_atomically};
use crate::preview::{Moment, Names, Track, played_number, story_line, story_of, time_text};

use crate::terminal::{Outcome, print, print_json, tell};

use super::{image_of, mind_output, open};

/// What to run, and for how long.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The mission, as NAME.mission.yaml or NAME.dte.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Seconds of the mission's own time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=86_400))]
    seconds: u32,
    /// What chance starts from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// What stands in for the player.
    #[arg(long, value_enum, default_value_t = Pilot::Route)]
    pilot: Pilot,
    /// Write everything that happened to a file, one JSON object a line.
    #[arg(long, value_name = "OUT.jsonl")]
    trace: Option<PathBuf>,
    /// Print JSON, for programs to read.
    #[arg(long)]
    json: bool,
}

/// What stands in for the player.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Pilot {
    /// Stays where it is.
    Hold,
    /// Flies from nav point to nav point.
    Route,
    /// Attacks what is hostile.
    Fight,
}

impl From<Pilot> for StandInPilot {
    fn from(pilot: Pilot) -> Self {
        match pilot {
            Pilot::Hold => Self::Hold,
            Pilot::Route => Self::FollowNavPoints,
            Pilot::Fight => Self::Fight,
        }
    }
}

#[derive(Serialize)]
struct Run<'a> {
    ticks: u32,
    seed: u32,
    over: bool,
    /// Entries that the log had no room for.
    left_out: u64,
    moments: Vec<Row<'a>>,
    gaps: Vec<GapRow<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    tick: u32,
    track: &'static str,
    text: &'a str,
    record: Option<String>,
}

#[derive(Serialize)]
struct GapRow<'a> {
    name: &'a str,
    #[serde(flatten)]
    gap: &'a Gap,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    if let Some(path) = &args.trace {
        mind_output(&args.input, path, "the trace", &[])?;
    }
    let opened = open(&args.input)?;
    let Some(image) = image_of(&opened, &args.input) else {
        tell("the mission has errors, so it cannot run");
        return Ok(Outcome::Errors);
    };
    let level = if args.trace.is_some() {
        TraceLevel::Everything
    } else {
        TraceLevel::Script
    };
    let options = Options {
        seed: args.seed,
        mission: played_number(&opened.mission),
        pilot: args.pilot.into(),
        trace: level,
        ..Options::default()
    };
    let mut simulation = Simulation::new(Arc::new(image), options);
    simulation.advance(args.seconds.saturating_mul(TICKS_PER_SECOND));
    if let Some(path) = &args.trace {
        write_atomically(path, &json_lines(simulation.trace())?, Backup::None)?;
    }
    let names = Names::new(&opened.mission);
    let story: Vec<Moment> = simulation
        .trace()
        .iter()
        .filter_map(|entry| story_of(entry, &names))
        .collect();
    if args.json {
        print_json(&report(args, &simulation, &story))?;
    } else {
        print(text(&simulation, &story))?;
    }
    Ok(Outcome::Fine)
}

fn json_lines(trace: &Trace) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    for entry in trace {
        serde_json::to_writer(&mut lines, entry)?;
        lines.push(b'\n');
    }
    Ok(lines)
}

fn report<'a>(args: &Args, simulation: &'a Simulation, story: &'a [Moment]) -> Run<'a> {
    Run {
        ticks: simulation.now().0,
        seed: args.seed,
        over: simulation.is_over(),
        left_out: simulation.trace().left_out(),
        moments: story
            .iter()
            .map(|moment| Row {
                tick: moment.tick.0,
                track: moment.track.title(),
                text: &moment.text,
                record: moment.record.as_ref().map(ToString::to_string),
            })
            .collect(),
        gaps: simulation
            .gaps()
            .iter()
            .map(|(name, gap)| GapRow { name, gap })
            .collect(),
    }
}

fn text(simulation: &Simulation, story: &[Moment]) -> String {
    let mut text = String::new();
    // Writes of the script would drown what an author looks for; the trace has them.
    for moment in story.iter().filter(|it| it.track != Track::Script) {
        text += &story_line(moment);
        text.push('\n');
    }
    let left_out = simulation.trace().left_out();
    if left_out > 0 {
        text += &format!("          {left_out} entries were left out of the log\n");
    }
    let state = if simulation.is_over() {
        "over"
    } else {
        "still running"
    };
    text += &format!("{:>8}  {state}\n", time_text(simulation.now()));
    if !simulation.gaps().is_empty() {
        text += "\nNot in the preview:\n";
        for (name, gap) in simulation.gaps().iter() {
            text += &format!(
                "  {name}: {}×, first at {}\n",
                gap.count,
                time_text(gap.first_tick)
            );
        }
    }
    text
}
