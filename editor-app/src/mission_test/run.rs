//! Playing a test.

use std::sync::Arc;

use formats::Image;
use formats::yaml::Position;
use model::Mission;
use model::compile::{SourceMap, compile};
use model::diagnostic::{Diagnostic, Place};
use runtime::debug::Statements;
use runtime::{Input, Options, Simulation, Tick, TimedInput, TraceEvent, TraceLevel};

use crate::mission_file::{Opened, Origin};
use crate::preview::{
    InputNames, Moment, Names, NoSuchRecord, Track, statements_of, story_line, story_of,
};

use super::bind::Bound;
use super::fact::once;
use super::promise::{Breach, Promise};
use super::watch::Watch;
use super::write::{expectation_text, input_text};
use super::{Counted, CoverageSum, Fact, InputTime, ReadTest, Start, Tolerance, When, Window};

/// Lines of the story that are told up to the moment of a failure, and behind it.
const LINES_BEFORE: usize = 6;
const LINES_AFTER: usize = 3;

/// A mission that tests are played on, compiled once.
#[derive(Debug)]
pub struct Bench {
    opened: Opened,
    names: Names,
    source_map: SourceMap,
    image: Arc<Image>,
    statements: Statements,
}

/// How a test went.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What was looked at: inputs that did not come, the expectations in the author's order, and those
    /// that go without saying.
    pub checks: Vec<Check>,
    /// The moment that the run came to.
    pub ended: Tick,
    /// Whether the mission was over by then.
    pub over: bool,
    /// Entries that the run's log had no room for, so that the story may lack some. What is counted is
    /// not: the run counts it as it goes.
    pub left_out: u64,
    /// What the run came to.
    pub coverage: CoverageSum,
    /// What came from outside, at the moments at which it came.
    pub inputs: Vec<TimedInput>,
}

impl Verdict {
    /// Whether every check passed.
    pub fn passed(&self) -> bool {
        self.checks.iter().all(|check| check.failure.is_none())
    }
}

/// Something that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Where the test says it; `None` for what goes without saying.
    pub position: Option<Position>,
    /// What is expected, as the test says it.
    pub what: String,
    /// How it failed, if it did.
    pub failure: Option<CheckFailure>,
}

/// How a check failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFailure {
    /// When it was certain.
    pub tick: Tick,
    /// What was the case instead.
    pub instead: String,
    /// Lines of the story around that moment.
    pub story: Vec<String>,
}

impl Bench {
    /// A mission, compiled; an image is played as it is.
    ///
    /// # Errors
    /// What keeps the mission from being compiled, with the mission.
    pub fn new(opened: Opened) -> Result<Self, Box<(Opened, Vec<Diagnostic>)>> {
        let compiled = compile(&opened.mission);
        let image = match &opened.origin {
            Origin::Image(image) => Some((**image).clone()),
            Origin::Source(_) => compiled.image,
        };
        match image {
            Some(image) => Ok(Self {
                names: Names::new(&opened.mission),
                statements: statements_of(&compiled.source_map),
                source_map: compiled.source_map,
                image: Arc::new(image),
                opened,
            }),
            None => Err(Box::new((opened, compiled.diagnostics))),
        }
    }

    /// A mission that is open, as it was compiled.
    pub fn of(mission: Mission, image: Arc<Image>, source_map: SourceMap) -> Self {
        Self {
            names: Names::new(&mission),
            statements: statements_of(&source_map),
            source_map,
            opened: Opened {
                mission,
                origin: Origin::Image(Box::new((*image).clone())),
                diagnostics: Vec::new(),
            },
            image,
        }
    }

    /// The mission.
    pub fn mission(&self) -> &Mission {
        &self.opened.mission
    }

    /// Its records by their numbers in the image.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Where its instructions came from.
    pub fn source_map(&self) -> &SourceMap {
        &self.source_map
    }

    /// Where a place of the mission is in its file, if that is a source.
    pub fn position(&self, place: &Place) -> Option<Position> {
        self.opened.position(place)
    }

    /// The image that is played.
    pub fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// What a test's run is started with.
    pub fn options(&self, start: &Start) -> Options {
        Options {
            // Threads and calls tell which routines ran.
            trace: TraceLevel::Script,
            statements: self.statements.clone(),
            ..start.options(self.mission())
        }
    }

