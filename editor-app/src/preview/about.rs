//! What an entry of the trace is about: its kind, and the records that it names.
//!
//! These are asked of every entry there is, up to a million, so nothing is looked up or worded here.

use runtime::{Input, InputValue, OrderTarget, Origin, Speaker, TraceEvent};

/// The kinds of entry that a log is filtered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The mission's beginning, end, objectives.
    Mission,
    /// What came from outside.
    Inputs,
    /// Events posted and raised.
    Events,
    /// Triggers tested, fired, armed.
    Triggers,
    /// Threads and timers.
    Threads,
    /// Commands called, and what of them only shows.
    Commands,
    /// Globals and variables written.
    Writes,
    /// Orders given, refused, ended.
    Orders,
    /// Ships made, launched, arrived, lost.
    Ships,
    /// The camera.
    Camera,
    /// Speech, films, music, texts.
    Radio,
    /// What went wrong, and what the preview does not do.
    Trouble,
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: [Self; 12] = [
        Self::Mission,
        Self::Inputs,
        Self::Events,
        Self::Triggers,
        Self::Threads,
        Self::Commands,
        Self::Writes,
        Self::Orders,
        Self::Ships,
        Self::Camera,
        Self::Radio,
        Self::Trouble,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mission => "Mission",
            Self::Inputs => "Inputs",
            Self::Events => "Events",
            Self::Triggers => "Triggers",
            Self::Threads => "Threads",
            Self::Commands => "Commands",
            Self::Writes => "Writes",
            Self::Orders => "Orders",
            Self::Ships => "Ships",
            Self::Camera => "Camera",
            Self::Radio => "Radio",
            Self::Trouble => "Trouble",
        }
    }

    /// What stands under it, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Mission => "The mission's beginning and end, and its objectives.",
            Self::Inputs => "What came from outside: keys, and what was handed in.",
            Self::Events => "Events that were posted and raised.",
            Self::Triggers => "Triggers that were tested, fired, armed or disarmed.",
            Self::Threads => "Threads that started and ended, and timers.",
            Self::Commands => "Commands that scripts called.",
            Self::Writes => "Globals and game variables that were written.",
            Self::Orders => "Orders that were given, refused or ended.",
            Self::Ships => "Ships that were made, launched, arrived, docked or lost.",
            Self::Camera => "Shots and views.",
            Self::Radio => "Speech, films, music and texts.",
            Self::Trouble => "What failed, and what the preview does not do.",
        }
    }

    /// The kind of an entry.
    pub fn of(event: &TraceEvent) -> Self {
        use TraceEvent as E;
        match event {
            E::MissionStarted { .. } | E::MissionOver { .. } | E::Objective { .. } => Self::Mission,
            E::Input { .. } => Self::Inputs,
            E::EventPosted { .. } | E::EventRaised { .. } => Self::Events,
            E::TriggerTested { .. }
            | E::TriggerFired { .. }
            | E::ToldTrigger { .. }
            | E::TriggerSet { .. } => Self::Triggers,
            E::ThreadStarted { .. }
            | E::ThreadEnded { .. }
            | E::Called { .. }
            | E::TimerMade { made: true, .. }
            | E::TimerFired { .. } => Self::Threads,
            E::Command { .. }
            | E::ToldCommand { .. }
            | E::Instrument { .. }
            | E::HudIcon { .. }
            | E::Shown { .. }
            | E::KeyAwaited { .. } => Self::Commands,
            E::GlobalWritten { .. } | E::VariableWritten { .. } => Self::Writes,
            E::OrderGiven { .. } | E::OrderRefused { .. } | E::OrderEnded { .. } => Self::Orders,
            E::GroupMade { .. }
            | E::GroupDestroyed { .. }
            | E::ShipDestroyed { .. }
            | E::ComponentDestroyed { .. }
            | E::Launched { .. }
            | E::JumpedOut { .. }
            | E::JumpedIn { .. }
            | E::Docked { .. }
            | E::Cloaking { .. } => Self::Ships,
            E::ShotBegun { .. }
            | E::ShotCurve { .. }
            | E::ShotEnded
            | E::CameraReached { .. }
            | E::ViewChanged { .. } => Self::Camera,
            E::LineBegun { .. }
            | E::LineEnded { .. }
            | E::FilmBegun { .. }
            | E::FilmEnded { .. }
            | E::Music { .. }
            | E::Subtitle { .. }
            | E::DebugMessage { .. } => Self::Radio,
            E::Fault { .. }
            | E::TimerMade { made: false, .. }
            | E::EventsDropped
            | E::OddOperand { .. }
            | E::Gap { .. }
            | E::Dropped { .. }
            | E::LogFull
            | E::StoryFull => Self::Trouble,
        }
    }
}

