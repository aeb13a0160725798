//! What happens in a run, told in sentences.

use formats::catalogue::variable;
use model::AnyId;
use runtime::{Ending, Input, Origin, Speaker, Tick, TraceEntry, TraceEvent};

use super::Names;
use super::values::{
    called, command_name, condition_text, input_value_text, number_text, order_text, target_text,
};
use super::words::{LOG_FULL, STORY_FULL, firing_text};

/// The row of the timeline that a moment stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Track {
    /// The mission's beginning, end, objectives.
    Mission,
    /// Triggers that fired.
    Triggers,
    /// Ships made, launched, arrived, lost.
    Ships,
    /// Speech, films, music.
    Radio,
    /// The camera.
    Camera,
    /// What the script did: writes, timers.
    Script,
    /// What went wrong, and what the preview does not do.
    Trouble,
}

impl Track {
    /// Every track, in order.
    pub const ALL: [Self; 7] = [
        Self::Mission,
        Self::Triggers,
        Self::Ships,
        Self::Radio,
        Self::Camera,
        Self::Script,
        Self::Trouble,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mission => "Mission",
            Self::Triggers => "Triggers",
            Self::Ships => "Ships",
            Self::Radio => "Radio",
            Self::Camera => "Camera",
            Self::Script => "Script",
            Self::Trouble => "Trouble",
        }
    }
}

/// Something that happened, as the timeline shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// When.
    pub tick: Tick,
    /// For how many ticks, where it lasts.
    pub ticks: u32,
    /// Where it stands.
    pub track: Track,
    /// What happened.
    pub text: String,
    /// The record that it is about.
    pub record: Option<AnyId>,
    /// The instruction that brought it about.
    pub script: Option<u32>,
}

/// What an entry of the trace tells an author; `None` for what happens too often to tell.
pub fn story_of(entry: &TraceEntry, names: &Names) -> Option<Moment> {
    let mut moment = Moment {
        tick: entry.tick,
        ticks: 0,
        track: Track::Mission,
        text: String::new(),
        record: None,
        script: None,
    };
    tell(&entry.event, names, &mut moment)?;
    Some(moment)
}

fn tell(event: &TraceEvent, names: &Names, moment: &mut Moment) -> Option<()> {
    tell_mission(event, names, moment)
        .or_else(|| tell_ships(event, names, moment))
        .or_else(|| tell_shows(event, names, moment))
        .or_else(|| tell_script(event, names, moment))
}

fn tell_mission(event: &TraceEvent, names: &Names, moment: &mut Moment) -> Option<()> {
    moment.track = Track::Mission;
    moment.text = match event {
        TraceEvent::MissionStarted { ships, triggers } => {
            format!("The mission starts with {ships} ships and {triggers} triggers")
        }
        TraceEvent::MissionOver { ending } => ending_text(*ending).to_owned(),
        TraceEvent::Objective { objective, state } => {
            let state = match state {
                0 => "hidden",
                1 => "listed",
                _ => "current",
            };
            format!("Objective {objective} is {state}")
        }
        TraceEvent::Input { input } => format!("From outside: {}", input_text(input, names)),
        TraceEvent::TriggerFired {
            trigger, firing, ..
        } => {
            moment.track = Track::Triggers;
            moment.record = names.trigger(*trigger);
            let trigger = called(&moment.record, "trigger", trigger);
            format!("{trigger} {}", firing_text(*firing))
        }
        TraceEvent::ToldTrigger { trigger } => {
            moment.track = Track::Triggers;
            moment.record = names.trigger(*trigger);
            format!("{} fires", called(&moment.record, "trigger", trigger))
        }
        _ => return None,
    };
    Some(())
}

