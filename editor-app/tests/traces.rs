//! The story of each bundled mission, kept as text: five minutes of it, with each stand-in for the
//! player.
//!
//! A change that moves a line of a story is seen here; with `UPDATE_EXPECT=1` the kept texts are
//! written anew.

use std::path::Path;
use std::sync::Arc;

use editor_app::preview::{Names, Track, played_number, story_line, story_of, time_text};
use expect_test::expect_file;
use model::compile::compile;
use model::source::Source;
use runtime::{Options, Simulation, StandInPilot, TICKS_PER_SECOND};

const SECONDS: u32 = 300;

const PILOTS: [(&str, StandInPilot); 3] = [
    ("hold", StandInPilot::Hold),
    ("route", StandInPilot::FollowNavPoints),
    ("fight", StandInPilot::Fight),
];

/// What `sortie preview` would tell of a mission: a line for each moment, how far it came, and what
/// the simulation did not do.
fn story(text: &str, pilot: StandInPilot) -> String {
    let mission = Source::read(text).unwrap().mission;
    let image = Arc::new(compile(&mission).image.unwrap());
    let options = Options {
        seed: 1,
        mission: played_number(&mission),
        pilot,
        ..Options::default()
    };
    let mut simulation = Simulation::new(image, options);
    simulation.advance(SECONDS * TICKS_PER_SECOND);
    let names = Names::new(&mission);
    let moments = simulation.trace().iter();
    let moments = moments.filter_map(|entry| story_of(entry, &names));
    let mut lines: Vec<String> = moments
        .filter(|moment| moment.track != Track::Script)
        .map(|moment| story_line(&moment))
        .collect();
    let state = match simulation.is_over() {
        true => "over",
        false => "still running",
    };
    lines.push(format!("{:>8}  {state}", time_text(simulation.now())));
    let gaps = simulation.gaps().iter();
    lines.extend(gaps.map(|(name, gap)| format!("not in the preview: {name}, {}", gap.count)));
    lines.join("\n") + "\n"
}

/// Compares the stories of a mission with the kept ones.
fn check(name: &str, text: &str) {
    for (pilot, stand_in) in PILOTS {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data/traces")
            .join(format!("{name}-{pilot}.txt"));
        expect_file![kept].assert_eq(&story(text, stand_in));
    }
}

#[test]
fn the_smallest_mission() {
    let text = include_str!("../../examples/minimal.mission.yaml");
    check("minimal", text);
}

#[test]
fn the_first_sortie() {
    let text = include_str!("../../examples/first-sortie.mission.yaml");
    check("first-sortie", text);
}

#[test]
fn every_construct() {
    let text = include_str!("../../examples/every-construct.mission.yaml");
    check("every-construct", text);
}
