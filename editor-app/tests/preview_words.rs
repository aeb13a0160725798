//! The log of a run in words: every kind of entry, what it is about, and what is read off it.

use std::sync::Arc;

use editor_app::document::Document;
use editor_app::preview::Names;
use editor_app::preview::about::{About, Kind, names_any};
use editor_app::preview::chronicle::Chronicle;
use editor_app::preview::words::words_of;
use model::{AnyId, Collection};
use runtime::{
    Cause, Ending, Firing, Input, InputValue, Options, OrderTarget, Origin, Refusal, Simulation,
    Speaker, ThreadEnd, Tick, TraceEvent, TraceLevel,
};

/// The example's names, with its image.
fn names() -> Names {
    let document = Document::example();
    let mission = document.mission();
    let image = Arc::new(model::compile::compile(mission).image.unwrap());
    Names::new(mission).with_image(&image)
}

fn record(collection: Collection, id: &str) -> AnyId {
    AnyId {
        collection,
        id: id.into(),
    }
}

/// A record's number, in whatever width an entry has it.
fn number<N: TryFrom<u16, Error: std::fmt::Debug>>(
    names: &Names,
    collection: Collection,
    id: &str,
) -> N {
    let number = names.number(&record(collection, id)).unwrap();
    N::try_from(number).unwrap()
}

