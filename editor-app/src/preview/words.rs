//! Every entry of the trace in words, with what it leads to.
//!
//! [`story_of`](super::story_of) tells an author the turns of a run; here is everything, as a log
//! of it says it.

use formats::catalogue::variable;
use model::AnyId;
use runtime::{Firing, Origin, ThreadEnd, TraceEvent};

use super::Names;
use super::story::{ending_text, input_text, speaker_text};
use super::values::{
    call_text, called, command_name, condition_text, event_values_text, number_text, order_text,
    target_text,
};

/// An entry in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// What happened.
    pub text: String,
    /// The record that it is about.
    pub record: Option<AnyId>,
    /// The instruction that brought it about, in bytes from the start of the script.
    pub script: Option<u32>,
}

impl Words {
    fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    fn of(record: Option<AnyId>, text: String) -> Self {
        Self {
            text,
            record,
            script: None,
        }
    }

    fn at(mut self, script: Option<u32>) -> Self {
        self.script = script;
        self
    }
}

/// An entry in words.
pub fn words_of(event: &TraceEvent, names: &Names) -> Words {
    use TraceEvent as E;
    match event {
        E::MissionStarted { ships, triggers } => Words::new(format!(
            "The mission starts with {ships} ships and {triggers} triggers"
        )),
        E::MissionOver { ending } => Words::new(ending_text(*ending)),
        E::Objective { objective, state } => Words::new(format!(
            "Objective {objective} is {}",
            objective_text(*state)
        )),
        E::Input { input } => Words::new(format!("From outside: {}", input_text(input, names))),
        E::ThreadStarted { .. }
        | E::ThreadEnded { .. }
        | E::Fault { .. }
        | E::Command { .. }
        | E::ToldCommand { .. }
        | E::Called { .. }
        | E::GlobalWritten { .. }
        | E::VariableWritten { .. }
        | E::TimerMade { .. }
        | E::TimerFired { .. } => of_script(event, names),
        E::EventPosted { .. }
        | E::EventRaised { .. }
        | E::EventsDropped
        | E::TriggerTested { .. }
        | E::TriggerFired { .. }
        | E::ToldTrigger { .. }
        | E::TriggerSet { .. }
        | E::OddOperand { .. } => of_events(event, names),
        E::GroupMade { .. }
        | E::GroupDestroyed { .. }
        | E::ShipDestroyed { .. }
        | E::ComponentDestroyed { .. }
        | E::Launched { .. }
        | E::JumpedOut { .. }
        | E::JumpedIn { .. }
        | E::Docked { .. }
        | E::Cloaking { .. }
        | E::OrderGiven { .. }
        | E::OrderRefused { .. }
        | E::OrderEnded { .. } => of_ships(event, names),
        E::ShotBegun { .. }
        | E::ShotCurve { .. }
        | E::ShotEnded
        | E::CameraReached { .. }
        | E::ViewChanged { .. }
        | E::LineBegun { .. }
        | E::LineEnded { .. }
        | E::FilmBegun { .. }
        | E::FilmEnded { .. }
        | E::Music { .. }
        | E::Subtitle { .. }
        | E::DebugMessage { .. }
        | E::Instrument { .. }
        | E::HudIcon { .. }
        | E::Shown { .. }
        | E::KeyAwaited { .. }
        | E::Gap { .. }
        | E::Dropped { .. }
        | E::LogFull
        | E::StoryFull => of_show(event, names),
    }
}

/// An objective's state.
pub fn objective_text(state: u16) -> &'static str {
    match state {
        0 => "hidden",
        1 => "listed",
        _ => "current",
    }
}

/// A game variable as the source language writes it.
pub fn variable_text(number: u8) -> String {
    let name = variable(number).and_then(|it| it.name.clone());
    format!("flag[{}]", name.unwrap_or_else(|| number.to_string()))
}