    /// What was the case instead of what was promised. Of a fault that came the log says more than its
    /// count.
    fn instead(&self, fact: &Fact, run: &Simulation, breach: &Breach) -> String {
        let place = breach.script.map(|script| self.place(script));
        let counted = || breach.instead.clone() + &place.unwrap_or_default();
        let of_faults = matches!(
            fact,
            Fact::Count {
                what: Counted::Fault(_),
                ..
            }
        );
        let mut entries = run.trace().iter().filter(|entry| entry.tick == breach.tick);
        let fault = entries.find_map(|entry| match &entry.event {
            TraceEvent::Fault { script, cause, .. } if of_faults => {
                Some(format!("a thread fails{}: {cause}", self.place(*script)))
            }
            _ => None,
        });
        fault.unwrap_or_else(counted)
    }

    /// Where an instruction came from, in words that follow others; empty where nobody knows.
    fn place(&self, script: u32) -> String {
        let offset = usize::try_from(script).unwrap_or(usize::MAX);
        let Some((extent, mapped)) = self.source_map.instruction_at(offset) else {
            return String::new();
        };
        let place = Place::text(extent.owner.clone(), mapped.span.clone());
        match self.opened.position(&place) {
            Some(at) => format!(" in {}, line {} of the mission", extent.owner, at.line),
            None => format!(" in {}", extent.owner),
        }
    }
}

/// An input that has not come yet.
struct Pending {
    /// Its place among the test's inputs.
    place: usize,
    input: Input,
    state: Waiting,
}

enum Waiting {
    /// For what it waits, and ticks from there.
    For(Watch, u32),
    /// For a moment.
    Until(Tick),
    /// For a point within a tick.
    Within(Tick, u32),
}

/// An expectation with its place and its words.
struct Followed {
    position: Option<Position>,
    what: String,
    fact: Fact,
    promise: Promise,
}

/// Plays a test on its mission.
///
/// # Errors
/// [`NoSuchRecord`] where the test speaks of a record that the mission does not have; a test that was
/// read against the same mission does not.
pub fn run(bench: &Bench, read: &ReadTest) -> Result<Verdict, NoSuchRecord> {
    let test = &read.test;
    let mut followed = all_followed(bench, read)?;
    let mut pending = all_pending(bench, read)?;
    // What comes within the first tick must be there before it runs.
    let within = |it: &Pending| matches!(it.state, Waiting::Within(Tick(0), _));
    let first: Vec<TimedInput> = pending
        .extract_if(.., |it| within(it))
        .filter_map(|it| match it.state {
            Waiting::Within(tick, step) => Some(TimedInput {
                tick,
                step,
                input: it.input,
            }),
            _ => None,
        })
        .collect();
    let options = bench.options(&test.start);
    let mut simulation = Simulation::replay(Arc::clone(&bench.image), options, &first, Tick(0));
    loop {
        for it in &mut followed {
            it.promise.look(&simulation, &bench.names);
        }
        if simulation.is_over() || simulation.now().0 >= test.ticks {
            break;
        }
        hand_in(&mut pending, &mut simulation);
        simulation.tick();
    }
    let story = Story::of(bench, &simulation);
    let missed = pending
        .into_iter()
        .map(|it| it.missed(read, &simulation, &story));
    let mut checks: Vec<Check> = missed.collect();
    for it in followed {
        let breach = it.promise.end(&simulation, &bench.names);
        checks.push(Check {
            position: it.position,
            what: it.what,
            failure: breach.map(|breach| CheckFailure {
                instead: bench.instead(&it.fact, &simulation, &breach),
                story: story.around(breach.tick),
                tick: breach.tick,
            }),
        });
    }
    Ok(Verdict {
        checks,
        ended: simulation.now(),
        over: simulation.is_over(),
        left_out: simulation.trace().left_out(),
        coverage: CoverageSum::of(bench, &simulation),
        inputs: simulation.inputs().to_vec(),
    })
}