/// Entries of every kind, with their kinds, words and records.
#[expect(clippy::too_many_lines, reason = "a row for each kind of entry")]
fn entries(names: &Names) -> Vec<(TraceEvent, Kind, &'static str, Option<&'static str>)> {
    use Collection::{Curves, FlightGroups, Globals, Routines, Ships, Triggers};
    use TraceEvent as E;
    let ship = |id| number::<u16>(names, Ships, id);
    let group = |id| number::<u16>(names, FlightGroups, id);
    let trigger = |id| number::<u16>(names, Triggers, id);
    let part = |id| number::<u16>(names, Routines, id);
    let curve = |id| number::<u16>(names, Curves, id);
    let place = |id| names.place_of(&record(Ships, id)).unwrap();
    let object = |collection, id| names.object_id(&record(collection, id)).unwrap();
    let convoy = object(Collection::Squads, "convoy");
    let mammoth = ship("mammoth_1");
    let at = |ship| OrderTarget::Ship {
        ship,
        component: None,
    };
    let order = |order| {
        let order: &formats::catalogue::Order = formats::catalogue::order_by_name(order).unwrap();
        i16::try_from(order.number).unwrap()
    };
    vec![
        (
            E::MissionStarted {
                ships: 21,
                triggers: 7,
            },
            Kind::Mission,
            "The mission starts with 21 ships and 7 triggers",
            None,
        ),
        (
            E::MissionOver {
                ending: Ending::Terminated,
            },
            Kind::Mission,
            "The script ends the mission",
            None,
        ),
        (
            E::Input {
                input: Input::RaiseEvent {
                    object: convoy,
                    condition: 1,
                    component: None,
                    values: vec![InputValue::Ship(ship("sabre_1")), InputValue::Number(0)],
                },
            },
            Kind::Inputs,
            "From outside: Destroyed is raised on convoy (sabre_1, 0)",
            None,
        ),
        (
            E::ThreadStarted {
                thread: 3,
                origin: Origin::Spawn {
                    part: number(names, Routines, "opening"),
                    thread: 0,
                },
                script: 0,
                deferred: true,
            },
            Kind::Threads,
            "Thread 3 starts: opening, spawned by thread 0; it runs later",
            Some("opening"),
        ),
        (
            E::ThreadEnded {
                thread: 3,
                end: ThreadEnd::Killed,
            },
            Kind::Threads,
            "Thread 3 is ended by another",
            None,
        ),
        (
            E::Fault {
                thread: 3,
                script: 0,
                cause: Cause::DivisionByZero,
            },
            Kind::Trouble,
            "Thread 3 fails: a number is divided by zero",
            None,
        ),
        (
            E::Command {
                command: 0x0B,
                arguments: vec![
                    place("sabre_1"),
                    order("fight").cast_unsigned().into(),
                    1,
                    u32::MAX,
                ],
                thread: 3,
                script: 0,
            },
            Kind::Commands,
            "SetAI(sabre_1, fight, true, null)",
            None,
        ),
        (
            E::GlobalWritten {
                global: number(names, Globals, "outcome"),
                value: u32::MAX,
                thread: Some(1),
                script: Some(0),
            },
            Kind::Writes,
            "outcome = -1",
            Some("outcome"),
        ),
        (
            E::VariableWritten {
                variable: 0,
                value: 1,
                thread: None,
                script: None,
            },
            Kind::Writes,
            "flag[jump_ready] = 1, not by a script",
            None,
        ),
        (
            E::TimerMade {
                timer: 1,
                made: true,
            },
            Kind::Threads,
            "Timer 1 is set",
            None,
        ),
        (
            E::TimerMade {
                timer: 1,
                made: false,
            },
            Kind::Trouble,
            "Timer 1 is not set: all 16 are in use",
            None,
        ),
        (
            E::TimerFired {
                timer: 1,
                part: i32::from(part("first_wave")),
            },
            Kind::Threads,
            "Timer 1 runs first_wave",
            Some("first_wave"),
        ),
        (
            E::EventPosted {
                condition: 1,
                object: None,
                ship: mammoth,
                component: Some(4),
                values: vec![0, place("mammoth_1")],
                queued: false,
            },
            Kind::Events,
            "Destroyed of mammoth_1, component 4 (Killer: null, Victim: mammoth_1) is posted; no \
             trigger would fire",
            Some("mammoth_1"),
        ),
        (
            E::EventRaised {
                condition: 1,
                object: convoy,
                component: None,
                vetoed: true,
            },
            Kind::Events,
            "Destroyed is raised on convoy, for triggers that repeat always alone: not all of it is \
             destroyed",
            Some("convoy"),
        ),
        (
            E::EventsDropped,
            Kind::Trouble,
            "More than 1,000 events waited; the rest were dropped",
            None,
        ),
        (
            E::TriggerTested {
                trigger: trigger("convoy_lost"),
                object: convoy,
                passed: false,
            },
            Kind::Triggers,
            "convoy_lost is tested: the event's values do not pass",
            Some("convoy_lost"),
        ),
        (
            E::TriggerFired {
                trigger: trigger("convoy_lost"),
                object: convoy,
                firing: Firing::Busy,
            },
            Kind::Triggers,
            "convoy_lost was met, but its thread still ran",
            Some("convoy_lost"),
        ),
        (
            E::TriggerSet {
                trigger: trigger("convoy_lost"),
                armed: false,
            },
            Kind::Triggers,
            "convoy_lost is disarmed",
            Some("convoy_lost"),
        ),
        (
            E::OddOperand {
                trigger: trigger("convoy_lost"),
                tag: 7,
            },
            Kind::Trouble,
            "convoy_lost asks for what no event brings",
            Some("convoy_lost"),
        ),
        (
            E::GroupMade {
                group: group("alpha"),
                ships: vec![0, 1, 2, 3],
            },
            Kind::Ships,
            "Flight group alpha is made (4 ships)",
            Some("alpha"),
        ),
        (
            E::GroupDestroyed {
                group: group("alpha"),
            },
            Kind::Ships,
            "Flight group alpha leaves",
            Some("alpha"),
        ),
        (
            E::ShipDestroyed { ship: mammoth },
            Kind::Ships,
            "mammoth_1 is destroyed",
            Some("mammoth_1"),
        ),
        (
            E::ComponentDestroyed {
                ship: mammoth,
                component: 3,
            },
            Kind::Ships,
            "mammoth_1 loses component 3",
            Some("mammoth_1"),
        ),
        (
            E::Launched { ship: mammoth },
            Kind::Ships,
            "mammoth_1 has launched",
            Some("mammoth_1"),
        ),
        (
            E::JumpedOut { ship: mammoth },
            Kind::Ships,
            "mammoth_1 jumps away",
            Some("mammoth_1"),
        ),
        (
            E::JumpedIn { ship: mammoth },
            Kind::Ships,
            "mammoth_1 has jumped in",
            Some("mammoth_1"),
        ),
        (
            E::Docked { ship: mammoth },
            Kind::Ships,
            "mammoth_1 has docked",
            Some("mammoth_1"),
        ),
        (
            E::Cloaking {
                ship: mammoth,
                on: false,
            },
            Kind::Ships,
            "mammoth_1 decloaks",
            Some("mammoth_1"),
        ),
        (
            E::OrderGiven {
                ship: mammoth,
                order: order("fly"),
                target: at(ship("nav_jump")),
                number: 0,
                script: Some(0),
            },
            Kind::Orders,
            "mammoth_1 is ordered: Fly (nav_jump)",
            Some("mammoth_1"),
        ),
        (
            E::OrderRefused {
                ship: mammoth,
                order: order("fly"),
                target: OrderTarget::None,
                refusal: Refusal::Full,
                script: None,
            },
            Kind::Orders,
            "mammoth_1 refuses the order Fly: it has 20 orders already",
            Some("mammoth_1"),
        ),
        (
            E::OrderEnded {
                ship: mammoth,
                order: order("fly"),
            },
            Kind::Orders,
            "mammoth_1 is done with Fly",
            Some("mammoth_1"),
        ),
        (
            E::ShotBegun {
                curve: Some(curve("flyby_1")),
                ship: None,
                ticks: 1200,
            },
            Kind::Camera,
            "Director's shot along flyby_1, for 12.00 s",
            Some("flyby_1"),
        ),
        (
            E::ShotCurve {
                curve: curve("flyby_2"),
                ticks: 505,
            },
            Kind::Camera,
            "The shot comes to flyby_2, for 5.05 s",
            Some("flyby_2"),
        ),
        (E::ShotEnded, Kind::Camera, "The shot ends", None),
        (
            E::CameraReached { ship: mammoth },
            Kind::Camera,
            "The camera reaches mammoth_1",
            Some("mammoth_1"),
        ),
        (
            E::ViewChanged {
                view: 13,
                ship: Some(0),
            },
            Kind::Camera,
            "The view is the director's of player",
            Some("player"),
        ),
        (
            E::LineBegun {
                speaker: Speaker::Ship {
                    ship: ship("reliant"),
                    pilot: 0x3C,
                },
                name: "relbrief".to_owned(),
                ticks: 300,
            },
            Kind::Radio,
            "reliant says \"relbrief\", for 3.00 s",
            Some("reliant"),
        ),
        (
            E::LineEnded {
                name: "relbrief".to_owned(),
                cut: true,
            },
            Kind::Radio,
            "\"relbrief\" is cut short",
            None,
        ),
        (
            E::FilmBegun {
                name: "face".to_owned(),
            },
            Kind::Radio,
            "Film \"face\" begins",
            None,
        ),
        (
            E::FilmEnded {
                name: "face".to_owned(),
            },
            Kind::Radio,
            "Film \"face\" ends",
            None,
        ),
        (
            E::Music {
                name: "calm.wav".to_owned(),
                at_once: false,
            },
            Kind::Radio,
            "Music \"calm.wav\", after a fade",
            None,
        ),
        (E::Subtitle { text: 5 }, Kind::Radio, "Subtitle 5", None),
        (
            E::DebugMessage {
                text: "here".to_owned(),
            },
            Kind::Radio,
            "Debug message: here",
            None,
        ),
        (
            E::Instrument {
                instrument: 2,
                open: true,
            },
            Kind::Commands,
            "Instrument 2 opens",
            None,
        ),
        (
            E::HudIcon { icon: 3, mode: 2 },
            Kind::Commands,
            "Icon 3 of the display flashes",
            None,
        ),
        (
            E::Shown {
                command: 0x2B,
                arguments: vec![place("reliant"), 1],
            },
            Kind::Commands,
            "Only shows: DisableLights(reliant, true)",
            None,
        ),
        (
            E::KeyAwaited { action: 9 },
            Kind::Commands,
            "The script waits for the key of action 9",
            None,
        ),
        (
            E::Objective {
                objective: 1,
                state: 1,
            },
            Kind::Mission,
            "Objective 1 is listed",
            None,
        ),
        (
            E::Gap {
                name: "avoidance".to_owned(),
                script: None,
            },
            Kind::Trouble,
            "Not in the preview: avoidance",
            None,
        ),
        (
            E::Dropped { entries: 12 },
            Kind::Trouble,
            "So much happened that 12 entries are not told",
            None,
        ),
        (
            E::LogFull,
            Kind::Trouble,
            "The log has no more room for what scripts do; only the story is told on",
            None,
        ),
        (
            E::StoryFull,
            Kind::Trouble,
            "The log is full; only gaps and the mission's end are still told",
            None,
        ),
    ]
}