/// What started a thread, with the record that it runs.
pub fn origin_text(origin: Origin, names: &Names) -> (Option<AnyId>, String) {
    match origin {
        Origin::StartPart { part } => {
            let record = names.part(part.into());
            let text = format!("{}, as the mission starts", called(&record, "part", part));
            (record, text)
        }
        Origin::Trigger { trigger } => {
            let record = names.trigger(trigger);
            let text = format!("trigger {}", called(&record, "number", trigger));
            (record, text)
        }
        Origin::Timer { timer, part } => {
            let record = names.part(part.into());
            let text = format!("{}, by timer {timer}", called(&record, "part", part));
            (record, text)
        }
        Origin::Spawn { part, thread } => {
            let record = names.part(part.into());
            let text = format!(
                "{}, spawned by thread {thread}",
                called(&record, "part", part)
            );
            (record, text)
        }
        Origin::Hand { part } => {
            let record = names.part(part.into());
            let text = format!("{}, by hand", called(&record, "part", part));
            (record, text)
        }
    }
}

fn of_script(event: &TraceEvent, names: &Names) -> Words {
    use TraceEvent as E;
    match event {
        E::ThreadStarted {
            thread,
            origin,
            script,
            deferred,
        } => {
            let (record, text) = origin_text(*origin, names);
            let later = if *deferred { "; it runs later" } else { "" };
            Words::of(record, format!("Thread {thread} starts: {text}{later}")).at(Some(*script))
        }
        E::ThreadEnded { thread, end } => Words::new(match end {
            ThreadEnd::Returned => format!("Thread {thread} ends"),
            ThreadEnd::Fault => format!("Thread {thread} is ended by its fault"),
            ThreadEnd::Killed => format!("Thread {thread} is ended by another"),
        }),
        E::Fault {
            thread,
            script,
            cause,
        } => Words::new(format!("Thread {thread} fails: {cause}")).at(Some(*script)),
        E::Command {
            command,
            arguments,
            script,
            ..
        } => Words::new(call_text(*command, arguments, names)).at(Some(*script)),
        E::ToldCommand { command } => Words::new(command_name(*command)),
        E::Called {
            part,
            thread,
            script,
        } => {
            let record = names.part(i64::from(*part));
            let name = called(&record, "part", part);
            Words::of(record, format!("Thread {thread} calls {name}")).at(Some(*script))
        }
        E::GlobalWritten {
            global,
            value,
            script,
            thread,
        } => {
            let record = names.global(*global);
            let name = called(&record, "global", global);
            let text = format!("{name} = {}{}", number_text(*value), by_whom(*thread));
            Words::of(record, text).at(*script)
        }
        E::VariableWritten {
            variable,
            value,
            script,
            thread,
        } => {
            let name = variable_text(*variable);
            let text = format!("{name} = {}{}", number_text(*value), by_whom(*thread));
            Words::new(text).at(*script)
        }
        E::TimerMade { timer, made: true } => Words::new(format!("Timer {timer} is set")),
        E::TimerMade { timer, made: false } => {
            Words::new(format!("Timer {timer} is not set: all 16 are in use"))
        }
        E::TimerFired { timer, part } => {
            let record = names.part(i64::from(*part));
            let text = format!("Timer {timer} runs {}", called(&record, "part", part));
            Words::of(record, text)
        }
        _ => of_show(event, names),
    }
}

/// Who wrote a value, where it was no thread.
fn by_whom(thread: Option<u8>) -> &'static str {
    match thread {
        Some(_) => "",
        None => ", not by a script",
    }
}

