//! From a [`MissionTest`] to its text, in one stable form; reading it gives the same test.

use std::fmt::Display;

use formats::catalogue::{condition, kind_symbol, order, variable};
use formats::yaml::{Value, inline, render};
use model::{AnyId, Collection, Id, ShipId, Subject};

use crate::preview::{NamedInput, NamedTarget, NamedValue};

use super::compare::{Compare, Limit};
use super::fact::once;
use super::moment::seconds_text;
use super::symbols::{ENDINGS, OBJECTIVE_STATES, PILOTS, RATINGS, SHIP_STATES, dword_text, word};
use super::{
    Counted, EndingIs, Expectation, Fact, InputTime, MissionTest, Start, TestInput, Tolerance,
    VERSION, When, Window,
};

impl MissionTest {
    /// The test's text.
    pub fn write(&self) -> String {
        let mut out = Entries::default();
        out.put("test", number(VERSION));
        out.put_some("mission", self.mission.as_ref().map(Value::text));
        out.put_some("name", self.name.as_ref().map(Value::text));
        out.start(&self.start);
        out.put("seconds", Value::plain(seconds_text(self.ticks)));
        if self.faults == Tolerance::Allowed {
            out.put("faults", Value::plain("allowed"));
        }
        if self.gaps == Tolerance::None {
            out.put("gaps", Value::plain("none"));
        }
        if !self.inputs.is_empty() {
            let inputs = self.inputs.iter().map(input).collect();
            out.put("inputs", Value::Records(inputs));
        }
        if !self.expectations.is_empty() {
            let expectations = self.expectations.iter().map(expectation).collect();
            out.put("expect", Value::Records(expectations));
        }
        render(&Value::Map(out.0))
    }
}

/// An expectation as a test has it, without its braces.
pub(super) fn expectation_text(it: &Expectation) -> String {
    bare(&expectation(it))
}

/// An input as a test has it, without its braces.
pub(super) fn input_text(it: &TestInput) -> String {
    bare(&input(it))
}

fn bare(value: &Value) -> String {
    let text = inline(value);
    let inner = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
    inner.map_or_else(|| text.clone(), str::to_owned)
}

#[derive(Default)]
struct Entries(Vec<(String, Value)>);

impl Entries {
    fn put(&mut self, key: &str, value: Value) {
        self.0.push((key.to_owned(), value));
    }