#[test]
fn every_kind_of_entry_has_its_words_and_its_record() {
    let names = names();
    for (event, kind, text, about) in entries(&names) {
        let words = words_of(&event, &names);
        assert_eq!(words.text, text);
        let record = words.record.as_ref().map(|it| &*it.id);
        assert_eq!(record, about, "{text}");
        assert_eq!(Kind::of(&event), kind, "{text}");
    }
    let kinds: std::collections::BTreeSet<_> =
        entries(&names).iter().map(|(_, kind, ..)| *kind).collect();
    assert_eq!(kinds.len(), Kind::ALL.len(), "each kind is shown here");
}

#[test]
fn an_entry_is_about_the_record_that_its_words_name() {
    let names = names();
    for (event, _, text, about) in entries(&names) {
        let Some(about) = about else { continue };
        let all = Collection::ALL.into_iter();
        let candidates = all.map(|collection| record(collection, about));
        let found = candidates
            .filter(|it| names.number(it).is_some())
            .any(|it| {
                let number = names.number(&it).unwrap();
                let place = names.place_of(&it);
                let object = names.object_id(&it);
                names_any(&event, &mut |named| match named {
                    About::Ship(n) => it.collection == Collection::Ships && n == number,
                    About::Group(n) => it.collection == Collection::FlightGroups && n == number,
                    About::Squad(n) => it.collection == Collection::Squads && n == number,
                    About::Curve(n) => it.collection == Collection::Curves && n == number,
                    About::Trigger(n) => it.collection == Collection::Triggers && n == number,
                    About::Part(n) => {
                        it.collection == Collection::Routines && n == i64::from(number)
                    }
                    About::Global(n) => {
                        it.collection == Collection::Globals && u16::from(n) == number
                    }
                    About::Object(n) => Some(n) == object,
                    About::Place(n) => Some(n) == place,
                    About::Script(_) => false,
                })
            });
        assert!(found, "{text}");
    }
}