/// What came to a run from outside, in words.
pub(super) fn input_text(input: &Input, names: &Names) -> String {
    let ship = |ship: &u16| called(&names.ship(*ship), "ship", ship);
    let by = |attacker: &Option<u16>| {
        attacker.map_or_else(String::new, |it| format!(" by {}", ship(&it)))
    };
    match input {
        Input::JumpDrive => "the player presses JUMP DRIVE".to_owned(),
        Input::RequestBackup => "the player asks for backup".to_owned(),
        Input::RequestLanding => "the player asks to land".to_owned(),
        Input::PressKey { action } => format!("the key of action {action} goes down"),
        Input::ReleaseKey { action } => format!("the key of action {action} comes up"),
        Input::SetPilot { .. } => "another hand flies the player's ship".to_owned(),
        Input::RaiseEvent {
            condition,
            object,
            values,
            ..
        } => {
            let on = called(&names.object(*object), "object", object);
            let values: Vec<_> = values
                .iter()
                .map(|value| input_value_text(*value, names))
                .collect();
            let values = match values.as_slice() {
                [] => String::new(),
                values => format!(" ({})", values.join(", ")),
            };
            format!("{} is raised on {on}{values}", condition_text(*condition))
        }
        Input::Destroy { ship: of, attacker } => {
            format!("{} is destroyed{}", ship(of), by(attacker))
        }
        Input::DestroyComponent {
            ship: of,
            component,
            attacker,
        } => format!(
            "component {component} of {} is destroyed{}",
            ship(of),
            by(attacker)
        ),
        Input::Damage {
            ship: of, attacker, ..
        } => format!("{} is shot at{}", ship(of), by(attacker)),
        Input::MoveShip { ship: of, .. } => format!("{} is moved", ship(of)),
        Input::GiveOrder {
            ship: of,
            order,
            target,
        } => {
            let target = match target_text(*target, names) {
                target if target.is_empty() => target,
                target => format!(" ({target})"),
            };
            format!("{} is ordered: {}{target}", ship(of), order_text(*order))
        }
        Input::Dock {
            ship: of, target, ..
        } => format!("{} is to dock with {}", ship(of), ship(target)),
        Input::SetGlobal { global, value } => format!(
            "{} = {}",
            called(&names.global(*global), "global", global),
            number_text(*value)
        ),
        Input::SetVariable { variable, value } => {
            format!(
                "{} = {}",
                super::words::variable_text(*variable),
                number_text(*value)
            )
        }
        Input::RunPart { part } => {
            format!(
                "{} runs",
                called(&names.part(i64::from(*part)), "part", part)
            )
        }
    }
}

/// How a run ended, in a sentence.
pub fn ending_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Over => "The mission is over",
        Ending::Terminated => "The script ends the mission",
        Ending::Killed => "The player is killed, and the mission ends",
        Ending::Rescued => "The player is rescued, and the mission ends",
        Ending::Captured => "The player is captured, and the mission ends",
        Ending::PodDestroyed => "The player's pod is destroyed, and the mission ends",
    }
}

fn tell_ships(event: &TraceEvent, names: &Names, moment: &mut Moment) -> Option<()> {
    moment.track = Track::Ships;
    let mut of_ship = |ship: u16, does: &str| {
        moment.record = names.ship(ship);
        format!("{} {does}", called(&moment.record, "ship", ship))
    };
    let text = match event {
        TraceEvent::GroupMade { group, ships } => {
            moment.record = names.group(*group);
            let name = called(&moment.record, "group", group);
            let ships = match ships.len() {
                1 => "1 ship".to_owned(),
                count => format!("{count} ships"),
            };
            format!("Flight group {name} is made ({ships})")
        }
        TraceEvent::GroupDestroyed { group } => {
            moment.record = names.group(*group);
            format!(
                "Flight group {} leaves",
                called(&moment.record, "group", group)
            )
        }
        TraceEvent::ShipDestroyed { ship } => of_ship(*ship, "is destroyed"),
        TraceEvent::ComponentDestroyed { ship, component } => {
            of_ship(*ship, &format!("loses component {component}"))
        }
        TraceEvent::Launched { ship } => of_ship(*ship, "has launched"),
        TraceEvent::JumpedOut { ship } => of_ship(*ship, "jumps away"),
        TraceEvent::JumpedIn { ship } => of_ship(*ship, "has jumped in"),
        TraceEvent::Docked { ship } => of_ship(*ship, "has docked"),
        TraceEvent::Cloaking { ship, on: true } => of_ship(*ship, "cloaks"),
        TraceEvent::Cloaking { ship, on: false } => of_ship(*ship, "decloaks"),
        TraceEvent::OrderGiven {
            ship,
            order,
            script: Some(script),
            ..
        } => {
            moment.script = Some(*script);
            of_ship(*ship, &format!("is ordered: {}", order_text(*order)))
        }
        TraceEvent::OrderRefused {
            ship,
            order,
            script,
            ..
        } => {
            moment.script = *script;
            of_ship(*ship, &format!("refuses the order {}", order_text(*order)))
        }
        _ => return None,
    };
    moment.text = text;
    Some(())
}

fn tell_shows(event: &TraceEvent, names: &Names, moment: &mut Moment) -> Option<()> {
    moment.track = Track::Radio;
    moment.text = match event {
        TraceEvent::LineBegun {
            speaker,
            name,
            ticks,
        } => {
            moment.ticks = *ticks;
            format!(
                "{} says \"{name}\"",
                speaker_text(*speaker, names, &mut moment.record)
            )
        }
        TraceEvent::FilmBegun { name } => format!("Film \"{name}\""),
        TraceEvent::Music { name, .. } => format!("Music \"{name}\""),
        TraceEvent::Subtitle { text } => format!("Subtitle {text}"),
        TraceEvent::DebugMessage { text } => format!("Debug message: {text}"),
        TraceEvent::KeyAwaited { action } => format!("Waits for the key of action {action}"),
        TraceEvent::ShotBegun { curve, ship, ticks } => {
            moment.track = Track::Camera;
            moment.ticks = *ticks;
            moment.record = curve
                .and_then(|it| names.curve(it))
                .or_else(|| ship.and_then(|it| names.ship(it)));
            let along = moment.record.as_ref().map_or("nothing", |it| &*it.id);
            format!("Director's shot along {along}")
        }
        TraceEvent::ShotEnded => {
            moment.track = Track::Camera;
            "The shot ends".to_owned()
        }
        TraceEvent::CameraReached { ship } => {
            moment.track = Track::Camera;
            moment.record = names.ship(*ship);
            format!(
                "The camera reaches {}",
                called(&moment.record, "ship", ship)
            )
        }
        _ => return None,
    };
    Some(())
}