    fn put_some(&mut self, key: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn start(&mut self, start: &Start) {
        let usual = Start::default();
        self.put("seed", number(start.seed));
        self.put("pilot", symbol(word(PILOTS, start.pilot), "route"));
        self.put_some("number", start.number.map(number));
        self.put_some("training", start.training.then(yes));
        if start.players != usual.players {
            self.put("players", number(start.players));
        }
        self.put_some("player_kind", start.player_kind.map(kind));
        if !start.variables.is_empty() {
            let variables = start.variables.iter();
            let variables = variables.map(|(it, value)| (variable_name(*it), dword(*value)));
            self.put("variables", Value::Map(variables.collect()));
        }
    }

    fn when(&mut self, when: &When) {
        match when {
            When::By(tick) => self.put("by", Value::plain(seconds_text(tick.0))),
            When::At(tick) => self.put("at", Value::plain(seconds_text(tick.0))),
            When::Between(window) => self.put("between", bounds(window)),
            When::Never(window) => self.put("never", whole_or_bounds(window)),
            When::Always(window) => self.put("always", whole_or_bounds(window)),
            When::AtEnd => self.put("at_end", yes()),
        }
    }

    fn fact(&mut self, fact: &Fact) {
        match fact {
            Fact::Global { global, limits } => {
                self.put("global", id(global));
                self.dword_limits(limits);
            }
            Fact::Variable { variable, limits } => {
                self.put("variable", variable_value(*variable));
                self.dword_limits(limits);
            }
            Fact::Objective {
                objective,
                state,
                is,
            } => {
                self.put("objective", number(*objective));
                self.put(
                    is_key(*is),
                    symbol(word(OBJECTIVE_STATES, *state), "current"),
                );
            }
            Fact::Ending(EndingIs::None) => self.put("ending", Value::plain("none")),
            Fact::Ending(EndingIs::Any) => self.put("ending", Value::plain("any")),
            Fact::Ending(EndingIs::Way(way)) => {
                self.put("ending", symbol(word(ENDINGS, *way), "any"));
            }
            Fact::Rating(rating) => self.put("rating", symbol(word(RATINGS, *rating), "failure")),
            Fact::Count { what, limits } => self.count(what, limits),
            Fact::Ship { ship, state, is } => {
                self.put("ship", id(ship));
                self.put(is_key(*is), symbol(word(SHIP_STATES, *state), "made"));
            }
            Fact::Order {
                ship,
                order,
                anywhere,
            } => {
                self.put("ship", id(ship));
                let key = if *anywhere { "has_order" } else { "order" };
                self.put(key, order_value(*order));
            }
            Fact::Damage { ship, limits } => {
                self.put("damage", id(ship));
                self.dword_limits(limits);
            }
            Fact::Distance { ships, limits } => {
                self.put("distance", Value::List(ships.iter().map(id).collect()));
                self.limits("is", limits, number);
            }
        }
    }

    fn count(&mut self, what: &Counted, limits: &[Limit<u32>]) {
        let name = |name: &Option<String>| match name {
            Some(name) => Value::text(name),
            None => Value::plain("any"),
        };
        let (key, exactly, value) = match what {
            Counted::Trigger(it) => ("trigger", "fires", id(it)),
            Counted::Routine(it) => ("routine", "runs", id(it)),
            Counted::Speech(it) => ("speech", "plays", Value::text(it)),
            Counted::Music(it) => ("music", "plays", Value::text(it)),
            Counted::Film(it) => ("film", "plays", Value::text(it)),
            Counted::Fault(it) => ("fault", "comes", owner(it.as_ref())),
            Counted::Gap(it) => ("gap", "comes", name(it)),
        };
        self.put(key, value);
        // Once at least is what is meant where nothing is said.
        if limits != once() {
            self.limits(exactly, limits, number);
        }
    }

    fn limits<T: Copy>(&mut self, exactly: &str, limits: &[Limit<T>], write: fn(T) -> Value) {
        for limit in limits {
            let key = match limit.compare {
                Compare::Is => exactly,
                compare => compare.key(),
            };
            self.put(key, write(limit.value));
        }
    }

    /// Limits of a dword, with a sign only where that changes nothing.
    fn dword_limits(&mut self, limits: &[Limit<u32>]) {
        for limit in limits {
            let write = match limit.compare {
                Compare::Is | Compare::IsNot => dword,
                _ => number,
            };
            self.put(limit.compare.key(), write(limit.value));
        }
    }

    fn what_comes(&mut self, input: &NamedInput) {
        match input {
            NamedInput::JumpDrive => self.put("jump_drive", yes()),
            NamedInput::RequestBackup => self.put("request_backup", yes()),
            NamedInput::RequestLanding => self.put("request_landing", yes()),
            NamedInput::PressKey { action } => self.put("press_key", number(action)),
            NamedInput::ReleaseKey { action } => self.put("release_key", number(action)),
            NamedInput::SetPilot { pilot } => {
                self.put("pilot", symbol(word(PILOTS, *pilot), "route"));
            }
            NamedInput::RaiseEvent {
                object,
                condition,
                component,
                values,
            } => {
                self.put("raise", condition_value(*condition));
                self.put("on", subject(object));
                self.put_some("component", component.map(number));
                if !values.is_empty() {
                    let values = values.iter().enumerate();
                    let values = values.map(|(place, it)| (label(*condition, place), value(it)));
                    self.put("with", Value::Map(values.collect()));
                }
            }
            NamedInput::Destroy { ship, attacker } => {
                self.put("destroy", id(ship));
                self.attacker(attacker.as_ref());
            }
            NamedInput::DestroyComponent {
                ship,
                component,
                attacker,
            } => {
                self.put("destroy", id(ship));
                self.put("component", number(component));
                self.attacker(attacker.as_ref());
            }
            NamedInput::Damage {
                ship,
                component,
                amount,
                attacker,
            } => {
                self.put("damage", id(ship));
                self.put_some("component", component.map(number));
                self.put("amount", number(amount));
                self.attacker(attacker.as_ref());
            }
            NamedInput::MoveShip { ship, position } => {
                self.put("move", id(ship));
                self.put("to", Value::List(position.iter().map(number).collect()));
            }
            NamedInput::GiveOrder {
                ship,
                order,
                target: aim,
            } => {
                self.put("give_order", order_value(*order));
                self.put("to", id(ship));
                self.put_some("target", target(aim));
            }
            NamedInput::Dock { ship, target, port } => {
                self.put("dock", id(ship));
                self.put("to", id(target));
                self.put("port", number(port));
            }
            NamedInput::SetGlobal { global, value } => {
                self.put("set_global", id(global));
                self.put("to", dword(*value));
            }
            NamedInput::SetVariable { variable, value } => {
                self.put("set_variable", variable_value(*variable));
                self.put("to", dword(*value));
            }
            NamedInput::RunPart { part } => self.put("run", id(part)),
        }
    }

    fn attacker(&mut self, attacker: Option<&ShipId>) {
        self.put_some("by", attacker.map(id));
    }
}

fn expectation(it: &Expectation) -> Value {
    let mut out = Entries::default();
    out.when(&it.when);
    if let Some(guard) = &it.guard {
        let mut condition = Entries::default();
        condition.fact(guard);
        out.put("if", Value::Map(condition.0));
    }
    out.fact(&it.fact);
    Value::Map(out.0)
}

fn input(it: &TestInput) -> Value {
    let mut out = Entries::default();
    match &it.time {
        InputTime::At(tick) => out.put("at", Value::plain(seconds_text(tick.0))),
        InputTime::Within { tick, step } => {
            out.put("at", Value::plain(seconds_text(tick.0)));
            out.put("step", number(i64::from(*step)));
        }
        InputTime::Once { fact, after } => {
            let mut when = Entries::default();
            when.fact(fact);
            out.put("when", Value::Map(when.0));
            if *after > 0 {
                out.put("after", Value::plain(seconds_text(*after)));
            }
        }
    }
    out.what_comes(&it.input);
    Value::Map(out.0)
}

fn number(value: impl Display) -> Value {
    Value::plain(value.to_string())
}

fn dword(value: u32) -> Value {
    Value::plain(dword_text(value))
}

fn yes() -> Value {
    Value::plain("true")
}

fn id<R>(id: &Id<R>) -> Value {
    Value::text(id.as_str())
}

/// A word, which every value that a reader makes has.
fn symbol(word: Option<&str>, usual: &str) -> Value {
    Value::plain(word.unwrap_or(usual))
}

fn is_key(is: bool) -> &'static str {
    if is { "is" } else { "is_not" }
}

