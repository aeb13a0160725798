//! The start of a run: afresh, as a test has it, or again after an edit.

use super::worker::{Control, Replacement, Worker};
use super::{
    InputNames, Names, Preview, Running, Standing, played_number, statements_of, time_text,
};
use crate::analysis::Findings;
use crate::breakpoints::{Breakpoints, Resolved};
use crate::mission_test::{Bench, ReadTest, Verdict, run as play};
use crate::settings::Settings;
use eframe::egui::Context;
use model::Mission;
use runtime::debug::{Coverage, Position, Statements, Tally};
use runtime::{Options, Recording, Tick, TimedInput, Trace, TraceLevel};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::channel;

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
        let kept = match settings.keep_inputs {
            true => self.carried(mission),
            false => Vec::new(),
        };
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
            with_inputs,
        );
    }

    /// Starts a run as a test has it: it is played to its end at once, and stands at its start.
    pub(crate) fn play_test(
        &mut self,
        context: &Context,
        (bench, read): (Bench, ReadTest),
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
    ) {
        self.seed = read.test.start.seed;
        self.pilot = read.test.start.pilot;
        let make = move |_: Recording| {
            move || {
                let options = Options {
                    trace: TraceLevel::Everything,
                    ..bench.options(&read.test.start)
                };
                let mut run = Recording::start(Arc::clone(bench.image()), options);
                let verdict = match play(&bench, &read) {
                    Ok(verdict) => verdict,
                    Err(error) => return (run, vec![(false, error.to_string())]),
                };
                for input in &verdict.inputs {
                    run.input_at(input.clone());
                }
                run.advance(verdict.ended.0.saturating_add(1));
                run.seek(Tick(0));
                (run, verdict_notes(&verdict))
            }
        };
        self.start_made(context, findings, mission, settings, breakpoints, make);
    }

    /// The inputs of the run as another mission has them.
    pub(super) fn carried(&self, mission: &Mission) -> Vec<TimedInput> {
        let Some(running) = &self.worker else {
            return Vec::new();
        };
        let names = Names::new(mission);
        let old = InputNames::new(&running.mission, &running.names);
        let new = InputNames::new(mission, &names);
        let same = running.mission.as_ref() == mission;
        let carried = running.inputs.iter().filter_map(|timed| {
            let named = old.named(&timed.input).ok()?;
            let input = new.numbered(&named).ok()?;
            let within = timed.step > 0 && !same;
            Some(TimedInput {
                // Points within a tick are others in another script.
                tick: timed.tick.after(u32::from(within)),
                step: if within { 0 } else { timed.step },
                input,
            })
        });
        carried.collect()
    }

    /// Starts a run that is made, on a thread of its own, of the one that starts afresh.
    fn start_made<M>(
        &mut self,
        context: &Context,
        findings: &Findings,
        mission: &Arc<Mission>,
        settings: &Settings,
        breakpoints: &Breakpoints,
        make: impl FnOnce(Recording) -> M,
    ) where
        M: FnOnce() -> (Recording, Vec<(bool, String)>) + Send + 'static,
    {
        self.stop();
        let Some((run, names, statements)) = self.recording(findings, mission) else {
            return;
        };
        let Some(image) = findings.image.clone() else {
            return;
        };
        let (control, orders) = channel();
        let (sender, reports) = channel();
        self.traces = self.traces.wrapping_add(1);
        let mut running = Running {
            control,
            reports,
            image,
            names: names.clone(),
            source_map: Arc::clone(&findings.source_map),
            mission: Arc::clone(mission),
            compared: (findings.revision, false),
            statements,
            standing: Standing::Still,
            asked: 0,
            position: Position::end_of(Tick(0)),
            stop: None,
            coverage: Coverage::default(),
            tally: Tally::default(),
            inputs: Vec::new(),
            difference: None,
            why: None,
            test: None,
            notes: Vec::new(),
            resolved: Resolved::default(),
            resolved_of: None,
            snapshot: None,
            head: Tick(0),
            moments: Vec::new(),
            trace: Trace::default(),
            gaps: BTreeMap::new(),
        };
        running.resolve(findings.revision, mission, breakpoints);
        let stops = Arc::new(running.resolved.stops.clone());
        let speed = settings.preview_speed;
        Worker::spawn(make(run), names, speed, stops, orders, sender, context);
        self.worker = Some(running);
    }

    /// A mission, ready to run.
    fn recording(
        &self,
        findings: &Findings,
        mission: &Mission,
    ) -> Option<(Recording, Names, Statements)> {
        let image = findings.image.as_ref()?;
        let statements = statements_of(&findings.source_map);
        let options = Options {
            seed: self.seed,
            mission: played_number(mission),
            pilot: self.pilot,
            trace: TraceLevel::Everything,
            statements: statements.clone(),
            ..Options::default()
        };
        let run = Recording::start(Arc::clone(image), options);
        let names = Names::new(mission).with_image(image);
        Some((run, names, statements))
    }

    /// Runs the open mission to the moment that is looked at, with the same inputs.
    pub(super) fn replay(
        &mut self,
        findings: &Findings,
        mission: &Arc<Mission>,
        breakpoints: &Breakpoints,
    ) {
        let inputs = self.carried(mission);
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
        let Some((run, names, statements)) = self.recording(findings, mission) else {
            return;
        };
        let Some(image) = findings.image.clone() else {
            return;
        };
        let Some(running) = &mut self.worker else {
            return;
        };
        running.image = image;
        running.coverage = Coverage::default();
        running.names = names.clone();
        running.source_map = Arc::clone(&findings.source_map);
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
    }
}

/// What came of a test, in lines, and whether each is good news.
fn verdict_notes(verdict: &Verdict) -> Vec<(bool, String)> {
    let failed = verdict.checks.iter().filter_map(|check| {
        let failure = check.failure.as_ref()?;
        let at = time_text(failure.tick);
        let line = check.position.map(|it| format!("line {}: ", it.line));
        let line = line.unwrap_or_default();
        let (what, instead) = (&check.what, &failure.instead);
        Some((false, format!("{line}{what}: at {at}, {instead}")))
    });
    let mut notes: Vec<_> = failed.collect();
    if notes.is_empty() {
        let text = format!("The test passes; it ends at {}", time_text(verdict.ended));
        notes.push((true, text));
    }
    notes
}