#[test]
fn what_is_asked_again_and_again_is_read_off_the_log() {
    let document = Document::example();
    let image = Arc::new(model::compile::compile(document.mission()).image.unwrap());
    let options = Options {
        seed: 1,
        mission: 1,
        trace: TraceLevel::Everything,
        ..Options::default()
    };
    let mut simulation = Simulation::new(image, options);
    let mut chronicle = Chronicle::default();
    let names = names();
    // A piece at a time, as a window hears of a run.
    for _ in 0..20 {
        simulation.advance(100);
        while !chronicle.read(1, simulation.trace()) {}
    }
    let opening = names.part_number(&record(Collection::Routines, "opening"));
    let life = chronicle
        .threads
        .iter()
        .find(|it| matches!(it.origin, Origin::Spawn { part, .. } if Some(part.into()) == opening))
        .unwrap();
    // It waits for its shot of twelve seconds, from the tick after it was spawned on.
    let (_, until, command) = life.waits[0];
    assert_eq!(command, 0x50);
    let shot = &chronicle.shots[0];
    assert_eq!((shot.start, shot.ticks), (Tick(0), 1200));
    assert!(until >= shot.end, "{life:?} {shot:?}");
    assert!(matches!(life.end, Some((_, ThreadEnd::Returned))));
    let lines: Vec<_> = chronicle.lines.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(lines, ["relbrief", "vipgo"]);
    let to_variable = |event: &TraceEvent, wanted: u8| matches!(event, TraceEvent::VariableWritten { variable, .. } if *variable == wanted);
    for (variable, places) in &chronicle.variables {
        let told: Vec<_> = simulation
            .trace()
            .iter()
            .enumerate()
            .filter(|(_, entry)| to_variable(&entry.event, *variable))
            .map(|(at, _)| at)
            .collect();
        assert_eq!(*places, told);
    }
    // Another past is read anew.
    let before = chronicle.threads.len();
    while !chronicle.read(2, simulation.trace()) {}
    assert_eq!(chronicle.threads.len(), before);
    assert_eq!(chronicle.trace_number(), 2);
}