fn whole_or_bounds(window: &Window) -> Value {
    match *window == Window::default() {
        true => yes(),
        false => bounds(window),
    }
}

fn bounds(window: &Window) -> Value {
    let until = window.until.map(|until| seconds_text(until.0));
    Value::List(vec![
        Value::plain(seconds_text(window.from.0)),
        Value::plain(until.unwrap_or_else(|| "end".to_owned())),
    ])
}

fn variable_name(number: u8) -> String {
    let name = variable(number).and_then(|variable| variable.name.clone());
    name.unwrap_or_else(|| number.to_string())
}

fn variable_value(number: u8) -> Value {
    Value::plain(variable_name(number))
}

fn condition_value(number: u8) -> Value {
    match condition(number) {
        Some(condition) => Value::plain(condition.symbol()),
        None => Value::plain(number.to_string()),
    }
}

/// The key of an event's value: its label, else its place.
fn label(number: u8, place: usize) -> String {
    let value = condition(number).and_then(|condition| condition.values.get(place));
    value.map_or_else(|| place.to_string(), |value| value.symbol())
}

fn order_value(number: i16) -> Value {
    let known = u16::try_from(number).ok().and_then(order);
    match known.and_then(|order| order.script_name.as_deref()) {
        Some(name) => Value::plain(name),
        None => Value::plain(number.to_string()),
    }
}

fn kind(number: u16) -> Value {
    match kind_symbol(number) {
        Some(symbol) => Value::plain(symbol),
        None => Value::plain(number.to_string()),
    }
}

fn one(key: &str, value: Value) -> Value {
    Value::Map(vec![(key.to_owned(), value)])
}

fn subject(subject: &Subject) -> Value {
    match subject {
        Subject::Ship(it) => one("ship", id(it)),
        Subject::FlightGroup(it) => one("flight_group", id(it)),
        Subject::Squad(it) => one("squad", id(it)),
        Subject::Object(it) => one("object", number(it)),
    }
}

fn value(value: &NamedValue) -> Value {
    match value {
        NamedValue::Ship(it) => id(it),
        NamedValue::FlightGroup(it) => one("flight_group", id(it)),
        NamedValue::Squad(it) => one("squad", id(it)),
        NamedValue::Number(it) => dword(*it),
    }
}

fn target(target: &NamedTarget) -> Option<Value> {
    Some(match target {
        NamedTarget::None => return None,
        NamedTarget::Ship {
            ship,
            component: None,
        } => one("ship", id(ship)),
        NamedTarget::Ship {
            ship,
            component: Some(component),
        } => Value::Map(vec![
            ("ship".to_owned(), id(ship)),
            ("component".to_owned(), number(component)),
        ]),
        NamedTarget::FlightGroup(it) => one("flight_group", id(it)),
        NamedTarget::Squad(it) => one("squad", id(it)),
        NamedTarget::Waypoint(it) => one("waypoint", number(it)),
    })
}

fn owner(owner: Option<&AnyId>) -> Value {
    match owner {
        None => Value::plain("any"),
        Some(it) => {
            let key = match it.collection {
                Collection::Triggers => "trigger",
                _ => "routine",
            };
            one(key, Value::text(&*it.id))
        }
    }
}