fn of_events(event: &TraceEvent, names: &Names) -> Words {
    use TraceEvent as E;
    match event {
        E::EventPosted {
            condition,
            ship,
            component,
            values,
            queued,
            ..
        } => {
            let record = names.ship(*ship);
            let values = match event_values_text(*condition, values, names) {
                values if values.is_empty() => String::new(),
                values => format!(" ({values})"),
            };
            let wanted = match queued {
                true => "",
                false => "; no trigger would fire",
            };
            let text = format!(
                "{} of {}{}{values} is posted{wanted}",
                condition_text(*condition),
                called(&record, "ship", ship),
                component_text(*component),
            );
            Words::of(record, text)
        }
        E::EventRaised {
            condition,
            object,
            component,
            vetoed,
        } => {
            let record = names.object(*object);
            let held = match vetoed {
                true => ", for triggers that repeat always alone: not all of it is destroyed",
                false => "",
            };
            let text = format!(
                "{} is raised on {}{}{held}",
                condition_text(*condition),
                called(&record, "object", object),
                component_text(*component),
            );
            Words::of(record, text)
        }
        E::EventsDropped => Words::new("More than 1,000 events waited; the rest were dropped"),
        E::TriggerTested {
            trigger, passed, ..
        } => {
            let record = names.trigger(*trigger);
            let outcome = match passed {
                true => "the event's values pass",
                false => "the event's values do not pass",
            };
            let text = format!(
                "{} is tested: {outcome}",
                called(&record, "trigger", trigger)
            );
            Words::of(record, text)
        }
        E::TriggerFired {
            trigger, firing, ..
        } => {
            let record = names.trigger(*trigger);
            let text = format!(
                "{} {}",
                called(&record, "trigger", trigger),
                firing_text(*firing)
            );
            Words::of(record, text)
        }
        E::ToldTrigger { trigger } => {
            let record = names.trigger(*trigger);
            let text = format!("{} fires", called(&record, "trigger", trigger));
            Words::of(record, text)
        }
        E::TriggerSet { trigger, armed } => {
            let record = names.trigger(*trigger);
            let how = if *armed { "armed" } else { "disarmed" };
            let text = format!("{} is {how}", called(&record, "trigger", trigger));
            Words::of(record, text)
        }
        E::OddOperand { trigger, .. } => {
            let record = names.trigger(*trigger);
            let text = format!(
                "{} asks for what no event brings",
                called(&record, "trigger", trigger)
            );
            Words::of(record, text)
        }
        _ => of_show(event, names),
    }
}

/// What is said where the log has no more room for what scripts do, and where it has none at all.
pub(super) const LOG_FULL: &str =
    "The log has no more room for what scripts do; only the story is told on";
pub(super) const STORY_FULL: &str =
    "The log is full; only gaps and the mission's end are still told";

/// What a firing did.
pub fn firing_text(firing: Firing) -> &'static str {
    match firing {
        Firing::Started => "fires",
        Firing::Woke => "fires and wakes its thread",
        Firing::Busy => "was met, but its thread still ran",
        Firing::Lost => "was met, but no thread could be started",
    }
}

fn component_text(component: Option<u8>) -> String {
    component.map_or_else(String::new, |it| format!(", component {it}"))
}

fn of_ships(event: &TraceEvent, names: &Names) -> Words {
    use TraceEvent as E;
    let of_ship = |ship: u16, does: &str| {
        let record = names.ship(ship);
        let text = format!("{} {does}", called(&record, "ship", ship));
        Words::of(record, text)
    };
    let aimed = |order: i16, target| match target_text(target, names) {
        target if target.is_empty() => order_text(order),
        target => format!("{} ({target})", order_text(order)),
    };
    match event {
        E::GroupMade { group, ships } => {
            let record = names.group(*group);
            let count = crate::words::counted(ships.len(), "ship");
            let text = format!(
                "Flight group {} is made ({count})",
                called(&record, "number", group)
            );
            Words::of(record, text)
        }
        E::GroupDestroyed { group } => {
            let record = names.group(*group);
            let text = format!("Flight group {} leaves", called(&record, "number", group));
            Words::of(record, text)
        }
        E::ShipDestroyed { ship } => of_ship(*ship, "is destroyed"),
        E::ComponentDestroyed { ship, component } => {
            of_ship(*ship, &format!("loses component {component}"))
        }
        E::Launched { ship } => of_ship(*ship, "has launched"),
        E::JumpedOut { ship } => of_ship(*ship, "jumps away"),
        E::JumpedIn { ship } => of_ship(*ship, "has jumped in"),
        E::Docked { ship } => of_ship(*ship, "has docked"),
        E::Cloaking { ship, on: true } => of_ship(*ship, "cloaks"),
        E::Cloaking { ship, on: false } => of_ship(*ship, "decloaks"),
        E::OrderGiven {
            ship,
            order,
            target,
            script,
            ..
        } => of_ship(*ship, &format!("is ordered: {}", aimed(*order, *target))).at(*script),
        E::OrderRefused {
            ship,
            order,
            target,
            refusal,
            script,
        } => {
            let why = match refusal {
                runtime::Refusal::Players => "a player's ship does not take it",
                runtime::Refusal::Busy => "its order does not give way",
                runtime::Refusal::Lost => "it is past taking orders",
                runtime::Refusal::Full => "it has 20 orders already",
            };
            let text = format!("refuses the order {}: {why}", aimed(*order, *target));
            of_ship(*ship, &text).at(*script)
        }
        E::OrderEnded { ship, order } => {
            of_ship(*ship, &format!("is done with {}", order_text(*order)))
        }
        _ => of_show(event, names),
    }
}

