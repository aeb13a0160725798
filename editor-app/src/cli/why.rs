//! `sortie why`: says of a trigger why it did not fire.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use model::compile::SourceMap;
use model::{AnyId, Collection, Mission};
use runtime::engine::shell_word;
use runtime::{Options, Simulation, TICKS_PER_SECOND, WhyCause, WhyNot};
use serde::Serialize;

use crate::preview::{Names, WhyLine, played_number, time_text, why_lines};
use crate::terminal::{Outcome, print, print_json, tell};

use super::preview::Pilot;
use super::{image_of, open};

/// Which trigger, and in which run.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The mission, as NAME.mission.yaml or NAME.dte.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The trigger, by its id; `sortie triggers IN` lists them.
    #[arg(long, value_name = "ID")]
    trigger: String,
    /// Seconds of the mission's own time to run.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=86_400))]
    seconds: u32,
    /// The second from which on events count.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    from: u32,
    /// What chance starts from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// What stands in for the player.
    #[arg(long, value_enum, default_value_t = Pilot::Route)]
    pilot: Pilot,
    /// Print JSON, for programs to read.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    trigger: &'a str,
    from: u32,
    until: u32,
    fired: bool,
    /// The first is the cause.
    lines: Vec<Row<'a>>,
    /// What the lines tell, for programs.
    found: &'a WhyNot,
}

#[derive(Serialize)]
struct Row<'a> {
    text: &'a str,
    tick: Option<u32>,
    record: Option<String>,
    script: Option<u32>,
    place: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    anyhow::ensure!(
        args.from == 0 || args.from < args.seconds,
        "nothing lies between {} s and {} s; give --seconds more than --from",
        args.from,
        args.seconds
    );
    let opened = open(&args.input)?;
    let mission = &opened.mission;
    let names = Names::new(mission);
    let trigger = number_of(args, mission, &names)?;
    let Some(image) = image_of(&opened, &args.input) else {
        tell("the mission has errors, so it cannot run");
        return Ok(Outcome::Errors);
    };
    let options = Options {
        seed: args.seed,
        mission: played_number(mission),
        pilot: args.pilot.into(),
        ..Options::default()
    };
    let why = ask(args, Arc::new(image), options, trigger);
    let lines = why_lines(&why, &names);
    let map = model::compile::compile(mission).source_map;
    if args.json {
        print_json(&Answer {
            trigger: &args.trigger,
            from: why.from.0,
            until: why.until.0,
            fired: matches!(why.cause(), WhyCause::Fired(_)),
            lines: lines.iter().map(|line| row(line, mission, &map)).collect(),
            found: &why,
        })?;
    } else {
        print(text(&lines, mission, &map))?;
    }
    Ok(Outcome::Fine)
}

fn ask(args: &Args, image: Arc<formats::Image>, options: Options, trigger: u16) -> WhyNot {
    let until = args.seconds.saturating_mul(TICKS_PER_SECOND);
    let from = args.from.saturating_mul(TICKS_PER_SECOND);
    let mut simulation = if from == 0 {
        Simulation::investigated(image, options, trigger)
    } else {
        let mut simulation = Simulation::new(image, options);
        simulation.advance(from);
        simulation.investigate(trigger);
        simulation
    };
    simulation.advance(until.saturating_sub(from));
    simulation.inquiry().unwrap_or_default()
}

fn number_of(args: &Args, mission: &Mission, names: &Names) -> Result<u16> {
    let id = args.trigger.as_str();
    let any = AnyId {
        collection: Collection::Triggers,
        id: id.into(),
    };
    names.trigger_number(&any).with_context(|| {
        let ids = mission.ids(Collection::Triggers);
        let near = formats::catalogue::closest(id, ids.iter().map(|it| &*it.id));
        match near {
            Some(near) => format!("there is no trigger {id}; did you mean `{near}`?"),
            None => format!(
                "there is no trigger {id}; `sortie triggers {}` lists them",
                shell_word(&args.input)
            ),
        }
    })
}

fn row<'a>(line: &'a WhyLine, mission: &Mission, map: &SourceMap) -> Row<'a> {
    Row {
        text: &line.text,
        tick: line.tick.map(|tick| tick.0),
        record: line.record.as_ref().map(ToString::to_string),
        script: line.script,
        place: line.script.and_then(|it| place_text(it, mission, map)),
    }
}

fn text(lines: &[WhyLine], mission: &Mission, map: &SourceMap) -> String {
    let mut text = String::new();
    for (n, line) in lines.iter().enumerate() {
        let place = line
            .script
            .and_then(|it| place_text(it, mission, map))
            .map_or(String::new(), |place| format!(" [{place}]"));
        // The cause stands alone and on top.
        text += &match (n, line.tick) {
            (0, _) => format!("{}{place}\n", line.text),
            (_, Some(tick)) => format!("{:>8}  {}{place}\n", time_text(tick), line.text),
            (_, None) => format!("{:>8}  {}{place}\n", "", line.text),
        };
    }
    text
}

/// A place of the script as the author knows it: "routine start, line 3".
fn place_text(script: u32, mission: &Mission, map: &SourceMap) -> Option<String> {
    let (routine, mapped) = map.instruction_at(usize::try_from(script).ok()?)?;
    let owner = &routine.owner;
    let body = match owner.collection {
        Collection::Routines => mission.routines.get(&owner.id)?.body.as_ref(),
        Collection::Triggers => mission.triggers.get(&owner.id)?.body(),
        _ => None,
    };
    let before = body.and_then(|body| body.text.get(..mapped.span.start));
    Some(match before {
        Some(before) => format!("{owner}, line {}", before.matches('\n').count() + 1),
        None => owner.to_string(),
    })
}
