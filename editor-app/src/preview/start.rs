//! The start of a run: afresh, as a test has it, or again after an edit.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;

use eframe::egui::Context;
use model::Mission;
use runtime::debug::{Coverage, Statements};
use runtime::{Input, Options, Recording, StandInPilot, TimedInput, TraceLevel};

use crate::analysis::Findings;
use crate::breakpoints::Breakpoints;
use crate::mission_test::{Bench, ReadTest, Start, run as play};
use crate::settings::Settings;

use super::build::Build;
use super::control::{Control, Replacement};
use super::story::input_text;
use super::worker::{Ends, Worker};
use super::{InputNames, Names, Preview, Running, Standing, TestOutcome, statements_of, time_text};

impl Preview {
    /// Starts a run, and says nothing of it until it is asked for its first tick.
    pub(super) fn start(
        &mut self,
        context: &Context,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
    ) {
        // It starts as the run before did, a test's included, but for what is chosen now.
        let before = self.worker.as_ref().map(|it| it.start.clone());
        let mut start = Start {
            seed: self.seed,
            ..before.unwrap_or_default()
        };
        let kept = match self.worker.is_some() && settings.keep_inputs {
            // Another pilot is among what is handed in again.
            true => self.carried(findings, mission, None),
            false => {
                start.pilot = self.pilot;
                Vec::new()
            }
        };
        self.pilot = pilot_after(&start, &kept);
        // What is told of the run before is told of this one.
        let notes = self.take_notes();
        let inputs = kept.clone();
        let with_inputs = move |mut run: Recording| {
            for input in kept {
                run.input_at(input);
            }
            move || (run, Vec::new())
        };
        self.start_made(
            context,
            findings,
            mission,
            settings,
            breakpoints,
            start,
            with_inputs,
        );
        if let Some(running) = &mut self.worker {
            running.inputs = inputs;
            running.notes = notes;
        }
    }

    /// Starts a run as a test has it: it is played to its end at once, and stands at what it first
    /// expects in vain, or else at its start.
    pub(crate) fn play_test(
        &mut self,
        context: &Context,
        (path, bench, read): (&Path, Bench, ReadTest),
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
    ) {
        self.seed = read.test.start.seed;
        self.pilot = read.test.start.pilot;
        let start = read.test.start.clone();
        let path = path.to_path_buf();
        let (tell, told) = channel();
        let make = move |mut run: Recording| {
            move || {
                let verdict = match play(&bench, &read) {
                    Ok(verdict) => verdict,
                    Err(error) => return (run, vec![(false, error.to_string())]),
                };
                for input in &verdict.inputs {
                    run.input_at(input.clone());
                }
                run.advance(verdict.ended.0.saturating_add(1));
                let outcome = TestOutcome::of(&path, &verdict);
                run.seek(outcome.first());
                let note = (outcome.failed.is_empty(), outcome.text());
                // A window that has gone on to another run has no use for it.
                let _ = tell.send(outcome);
                (run, vec![note])
            }
        };
        self.start_made(
            context,
            findings,
            mission,
            settings,
            breakpoints,
            start,
            make,
        );
        self.outcome = None;
        self.outcomes = Some(told);
    }

    /// The inputs of the run as another mission has them, without the one at a place. The author is
    /// told of those that are about a record that the mission has no longer.
    pub(super) fn carried(
        &mut self,
        findings: &Findings,
        mission: &Arc<Mission>,
        without: Option<usize>,
    ) -> Vec<TimedInput> {
        let Some(running) = &mut self.worker else {
            return Vec::new();
        };
        running.follow(mission);
        let names = Names::new(mission);
        let old = InputNames::new(&running.mission, &running.names);
        let new = InputNames::new(mission, &names);
        // Points within a tick are the same in the same image alone.
        let image = findings.image.as_ref();
        let same = image.is_some_and(|it| it.bytes() == running.image.bytes());
        let mut carried = Vec::new();
        for (place, timed) in running.inputs.iter().enumerate() {
            if Some(place) == without {
                continue;
            }
            let named = old.named(&timed.input);
            match named.and_then(|named| new.numbered(&named)) {
                Ok(input) => {
                    let within = timed.step > 0 && !same;
                    carried.push(TimedInput {
                        tick: timed.tick.after(u32::from(within)),
                        step: if within { 0 } else { timed.step },
                        input,
                    });
                }
                Err(missing) => {
                    let at = time_text(timed.tick);
                    let what = input_text(&timed.input, &running.names);
                    let text = format!("{at} {what}: not handed in any more, as {missing}");
                    running.notes.push((false, text));
                }
            }
        }
        carried
    }