/// Something that an entry names, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum About {
    /// A ship.
    Ship(u16),
    /// A flight group.
    Group(u16),
    /// A squad.
    Squad(u16),
    /// A curve.
    Curve(u16),
    /// A trigger.
    Trigger(u16),
    /// A part.
    Part(i64),
    /// A global.
    Global(u8),
    /// An object, by its ID.
    Object(u16),
    /// Whatever a dword of the script stands for.
    Place(u32),
    /// An instruction, in bytes from the start of the script.
    Script(u32),
}

/// Whether an entry names something that `wanted` picks.
pub fn names_any(event: &TraceEvent, wanted: &mut dyn FnMut(About) -> bool) -> bool {
    use TraceEvent as E;
    let script = |script: &Option<u32>, wanted: &mut dyn FnMut(About) -> bool| {
        script.is_some_and(|it| wanted(About::Script(it)))
    };
    match event {
        E::Input { input } => input_names_any(input, wanted),
        E::ThreadStarted {
            origin, script: at, ..
        } => origin_names_any(*origin, wanted) || wanted(About::Script(*at)),
        E::Called {
            part, script: at, ..
        } => wanted(About::Part(i64::from(*part))) || wanted(About::Script(*at)),
        E::Fault { script: at, .. } => wanted(About::Script(*at)),
        E::Command {
            arguments,
            script: at,
            ..
        } => arguments.iter().any(|it| wanted(About::Place(*it))) || wanted(About::Script(*at)),
        E::Shown { arguments, .. } => arguments.iter().any(|it| wanted(About::Place(*it))),
        E::GlobalWritten {
            global, script: at, ..
        } => wanted(About::Global(*global)) || script(at, wanted),
        E::VariableWritten { script: at, .. } | E::Gap { script: at, .. } => script(at, wanted),
        E::TimerFired { part, .. } => wanted(About::Part(i64::from(*part))),
        E::EventPosted { ship, values, .. } => {
            wanted(About::Ship(*ship)) || values.iter().any(|it| wanted(About::Place(*it)))
        }
        E::EventRaised { object, .. } => wanted(About::Object(*object)),
        E::TriggerTested {
            trigger, object, ..
        }
        | E::TriggerFired {
            trigger, object, ..
        } => wanted(About::Trigger(*trigger)) || wanted(About::Object(*object)),
        E::TriggerSet { trigger, .. }
        | E::OddOperand { trigger, .. }
        | E::ToldTrigger { trigger } => wanted(About::Trigger(*trigger)),
        E::GroupMade { group, ships } => {
            wanted(About::Group(*group)) || ships.iter().any(|it| wanted(About::Ship(*it)))
        }
        E::GroupDestroyed { group } => wanted(About::Group(*group)),
        E::ShipDestroyed { ship }
        | E::ComponentDestroyed { ship, .. }
        | E::Launched { ship }
        | E::JumpedOut { ship }
        | E::JumpedIn { ship }
        | E::Docked { ship }
        | E::Cloaking { ship, .. }
        | E::OrderEnded { ship, .. }
        | E::CameraReached { ship } => wanted(About::Ship(*ship)),
        E::OrderGiven {
            ship,
            target,
            script: at,
            ..
        }
        | E::OrderRefused {
            ship,
            target,
            script: at,
            ..
        } => {
            wanted(About::Ship(*ship))
                || target_about(*target).is_some_and(&mut *wanted)
                || script(at, wanted)
        }
        E::ShotBegun { curve, ship, .. } => {
            curve.is_some_and(|it| wanted(About::Curve(it)))
                || ship.is_some_and(|it| wanted(About::Ship(it)))
        }
        E::ShotCurve { curve, .. } => wanted(About::Curve(*curve)),
        E::ViewChanged { ship, .. } => ship.is_some_and(|it| wanted(About::Ship(it))),
        E::LineBegun {
            speaker: Speaker::Ship { ship, .. },
            ..
        } => wanted(About::Ship(*ship)),
        E::MissionStarted { .. }
        | E::MissionOver { .. }
        | E::ToldCommand { .. }
        | E::ThreadEnded { .. }
        | E::TimerMade { .. }
        | E::EventsDropped
        | E::ShotEnded
        | E::LineBegun { .. }
        | E::LineEnded { .. }
        | E::FilmBegun { .. }
        | E::FilmEnded { .. }
        | E::Music { .. }
        | E::Subtitle { .. }
        | E::DebugMessage { .. }
        | E::Instrument { .. }
        | E::HudIcon { .. }
        | E::KeyAwaited { .. }
        | E::Objective { .. }
        | E::Dropped { .. }
        | E::LogFull
        | E::StoryFull => false,
    }
}

