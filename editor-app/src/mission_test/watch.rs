//! A fact that is followed through a run.

use formats::catalogue::{order, variable};
use runtime::{Flags, Gap, ObjectState, ObjectView, Simulation, Tick};

use crate::preview::{Names, ending_text};

use super::bind::{Bound, Tally};
use super::compare::{Compare, Limit, passes};
use super::fact::{EndingIs, ShipState};
use super::symbols::{OBJECTIVE_STATES, RATING_VARIABLE, RATINGS, SHIP_STATES, dword_text, word};

/// A fact with what was counted of it so far.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    bound: Bound,
    /// Where the counting begins.
    from: Tick,
    /// What had been counted before.
    before: u64,
}

impl Watch {
    /// A fact that is followed from a moment on.
    pub(super) fn new(bound: Bound, from: Tick) -> Self {
        Self {
            bound,
            from,
            before: 0,
        }
    }

    /// Takes notice of the moment that a run has come to; each is shown, in order.
    pub(super) fn see(&mut self, run: &Simulation) {
        if run.now() < self.from
            && let Some(tally) = self.bound.tally()
        {
            self.before = tally.count(run);
        }
    }

    /// How often what it counts has happened since the counting began.
    fn count(&self, tally: &Tally, run: &Simulation) -> u32 {
        let many = tally.count(run).saturating_sub(self.before);
        u32::try_from(many).unwrap_or(u32::MAX)
    }

    /// Whether it is true of the moment that a run has come to.
    pub(super) fn holds(&self, run: &Simulation) -> bool {
        match &self.bound {
            Bound::Global(global, limits) => {
                run.global(*global).is_some_and(|it| passes(limits, &it))
            }
            Bound::Variable(variable, limits) => passes(limits, &run.variable(*variable)),
            Bound::Objective {
                objective,
                state,
                is,
            } => (run.objective(*objective) == Some(*state)) == *is,
            Bound::Ending(EndingIs::None) => run.ending().is_none(),
            Bound::Ending(EndingIs::Any) => run.ending().is_some(),
            Bound::Ending(EndingIs::Way(way)) => run.ending() == Some(*way),
            Bound::Rating(rating) => run.variable(RATING_VARIABLE) == *rating,
            Bound::Count(tally, limits) => passes(limits, &self.count(tally, run)),
            Bound::Happened {
                ship,
                happening,
                is,
            } => (run.counts().of_ship(*ship, *happening) > 0) == *is,
            Bound::State { ship, state, is } => {
                run.ship(*ship).is_some_and(|it| is_in(&it, *state)) == *is
            }
            Bound::Order {
                ship,
                order,
                anywhere,
            } => run.ship(*ship).is_some_and(|it| {
                let looked_at = if *anywhere { it.orders.len() } else { 1 };
                let mut orders = it.orders.iter().take(looked_at);
                orders.any(|own| own.order == *order)
            }),
            Bound::Damage(ship, limits) => run
                .ship(*ship)
                .is_some_and(|it| is_there(&it) && passes(limits, &u32::from(it.damage))),
            Bound::Distance([a, b], limits) => {
                distance(run, *a, *b).is_some_and(|it| passes(limits, &it))
            }
        }
    }

    /// The instruction that brought about what is the case at the moment that a run has come to, where
    /// that is known.
    pub(super) fn script(&self, run: &Simulation) -> Option<u32> {
        match &self.bound {
            Bound::Count(Tally::Gap(wanted), _) => last_gap(wanted.as_deref(), run)?.1.last_script,
            _ => None,
        }
    }

