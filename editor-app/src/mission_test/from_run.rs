//! A test made of a run that went as it should.

use std::collections::BTreeSet;

use model::{AnyId, Mission};
use runtime::{Options, Simulation, TraceEvent, Variables};

use crate::preview::{InputNames, Names, NoSuchRecord, played_number};

use super::compare::{Compare, Limit};
use super::symbols::{RATING_VARIABLE, RATINGS, word};
use super::{
    Counted, EndingIs, Expectation, Fact, InputTime, MissionTest, Start, TestInput, Tolerance, When,
};

impl MissionTest {
    /// A test that a run passes: the same start, the same inputs at their ticks, and what came of it:
    /// how the mission ended, its objectives, the triggers that fired and how often, its globals. An
    /// author strikes out what matters little.
    ///
    /// `names` are those of the mission that ran. The test names no file and has no name yet.
    ///
    /// # Errors
    /// [`NoSuchRecord`] where an input was about something that is no record of the mission.
    pub fn from_run(
        run: &Simulation,
        mission: &Mission,
        names: &Names,
    ) -> Result<Self, NoSuchRecord> {
        let inputs = InputNames::new(mission, names);
        let inputs = run.inputs().iter().map(|timed| {
            Ok(TestInput {
                time: match timed.step {
                    0 => InputTime::At(timed.tick),
                    step => InputTime::Within {
                        tick: timed.tick,
                        step,
                    },
                },
                input: inputs.named(&timed.input)?,
            })
        });
        let failed = run.counts().faults(None) > 0;
        Ok(Self {
            start: start(run.options(), mission),
            ticks: run.now().0,
            faults: match failed {
                true => Tolerance::Allowed,
                false => Tolerance::None,
            },
            inputs: inputs.collect::<Result<_, _>>()?,
            expectations: outcome(run, mission, names),
            ..Self::default()
        })
    }
}

fn start(options: &Options, mission: &Mission) -> Start {
    let usual = Variables::default();
    let variables = (0..=u8::MAX).filter_map(|number| {
        let value = options.variables.get(number);
        (value != usual.get(number)).then_some((number, value))
    });
    Start {
        seed: options.seed,
        pilot: options.pilot,
        number: (options.mission != played_number(mission)).then_some(options.mission),
        training: options.training,
        players: options.players,
        player_kind: options.player_kind,
        variables: variables.collect(),
    }
}

/// What came of a run, as expectations of its end.
fn outcome(run: &Simulation, mission: &Mission, names: &Names) -> Vec<Expectation> {
    let mut facts = vec![Fact::Ending(
        run.ending().map_or(EndingIs::None, EndingIs::Way),
    )];
    let mut objectives = BTreeSet::new();
    let mut graded = false;
    for entry in run.trace() {
        match entry.event {
            TraceEvent::Objective { objective, .. } => {
                objectives.insert(objective);
            }
            TraceEvent::VariableWritten { variable, .. } => graded |= variable == RATING_VARIABLE,
            _ => {}
        }
    }
    // A mission that gives no grade has that of an attempt that began.
    let rating = run.variable(RATING_VARIABLE);
    if graded && word(RATINGS, rating).is_some() {
        facts.push(Fact::Rating(rating));
    }
    for objective in objectives {
        // A state that has no name is none that the game shows.
        if let Some(state) = run.objective(objective).filter(|state| *state <= 2) {
            facts.push(Fact::Objective {
                objective,
                state,
                is: true,
            });
        }
    }
    for trigger in &mission.triggers {
        let number = names.trigger_number(&AnyId::from(&trigger.id));
        let many = number.map_or(0, |number| run.counts().firings(number));
        if let Some(many) = u32::try_from(many).ok().filter(|many| *many > 0) {
            facts.push(Fact::Count {
                what: Counted::Trigger(trigger.id.clone()),
                limits: vec![Limit::new(Compare::Is, many)],
            });
        }
    }
    for (index, global) in (0..=u8::MAX).zip(&mission.globals) {
        if let Some(value) = run.global(index) {
            facts.push(Fact::Global {
                global: global.id.clone(),
                limits: vec![Limit::new(Compare::Is, value)],
            });
        }
    }
    let when = When::AtEnd;
    let promised = facts.into_iter().map(|fact| Expectation {
        when,
        guard: None,
        fact,
    });
    promised.collect()
}
