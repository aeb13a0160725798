//! Games that are broken or mean harm.

use editor_app::action::Action;
use editor_app::layout::Tab;
use formats::Image;
use runtime::Random;
use runtime::link::{
    EventKind, EventState, Hello, MissionStarted, ShipOrder, ShipState, State, ThreadState,
    ToEditor,
};

use crate::peer::hostile::{Harm, HostilePeer, garbage};
use crate::peer::mock::{MockPeer, Nature};
use crate::*;

/// What a game says first, in messages of their own.
fn opening(window: &Window) -> Vec<Vec<u8>> {
    let messages = [
        ToEditor::Hello(Hello {
            protocol: 2,
            openreliant: "1".to_owned(),
            game: "StarLancer".to_owned(),
            vm: "starlancer".to_owned(),
            others: Vec::new(),
        }),
        ToEditor::MissionStarted(MissionStarted {
            number: 1,
            file: "mission1.dte".to_owned(),
        }),
        ToEditor::MissionFile(image(window).into_bytes()),
        ToEditor::State(Box::default()),
        ToEditor::ScriptStopped(0),
    ];
    let bytes = |message: &ToEditor| message.to_frame().unwrap().to_bytes().unwrap();
    messages.iter().map(bytes).collect()
}

/// Links to a game that does harm, until the link has ended.
fn suffers(window: &mut Window, harm: Harm, what: &str) {
    let kept = Kept::of(window);
    let game = HostilePeer::start(harm);
    connect(window, game.port);
    until_ended(window);
    kept.check(window, what);
    let preview = window.state().preview_state();
    assert!(!preview.has_run() || preview.is_over(), "{what}");
}

#[test]
fn garbage_is_told_of() {
    let mut window = ready();
    let opening = opening(&window).concat();
    for seed in 0..12 {
        let bytes = garbage(seed, 1 << seed);
        suffers(&mut window, Harm::SendAndClose(bytes), "garbage");
        let bytes = [opening.clone(), garbage(seed, 64)].concat();
        suffers(&mut window, Harm::SendAndClose(bytes), "later garbage");
    }
    links_again(&mut window);
}

#[test]
fn a_game_can_close_at_each_byte() {
    let mut window = ready();
    let opening = opening(&window);
    let bytes = opening.concat();
    // Each byte of the texts and of the headers, some of the file, each of what follows it.
    let texts = opening[0].len() + opening[1].len() + 8;
    let file = texts - 8 + opening[2].len();
    let mut random = Random::new(7);
    let some = (0..12).map(|_| random.range(0, 32_000) as usize % file);
    for place in (0..texts).chain(some).chain(file..=bytes.len()) {
        let harm = Harm::SendAndClose(bytes[..place].to_vec());
        suffers(&mut window, harm, &format!("closed at byte {place}"));
    }
    links_again(&mut window);
}

#[test]
fn a_game_can_stall_and_trickle() {
    let mut window = ready();
    let opening = opening(&window);
    let bytes = opening.concat();
    let hello = opening[0].len();
    for place in [0, 5, hello - 1, hello + 3, bytes.len() - 40, bytes.len()] {
        let harm = Harm::SendAndStall(bytes[..place].to_vec());
        suffers(&mut window, harm, &format!("stalled at byte {place}"));
    }
    suffers(&mut window, Harm::Trickle(bytes), "trickled");
    links_again(&mut window);
}

#[test]
fn floods_leave_the_window_its_frames() {
    let mut window = ready();
    let opening = opening(&window);
    let boundary = [&opening[1][..], &[0x02, 0x01, 0, 0, 0, 0, 0, 0]].concat();
    let unknown = [0xFF, 0x0F, 0, 0, 0, 0, 0, 0].to_vec();
    let missions = opening[1..3].concat();
    let floods = [
        ("stops", opening[4].clone()),
        ("starts and ends", boundary),
        ("unknown messages", unknown),
        ("states", opening[3].clone()),
        ("hellos", opening[0].clone()),
        ("missions", missions),
    ];
    for (what, flood) in floods {
        let times = (100_000 / flood.len()).max(1);
        let flood = [opening[..3].concat(), flood.repeat(times)].concat();
        suffers(&mut window, Harm::Flood(flood), what);
    }
    links_again(&mut window);
}

/// A state of anything at all that its text can say.
fn any_state(random: &mut Random) -> State {
    let number = |random: &mut Random| match random.range(0, 3) {
        0 => random.range(0, 40),
        1 => u32::from(random.draw()) << 8,
        _ => u32::MAX - random.range(0, 3),
    };
    let mut state = State {
        clock: number(random),
        paused: random.percent() < 50,
        events_dropped: random.range(0, 3),
        ..State::default()
    };
    for slot in 0..32 {
        let thread = ThreadState {
            at: (random.percent() < 70).then(|| number(random)),
            depth: number(random),
            wake: number(random),
            interrupted: random.percent() < 50,
            trigger: (random.percent() < 50).then(|| number(random)),
        };
        state.threads.insert(slot, thread);
    }
    for index in 0..=u8::MAX {
        state.globals.insert(index, number(random));
        state.variables.insert(index, number(random));
    }
    for _ in 0..60 {
        let index = u16::try_from(random.range(0, 512)).unwrap();
        let order = match random.range(0, 3) {
            0 => ShipOrder::None,
            1 => ShipOrder::Number(number(random)),
            _ => ShipOrder::Unknown("no such order".to_owned()),
        };
        let target = (random.percent() < 50).then(|| number(random));
        state.ships.insert(index, ShipState { order, target });
    }
    for _ in 0..40 {
        let kind = match random.range(0, 3) {
            0 => EventKind::Trigger,
            1 => EventKind::Command,
            _ => EventKind::Unknown("miracle".to_owned()),
        };
        state.events.push(EventState {
            kind,
            index: number(random),
            time: number(random),
        });
    }
    state
}

/// The document's image with some bytes changed; still an image.
fn any_image(image: &Image, random: &mut Random) -> Image {
    loop {
        let mut bytes = image.bytes().to_vec();
        for _ in 0..random.range(1, 400) {
            let at = (usize::from(random.draw()) << 15 | usize::from(random.draw())) % bytes.len();
            bytes[at] = random.draw() as u8;
        }
        if let Ok(read) = Image::read(bytes) {
            return read.value;
        }
    }
}

#[test]
fn whatever_a_game_tells_is_shown() {
    let mut window = ready();
    let good = image(&window);
    let kept = Kept::of(&window);
    let mut random = Random::new(11);
    let tabs = [
        Tab::Preview,
        Tab::Threads,
        Tab::Values,
        Tab::Objects,
        Tab::Events,
        Tab::Live,
    ];
    for round in 0..20 {
        let mut nature = Nature::of(any_image(&good, &mut random));
        nature.state = any_state(&mut random);
        let game = MockPeer::start(nature);
        game.start_mission(random.range(0, 100));
        connect(&mut window, game.port);
        until_shown(&mut window);
        game.hold(random.range(0, 2000));
        for tab in tabs {
            ask(&mut window, Action::ShowTab(tab));
        }
        wait(&mut window, "another state", |it| {
            let trip = it.state().link_state().round_trip();
            trip.is_some()
        });
        kept.check(&window, &format!("round {round}"));
        drop(game);
        until_ended(&mut window);
        kept.check(&window, &format!("round {round}"));
    }
    links_again(&mut window);
}