    /// Starts a run that is made, on a thread of its own, of the one that starts afresh.
    fn start_made<M>(
        &mut self,
        context: &Context,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
        start: Start,
        make: impl FnOnce(Recording) -> M,
    ) where
        M: FnOnce() -> (Recording, Vec<(bool, String)>) + Send + 'static,
    {
        self.worker = None;
        let made = recording(&start, findings, mission);
        let (Some((run, names, _)), Some(build)) = (made, Build::of(findings, mission)) else {
            return;
        };
        let (control, orders) = channel();
        let (sender, reports) = channel();
        self.traces = self.traces.wrapping_add(1);
        let mut running = Running::of(&build, names.clone(), control, reports);
        running.start = start;
        running.resolve(findings.revision, mission, breakpoints);
        let stops = Arc::new(running.resolved.stops.clone());
        let speed = settings.preview_speed;
        let ends = Ends {
            orders,
            reports: sender,
            looked: Arc::clone(&running.looked),
        };
        Worker::spawn(make(run), names, speed, stops, ends, context);
        self.worker = Some(running);
    }

    /// Runs the open mission to the moment that is looked at, with the same inputs.
    pub(super) fn replay(
        &mut self,
        findings: &Findings,
        mission: &Arc<Mission>,
        breakpoints: &Breakpoints,
    ) {
        let inputs = self.carried(findings, mission, None);
        self.run_again(findings, mission, breakpoints, inputs);
    }

    /// Runs a mission to the moment that is looked at, with inputs.
    pub(super) fn run_again(
        &mut self,
        findings: &Findings,
        mission: &Arc<Mission>,
        breakpoints: &Breakpoints,
        inputs: Vec<TimedInput>,
    ) {
        let Some(running) = &mut self.worker else {
            return;
        };
        let made = recording(&running.start, findings, mission);
        let (Some((run, names, statements)), Some(image)) = (made, findings.image.clone()) else {
            return;
        };
        self.pilot = pilot_after(&running.start, &inputs);
        running.follow(mission);
        // Until the run tells of them, they are what was handed in.
        running.inputs.clone_from(&inputs);
        running.image = image;
        running.coverage = Coverage::default();
        running.names = names.clone();
        running.source_map = Arc::clone(&findings.source_map);
        running.built = Arc::clone(mission);
        running.mission = Arc::clone(mission);
        running.compared = (findings.revision, false);
        running.statements = statements;
        running.standing = Standing::Replaying;
        running.stop = None;
        running.moments.clear();
        self.traces = self.traces.wrapping_add(1);
        running.resolved_of = None;
        running.resolve(findings.revision, mission, breakpoints);
        let stops = Arc::new(running.resolved.stops.clone());
        self.tell(Control::Replace(Box::new(Replacement {
            run,
            names,
            inputs,
            stops,
        })));
        if let Some(running) = &mut self.worker {
            running.replaced = running.asked;
        }
    }
}

/// A mission, ready to run.
fn recording(
    start: &Start,
    findings: &Findings,
    mission: &Mission,
) -> Option<(Recording, Names, Statements)> {
    let image = findings.image.as_ref()?;
    let statements = statements_of(&findings.source_map);
    let options = Options {
        trace: TraceLevel::Everything,
        statements: statements.clone(),
        ..start.options(mission)
    };
    let run = Recording::start(Arc::clone(image), options);
    let names = Names::new(mission).with_image(image);
    Some((run, names, statements))
}

/// Who flies the player's ship in the end.
fn pilot_after(start: &Start, inputs: &[TimedInput]) -> StandInPilot {
    let mut given = inputs.iter().rev();
    let last = given.find_map(|timed| match timed.input {
        Input::SetPilot { pilot } => Some(pilot),
        _ => None,
    });
    last.unwrap_or(start.pilot)
}