pub(super) fn speaker_text(speaker: Speaker, names: &Names, record: &mut Option<AnyId>) -> String {
    match speaker {
        Speaker::Ship { ship, .. } => {
            *record = names.ship(ship);
            called(record, "ship", ship)
        }
        Speaker::Pilot(pilot) => u8::try_from(pilot)
            .ok()
            .and_then(formats::catalogue::pilot)
            .map_or_else(|| format!("Pilot {pilot}"), |pilot| pilot.title()),
        Speaker::Nobody => "Somebody".to_owned(),
    }
}

fn tell_script(event: &TraceEvent, names: &Names, moment: &mut Moment) -> Option<()> {
    moment.track = Track::Script;
    moment.text = match event {
        TraceEvent::GlobalWritten {
            global,
            value,
            script,
            ..
        } => {
            moment.record = names.global(*global);
            moment.script = *script;
            format!("{} = {value}", called(&moment.record, "global", global))
        }
        TraceEvent::VariableWritten {
            variable: number,
            value,
            script,
            ..
        } => {
            moment.script = *script;
            let name = variable(*number).and_then(|it| it.name.clone());
            format!(
                "flag[{}] = {value}",
                name.unwrap_or_else(|| number.to_string())
            )
        }
        TraceEvent::TimerMade { timer, made: true } => format!("Timer {timer} is set"),
        TraceEvent::TimerMade { timer, made: false } => {
            moment.track = Track::Trouble;
            format!("Timer {timer} is not set: all 16 are in use")
        }
        TraceEvent::TimerFired { timer, part } => {
            moment.record = names.part(i64::from(*part));
            format!(
                "Timer {timer} runs {}",
                called(&moment.record, "part", part)
            )
        }
        TraceEvent::ThreadStarted { origin, script, .. } => {
            moment.script = Some(*script);
            match origin {
                Origin::StartPart { part } => {
                    moment.record = names.part(i64::from(*part));
                    format!(
                        "{} runs as the mission starts",
                        called(&moment.record, "part", part)
                    )
                }
                _ => return None,
            }
        }
        TraceEvent::Fault { script, cause, .. } => {
            moment.track = Track::Trouble;
            moment.script = Some(*script);
            format!("A thread fails: {cause}")
        }
        TraceEvent::EventsDropped => {
            moment.track = Track::Trouble;
            "More than 1,000 events waited; the rest were dropped".to_owned()
        }
        TraceEvent::Dropped { entries } => {
            moment.track = Track::Trouble;
            format!("So much happened that {entries} entries are not told")
        }
        TraceEvent::LogFull => {
            moment.track = Track::Trouble;
            LOG_FULL.to_owned()
        }
        TraceEvent::StoryFull => {
            moment.track = Track::Trouble;
            STORY_FULL.to_owned()
        }
        TraceEvent::OddOperand { trigger, .. } => {
            moment.track = Track::Trouble;
            moment.record = names.trigger(*trigger);
            format!(
                "{} asks for what no event brings",
                called(&moment.record, "trigger", trigger)
            )
        }
        TraceEvent::Gap { name, script } => {
            moment.track = Track::Trouble;
            moment.script = *script;
            format!("Not in the preview: {name}")
        }
        TraceEvent::Shown {
            command: number, ..
        } => {
            moment.track = Track::Radio;
            command_name(*number)
        }
        // A linked game tells its commands by their numbers alone.
        TraceEvent::ToldCommand { command } => command_name(*command),
        _ => return None,
    };
    Some(())
}

/// A moment as a line of text: when, on which track, what.
pub fn story_line(moment: &Moment) -> String {
    let (time, track) = (time_text(moment.tick), moment.track.title());
    format!("{time:>8}  {track:8}  {}", moment.text)
}

impl super::Preview {
    /// The moment that is shown, as a clock has it: a linked game tells whole seconds.
    pub fn now_text(&self, tick: Tick) -> String {
        let text = time_text(tick);
        match text.split_once('.') {
            Some((seconds, _)) if self.is_linked() => seconds.to_owned(),
            _ => text,
        }
    }
}

/// A tick as minutes, seconds and hundredths.
pub fn time_text(tick: Tick) -> String {
    let hundredths = tick.0 % 100;
    let seconds = tick.0 / 100;
    format!("{}:{:02}.{hundredths:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_read_as_time() {
        assert_eq!(time_text(Tick(0)), "0:00.00");
        assert_eq!(time_text(Tick(12_345)), "2:03.45");
    }
}