/// Whether what started a thread names something that `wanted` picks.
pub fn origin_names_any(origin: Origin, wanted: &mut dyn FnMut(About) -> bool) -> bool {
    match origin {
        Origin::StartPart { part } | Origin::Hand { part } => wanted(About::Part(part.into())),
        Origin::Trigger { trigger } => wanted(About::Trigger(trigger)),
        Origin::Timer { part, .. } => wanted(About::Part(part.into())),
        Origin::Spawn { part, .. } => wanted(About::Part(part.into())),
    }
}

fn target_about(target: OrderTarget) -> Option<About> {
    match target {
        OrderTarget::Ship { ship, .. } => Some(About::Ship(ship)),
        OrderTarget::Group { group } => Some(About::Group(group)),
        OrderTarget::Squad { squad } => Some(About::Squad(squad)),
        OrderTarget::None | OrderTarget::Waypoint { .. } => None,
    }
}

fn input_names_any(input: &Input, wanted: &mut dyn FnMut(About) -> bool) -> bool {
    match input {
        Input::RaiseEvent { object, values, .. } => {
            wanted(About::Object(*object))
                || values.iter().any(|value| match *value {
                    InputValue::Ship(ship) => wanted(About::Ship(ship)),
                    InputValue::Group(group) => wanted(About::Group(group)),
                    InputValue::Squad(squad) => wanted(About::Squad(squad)),
                    InputValue::Number(_) => false,
                })
        }
        Input::Destroy { ship, attacker }
        | Input::DestroyComponent { ship, attacker, .. }
        | Input::Damage { ship, attacker, .. } => {
            wanted(About::Ship(*ship)) || attacker.is_some_and(|it| wanted(About::Ship(it)))
        }
        Input::MoveShip { ship, .. } => wanted(About::Ship(*ship)),
        Input::GiveOrder { ship, target, .. } => {
            wanted(About::Ship(*ship)) || target_about(*target).is_some_and(&mut *wanted)
        }
        Input::Dock { ship, target, .. } => {
            wanted(About::Ship(*ship)) || wanted(About::Ship(*target))
        }
        Input::SetGlobal { global, .. } => wanted(About::Global(*global)),
        Input::RunPart { part } => wanted(About::Part((*part).into())),
        Input::JumpDrive
        | Input::RequestBackup
        | Input::RequestLanding
        | Input::PressKey { .. }
        | Input::ReleaseKey { .. }
        | Input::SetPilot { .. }
        | Input::SetVariable { .. } => false,
    }
}