    /// What is the case at the moment that a run has come to.
    pub(super) fn told(&self, run: &Simulation, names: &Names) -> String {
        let ship = |number: u16| {
            let id = names.ship(number);
            id.map_or_else(|| format!("ship {number}"), |it| it.id.to_string())
        };
        match &self.bound {
            Bound::Global(global, limits) => {
                let id = names.global(*global).map(|it| it.id.to_string());
                let name = id.unwrap_or_else(|| format!("global {global}"));
                let value = run.global(*global).unwrap_or_default();
                format!("{name} is {}", compared_text(limits, value))
            }
            Bound::Variable(number, limits) => {
                let name = variable(*number).and_then(|it| it.name.clone());
                let name = name.unwrap_or_else(|| number.to_string());
                let value = compared_text(limits, run.variable(*number));
                format!("flag[{name}] is {value}")
            }
            Bound::Objective { objective, .. } => {
                let state = run.objective(*objective);
                let state = state.and_then(|state| word(OBJECTIVE_STATES, state));
                format!("objective {objective} is {}", state.unwrap_or("none"))
            }
            Bound::Ending(_) => match run.ending() {
                Some(ending) => super::report::uncapital(ending_text(ending)),
                None => "the mission has not ended".to_owned(),
            },
            Bound::Rating(_) => {
                let rating = run.variable(RATING_VARIABLE);
                let text = word(RATINGS, rating);
                let text = text.map_or_else(|| rating.to_string(), str::to_owned);
                format!("the rating is {text}")
            }
            Bound::Count(tally, _) => {
                if let Tally::Gap(wanted) = tally
                    && let Some((name, _)) = last_gap(wanted.as_deref(), run)
                {
                    return format!("the preview does not do \"{name}\"");
                }
                let (who, did) = match tally {
                    Tally::Trigger(_) => ("it", "fired"),
                    Tally::Routine { .. } => ("it", "run"),
                    Tally::Speech(_) | Tally::Music(_) | Tally::Film(_) => ("it", "played"),
                    Tally::Fault(_) => ("a thread", "failed"),
                    Tally::Gap(_) => ("it", "come"),
                };
                let told = match self.count(tally, run) {
                    0 => format!("{who} has never {did}"),
                    1 => format!("{who} has {did} once"),
                    many => format!("{who} has {did} {many} times"),
                };
                match self.from {
                    Tick(0) => told,
                    from => format!("{told} since {from}"),
                }
            }
            Bound::Happened {
                ship: number,
                happening,
                ..
            } => {
                let has = run.counts().of_ship(*number, *happening) > 0;
                let not = if has { "" } else { "not " };
                let state = word(SHIP_STATES, ShipState::of(*happening)).unwrap_or_default();
                format!("{} is {not}{state}", ship(*number))
            }
            Bound::State {
                ship: number,
                state,
                ..
            } => {
                let view = run.ship(*number);
                let there = view.as_ref().is_some_and(is_there);
                if !there && *state != ShipState::Made {
                    return format!("{} is not there", ship(*number));
                }
                let is = view.is_some_and(|it| is_in(&it, *state));
                let not = if is { "" } else { "not " };
                let state = word(SHIP_STATES, *state).unwrap_or_default();
                format!("{} is {not}{state}", ship(*number))
            }
            Bound::Order {
                ship: number,
                anywhere,
                ..
            } => {
                let orders = run.ship(*number).map(|it| it.orders).unwrap_or_default();
                let shown = if *anywhere { orders.len() } else { 1 };
                let orders: Vec<_> = orders
                    .iter()
                    .take(shown)
                    .map(|it| title(it.order))
                    .collect();
                match orders.is_empty() {
                    true => format!("{} has no order", ship(*number)),
                    false => format!("{} has the order {}", ship(*number), orders.join(", ")),
                }
            }
            Bound::Damage(number, _) => match run.ship(*number).filter(is_there) {
                Some(view) => format!("the damage of {} is {}", ship(*number), view.damage),
                None => format!("{} is not there", ship(*number)),
            },
            Bound::Distance([a, b], _) => match distance(run, *a, *b) {
                Some(distance) => format!("the distance is {distance:.1}"),
                None => {
                    let gone = |it: &&u16| run.ship_position(**it).is_none();
                    let gone = [a, b].into_iter().find(gone).unwrap_or(a);
                    format!("{} is not there", ship(*gone))
                }
            },
        }
    }
}

/// The gap, by its name or any, that was met at the moment that a run has come to.
fn last_gap<'a>(wanted: Option<&str>, run: &'a Simulation) -> Option<(&'a str, &'a Gap)> {
    let mut gaps = run.gaps().iter();
    gaps.find(|(name, gap)| {
        gap.last_tick == run.now() && wanted.is_none_or(|wanted| wanted == *name)
    })
}

/// A dword as the limits that it is held to see it: all but being the same goes without its sign.
fn compared_text(limits: &[Limit<u32>], value: u32) -> String {
    let same = |limit: &Limit<u32>| matches!(limit.compare, Compare::Is | Compare::IsNot);
    let text = dword_text(value);
    match limits.iter().all(same) || text == value.to_string() {
        true => text,
        false => format!("{value}, which is {text} with a sign"),
    }
}

fn title(number: i16) -> String {
    let known = u16::try_from(number).ok().and_then(order);
    let name = known.and_then(|order| order.script_name.clone());
    name.unwrap_or_else(|| number.to_string())
}

fn is_there(view: &ObjectView) -> bool {
    view.state != ObjectState::StandIn
}

fn is_in(view: &ObjectView, state: ShipState) -> bool {
    is_there(view)
        && match state {
            ShipState::Made => true,
            ShipState::Disabled => view.is_disabled(),
            ShipState::Hidden => view.hidden,
            ShipState::Cloaked => view.cloaked,
            ShipState::Hostile => view.is_hostile(),
            ShipState::Exploding => view.is_exploding(),
            ShipState::Targetable => view.flags.any(Flags::TARGETABLE),
            // What has happened to a ship, the run counts.
            _ => false,
        }
}

/// The way between the middles of two ships that are there, in world units.
fn distance(run: &Simulation, a: u16, b: u16) -> Option<f64> {
    let (a, b) = (run.ship_position(a)?, run.ship_position(b)?);
    let square: f64 = a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum();
    Some(square.sqrt())
}