/// The expectations of a test, and those that go without saying.
fn all_followed(bench: &Bench, read: &ReadTest) -> Result<Vec<Followed>, NoSuchRecord> {
    let test = &read.test;
    let mut followed = Vec::new();
    let mut follow = |position, what, when: When, guard: Option<&Fact>, fact: &Fact| {
        let watch = |fact: &Fact| {
            let bound = Bound::new(fact, &bench.names, &bench.source_map)?;
            Ok(Watch::new(bound, when.from()))
        };
        let guard = guard.map(watch).transpose()?;
        followed.push(Followed {
            position,
            what,
            fact: fact.clone(),
            promise: Promise::new(when, guard, watch(fact)?),
        });
        Ok(())
    };
    for (place, it) in test.expectations.iter().enumerate() {
        let position = read.places.expectations.get(place).copied();
        follow(
            position,
            expectation_text(it),
            it.when,
            it.guard.as_ref(),
            &it.fact,
        )?;
    }
    let no_faults = (test.faults, "no thread fails", Counted::Fault(None));
    let no_gaps = (
        test.gaps,
        "the preview does all that is asked for",
        Counted::Gap(None),
    );
    for (tolerance, words, what) in [no_faults, no_gaps] {
        if tolerance == Tolerance::None {
            let limits = once();
            let fact = Fact::Count { what, limits };
            follow(
                None,
                words.to_owned(),
                When::Never(Window::default()),
                None,
                &fact,
            )?;
        }
    }
    Ok(followed)
}

/// The inputs of a test, in the author's order.
fn all_pending(bench: &Bench, read: &ReadTest) -> Result<Vec<Pending>, NoSuchRecord> {
    let names = InputNames::new(bench.mission(), &bench.names);
    let pending = read.test.inputs.iter().enumerate().map(|(place, it)| {
        let state = match &it.time {
            InputTime::At(tick) => Waiting::Until(*tick),
            InputTime::Within { tick, step } => Waiting::Within(*tick, *step),
            InputTime::Once { fact, after } => {
                let bound = Bound::new(fact, &bench.names, &bench.source_map)?;
                Waiting::For(Watch::new(bound, Tick(0)), *after)
            }
        };
        Ok(Pending {
            place,
            input: names.numbered(&it.input)?,
            state,
        })
    });
    pending.collect()
}

/// Hands in what is due at the next tick.
fn hand_in(pending: &mut Vec<Pending>, run: &mut Simulation) {
    let now = run.now();
    pending.retain_mut(|it| {
        if let Waiting::For(watch, after) = &it.state
            && watch.holds(run)
        {
            // What is seen at the end of a tick can be answered at the next one.
            it.state = Waiting::Until(now.after((*after).max(1)));
        }
        match it.state {
            Waiting::Until(tick) if tick <= now.after(1) => run.input(it.input.clone()),
            Waiting::Within(tick, step) if tick <= now.after(1) => run.input_at(TimedInput {
                tick,
                step,
                input: it.input.clone(),
            }),
            _ => return true,
        }
        false
    });
}

impl Pending {
    /// What is said of an input that did not come.
    fn missed(self, read: &ReadTest, run: &Simulation, story: &Story) -> Check {
        let instead = match self.state {
            Waiting::For(watch, _) if watch.holds(run) => format!(
                "it did not come: what it waits for came true at {}, as the run ended",
                run.now()
            ),
            Waiting::For(..) => "it did not come: what it waits for never came true".to_owned(),
            Waiting::Until(tick) | Waiting::Within(tick, _) => {
                format!("it did not come: the run ended before {tick}")
            }
        };
        let what = read.test.inputs.get(self.place).map(input_text);
        Check {
            position: read.places.inputs.get(self.place).copied(),
            what: what.unwrap_or_default(),
            failure: Some(CheckFailure {
                tick: run.now(),
                instead,
                story: story.around(run.now()),
            }),
        }
    }
}

/// What happened in a run, as far as an author wants to be told of it.
struct Story(Vec<Moment>);

impl Story {
    fn of(bench: &Bench, run: &Simulation) -> Self {
        let moments = run.trace().iter();
        let moments = moments.filter_map(|entry| story_of(entry, &bench.names));
        // Writes of the script would drown what an author looks for.
        Self(moments.filter(|it| it.track != Track::Script).collect())
    }

    /// The lines around a moment.
    fn around(&self, tick: Tick) -> Vec<String> {
        let after = self.0.partition_point(|moment| moment.tick <= tick);
        let lines = self.0.iter().skip(after.saturating_sub(LINES_BEFORE));
        let many = after.min(LINES_BEFORE) + LINES_AFTER;
        lines.take(many).map(story_line).collect()
    }
}