fn of_show(event: &TraceEvent, names: &Names) -> Words {
    use TraceEvent as E;
    match event {
        E::ShotBegun { curve, ship, ticks } => {
            let record = curve
                .and_then(|it| names.curve(it))
                .or_else(|| ship.and_then(|it| names.ship(it)));
            let along = record.as_ref().map_or("nothing", |it| &*it.id);
            let text = format!(
                "Director's shot along {along}, for {}",
                seconds_text(*ticks)
            );
            Words::of(record, text)
        }
        E::ShotCurve { curve, ticks } => {
            let record = names.curve(*curve);
            let text = format!(
                "The shot comes to {}, for {}",
                called(&record, "curve", curve),
                seconds_text(*ticks)
            );
            Words::of(record, text)
        }
        E::ShotEnded => Words::new("The shot ends"),
        E::CameraReached { ship } => {
            let record = names.ship(*ship);
            let text = format!("The camera reaches {}", called(&record, "ship", ship));
            Words::of(record, text)
        }
        E::ViewChanged { view, ship } => {
            let record = ship.and_then(|it| names.ship(it));
            let of = record
                .as_ref()
                .map_or_else(String::new, |it| format!(" of {}", it.id));
            Words::of(record, format!("The view is {}{of}", view_text(*view)))
        }
        E::LineBegun {
            speaker,
            name,
            ticks,
        } => {
            let mut record = None;
            let who = speaker_text(*speaker, names, &mut record);
            let text = format!("{who} says \"{name}\", for {}", seconds_text(*ticks));
            Words::of(record, text)
        }
        E::LineEnded { name, cut: false } => Words::new(format!("\"{name}\" ends")),
        E::LineEnded { name, cut: true } => Words::new(format!("\"{name}\" is cut short")),
        E::FilmBegun { name } => Words::new(format!("Film \"{name}\" begins")),
        E::FilmEnded { name } => Words::new(format!("Film \"{name}\" ends")),
        E::Music { name, at_once } => {
            let how = if *at_once { "at once" } else { "after a fade" };
            Words::new(format!("Music \"{name}\", {how}"))
        }
        E::Subtitle { text } => Words::new(format!("Subtitle {text}")),
        E::DebugMessage { text } => Words::new(format!("Debug message: {text}")),
        E::Instrument { instrument, open } => {
            let how = if *open { "opens" } else { "closes" };
            Words::new(format!("Instrument {instrument} {how}"))
        }
        E::HudIcon { icon, mode } => {
            let how = match mode {
                0 => "goes off",
                1 => "goes on",
                _ => "flashes",
            };
            Words::new(format!("Icon {icon} of the display {how}"))
        }
        E::Shown { command, arguments } => Words::new(format!(
            "Only shows: {}",
            call_text(*command, arguments, names)
        )),
        E::KeyAwaited { action } => {
            Words::new(format!("The script waits for the key of action {action}"))
        }
        E::Gap { name, script } => Words::new(format!("Not in the preview: {name}")).at(*script),
        E::Dropped { entries } => Words::new(format!(
            "So much happened that {entries} entries are not told"
        )),
        E::LogFull => Words::new(LOG_FULL),
        E::StoryFull => Words::new(STORY_FULL),
        // Told above, each by its own family.
        other => Words::new(format!("{other:?}")),
    }
}

/// A length of time in seconds.
pub fn seconds_text(ticks: u32) -> String {
    format!("{}.{:02} s", ticks / 100, ticks % 100)
}

/// A view of the camera (engine-facts 20).
pub fn view_text(view: u8) -> String {
    match view {
        0 => "the cockpit's".to_owned(),
        13 => "the director's".to_owned(),
        view => format!("number {view}"),
    }
}
