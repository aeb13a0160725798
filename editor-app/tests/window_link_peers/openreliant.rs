//! Games that play along, and do less than Sortie's engine: OpenReliant's part, and an older one.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::time::{Duration, Instant};

use editor_app::action::{Action, Command};
use editor_app::app::App;
use editor_app::layout::Tab;
use editor_app::live_link::LinkAction;
use eframe::Storage as _;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use formats::records::{Record as _, Ship};
use formats::sections::SectionId;
use runtime::link::client::Capability;
use runtime::link::{RunControl, ShipOrder, ShipState, ToGame};

use crate::peer::Seen;
use crate::peer::mock::{MockPeer, Nature};
use crate::*;

/// The image of another example than the document.
fn another() -> Image {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let opened = editor_app::mission_file::open(&example.join("every-construct.mission.yaml"));
    let mission = opened.unwrap().mission;
    model::compile::compile(&mission).image.unwrap()
}

/// A game that plays the document, and has each of its ships in play.
fn flying(window: &Window) -> Nature {
    let mut nature = Nature::of(image(window));
    let ships = u16::try_from(nature.image.count(SectionId::Ships)).unwrap();
    let ship = ShipState {
        order: ShipOrder::None,
        target: None,
    };
    nature.state.ships = (0..ships).map(|index| (index, ship.clone())).collect();
    nature
}

fn live_edits(window: &Window) -> Option<Capability> {
    let known = window.state().link_state().capabilities()?;
    Some(known.live_edits())
}

#[test]
fn what_is_pulled_from_a_game_does_not_go_back_to_it() {
    let mut window = ready();
    let mut nature = flying(&window);
    // Every ship has flown on by 7,000 units along X; its run-time place is at 0x08 of its record.
    let first = nature.image.offset(SectionId::Ships).unwrap();
    let count = nature.image.count(SectionId::Ships);
    let mut bytes = nature.image.into_bytes();
    for place in (0..count).map(|ship| first + Ship::SIZE * ship + 0x08) {
        let x: [u8; 4] = bytes[place..place + 4].try_into().unwrap();
        let x = f32::from_le_bytes(x) + 7_000.0;
        bytes[place..place + 4].copy_from_slice(&x.to_le_bytes());
    }
    nature.image = Image::read(bytes).unwrap().value;
    let game = MockPeer::start(nature);
    game.start_mission(1);
    connect(&mut window, game.port);
    until_shown(&mut window);
    link(&mut window, LinkAction::LiveEdits(true));
    link(&mut window, LinkAction::PullPlaces);
    let label = window.state().document().history().undo_label();
    assert!(label.is_some_and(|it| it.starts_with("Pull ")), "{label:?}");
    until_checked(&mut window);
    window.run_steps(10);
    // The first ship that the game is told to move is the one that the author moved then.
    let there = [123_000.0, -4_000.0, 567_000.0];
    move_to(&mut window, "reliant", there);
    until_checked(&mut window);
    window.run_steps(10);
    let moved = game.until(|message| match message {
        ToGame::MoveShip { place, .. } => Some(*place),
        _ => None,
    });
    assert_eq!(moved, there);
}

#[test]
fn another_build_is_not_brought_to_the_document_unasked() {
    let mut window = ready();
    let nature = flying(&window);
    // The document goes on before the game is linked, with live edits on.
    move_to(&mut window, "reliant", [123_000.0, -4_000.0, 567_000.0]);
    until_checked(&mut window);
    link(&mut window, LinkAction::LiveEdits(true));
    let game = MockPeer::start(nature);
    game.start_mission(1);
    connect(&mut window, game.port);
    until_shown(&mut window);
    assert!(sees_part(
        &window,
        "another build than the document's: Ships"
    ));
    assert!(sees_part(
        &window,
        "None goes to a game that plays another build"
    ));
    window.run_steps(10);
    // What comes first of its edits is what was asked for.
    move_to(&mut window, "reliant", [77_000.0, 0.0, 0.0]);
    until_checked(&mut window);
    window.run_steps(10);
    let button = window.get_by_label("Send the Document to the Game");
    button.click();
    window.run_steps(4);
    let moved = game.until(|message| match message {
        ToGame::MoveShip { place, .. } => Some(*place),
        _ => None,
    });
    assert_eq!(moved, [77_000.0, 0.0, 0.0]);
}

#[test]
fn a_game_that_only_logs_live_edits_is_found_out_and_told_of() {
    let mut window = ready();
    let game = MockPeer::start(flying(&window));
    game.start_mission(1);
    connect(&mut window, game.port);
    until_shown(&mut window);
    assert_eq!(live_edits(&window), Some(Capability::Unknown));
    assert!(sees_part(&window, "the document's build"));
    assert!(sees_part(&window, "OpenReliant 0.5.0"));

    link(&mut window, LinkAction::LiveEdits(true));
    move_to(&mut window, "reliant", [123_000.0, -4_000.0, 567_000.0]);
    let kept = Kept::of(&window);
    game.until(|message| matches!(message, ToGame::MoveShip { .. }).then_some(()));
    wait(&mut window, "that it takes no live edits", |it| {
        live_edits(it) == Some(Capability::Refused)
    });
    wait(&mut window, "what the game plays really", |it| {
        let differs = it.state().link_state().differs();
        differs.is_some_and(|differs| differs.contains(&SectionId::Ships))
    });
    assert!(sees_part(&window, "does not take live edits"));
    assert!(
        !sees_part(&window, "Send the Document"),
        "it would not take it"
    );
    assert!(!sees_part(&window, "the document's build"));
    assert!(sees_part(&window, "another build than the document's: "));

    // Nothing more is sent that it would only log, and the run goes on.
    move_to(&mut window, "reliant", [1.0, 2.0, 3.0]);
    until_checked(&mut window);
    until_shown(&mut window);
    window.run_steps(10);
    let moves = |seen: &Seen| matches!(seen, Seen::Message(ToGame::MoveShip { .. }));
    assert!(!game.seen.try_iter().any(|seen| moves(&seen)));
    assert_ne!(window.state().document().revision(), kept.revision);
    assert_eq!(
        ship(&window, "reliant").position,
        Vec3 {
            x: 1.0.into(),
            y: 2.0.into(),
            z: 3.0.into()
        }
    );
    // Back where the game has it, the document is what it plays.
    command(&mut window, Command::Undo);
    command(&mut window, Command::Undo);
    wait(&mut window, "the document's build", |it| {
        it.state().link_state().differs().is_none() && it.state().link_state().shows()
    });
    links_again(&mut window);
}

#[test]
fn another_build_is_told_of_and_opened_after_a_question() {
    let mut window = ready();
    let other = another();
    let game = MockPeer::start(Nature::of(other.clone()));
    game.start_mission(4);
    connect(&mut window, game.port);
    until_shown(&mut window);
    let differs = window.state().link_state().differs().unwrap().to_vec();
    for id in [SectionId::Ships, SectionId::Script, SectionId::FlightGroups] {
        assert!(differs.contains(&id), "{differs:?}");
    }
    assert!(sees_part(&window, "mission4.dte, number 4"));
    // The first of them are named as the editor names them, the rest is counted.
    let told = "another build than the document's: Ships, Flight groups, Triggers, Script and ";
    assert!(sees_part(&window, told));
    assert!(sees_part(&window, " more"));
    assert!(!sees_part(&window, "flight_groups"));
    // What can be done is said with what it does; nothing was started from here to start anew.
    assert!(sees_part(&window, "its mission becomes the document"));
    assert!(sees_part(&window, "takes the place of the document"));
    assert!(!sees_part(&window, "Restart"));
    let pull = window.get_by_label_contains("Pull Positions");
    assert!(pull.accesskit_node().is_disabled(), "they are other ships");

    // Unsaved work is asked about, and stays where the question is not answered so.
    move_to(&mut window, "reliant", [1.0, 2.0, 3.0]);
    let kept = Kept::of(&window);
    window.get_by_label("Open the Game's Mission Here").click();
    window.run_steps(4);
    assert!(window.state().has_dialog());
    kept.check(&window, "before the answer");
    window.get_by_label("Cancel").click();
    window.run_steps(4);
    assert!(!window.state().has_dialog());
    kept.check(&window, "after a cancel");
    window.get_by_label("Open the Game's Mission Here").click();
    window.run_steps(4);
    window.get_by_label("Don't Save").click();
    window.run_steps(4);
    let opened = window.state().document();
    assert_eq!(opened.mission().ships.len(), other.count(SectionId::Ships));
    assert_eq!(opened.name(), "mission4.dte");
    // What is opened is what plays.
    wait(&mut window, "that the game plays the document", |it| {
        it.state().link_state().differs().is_none() && it.state().link_state().shows()
    });
    assert!(sees_part(&window, "the document's build"));
    links_again(&mut window);
}

#[test]
fn a_game_of_the_first_version_is_shown_without_its_events() {
    let mut window = ready();
    let mut nature = flying(&window);
    nature.hello.as_mut().unwrap().protocol = 1;
    nature.state.globals.insert(0, 77);
    let game = MockPeer::start(nature);
    game.start_mission(1);
    let kept = Kept::of(&window);
    connect(&mut window, game.port);
    until_shown(&mut window);
    let known = window.state().link_state().capabilities().unwrap();
    assert_eq!(known.events(), Capability::Refused);
    assert_eq!(
        known.of(runtime::link::tag::CONSOLE_LINE),
        Capability::Refused
    );
    assert!(sees_part(&window, "protocol 1"));
    assert!(sees_part(&window, "Tells what the script did"));
    assert!(sees_part(&window, "it does not"));
    // What it does tell is shown, and it obeys.
    wait(&mut window, "a value", |it| {
        let snapshot = it.state().preview_state().snapshot().unwrap();
        snapshot.globals.first() == Some(&77)
    });
    command(&mut window, Command::PreviewPlay);
    let control = game.until(|message| match message {
        ToGame::RunControl(control) => Some(*control),
        _ => None,
    });
    assert_eq!(control, RunControl::Pause(true));
    kept.check(&window, "a run of an older game");
    for tab in [Tab::Preview, Tab::Events, Tab::Live] {
        ask(&mut window, Action::ShowTab(tab));
    }
    links_again(&mut window);
}

/// Waits until a game is asked for two things so often within a time, again and again.
fn until_asked_often(game: &MockPeer) {
    const TIMES: usize = 6;
    const WITHIN: Duration = Duration::from_millis(200);
    let mut asked: [VecDeque<Instant>; 2] = Default::default();
    let mut often = [false; 2];
    while often != [true; 2] {
        let which = game.until(|message| match message {
            ToGame::GetState => Some(0),
            ToGame::GetMission => Some(1),
            _ => None,
        });
        let now = Instant::now();
        let times = &mut asked[which];
        times.push_back(now);
        if times.len() > TIMES {
            let first = times.pop_front().unwrap();
            often[which] |= now - first < WITHIN;
        }
    }
}

#[test]
fn a_game_is_asked_as_often_as_the_author_chooses() {
    let mut window = ready();
    let game = MockPeer::start(Nature::of(image(&window)));
    game.start_mission(1);
    connect(&mut window, game.port);
    until_shown(&mut window);
    assert_eq!(window.state().link_state().rate(), Some(20));
    // The choice counts at once for this link.
    window.get_by_value("20 times a second").click();
    window.run_steps(4);
    window.get_by_label("60 times a second").click();
    window.run_steps(4);
    assert_eq!(window.state().link_state().rate(), Some(60));
    game.seen.try_iter().for_each(drop);
    until_asked_often(&game);
    // And for the next.
    link(&mut window, LinkAction::Disconnect);
    game.until_gone();
    connect(&mut window, game.port);
    until_shown(&mut window);
    assert_eq!(window.state().link_state().rate(), Some(60));
    game.seen.try_iter().for_each(drop);
    until_asked_often(&game);
}

/// What the program keeps between runs.
#[derive(Clone, Default)]
struct Store(HashMap<String, String>);

impl eframe::Storage for Store {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }

    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }

    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }

    fn flush(&mut self) {}
}

/// How often a game is asked by a window that has what was stored, and what that stores itself.
fn rate_with(store: &Store, game: &MockPeer) -> (Option<u8>, String) {
    let mut store = store.clone();
    let stored = store.clone();
    let mut window = Window::builder()
        .build_eframe(move |creation| App::new(&creation.egui_ctx, Some(&stored), None));
    connect(&mut window, game.port);
    let rate = window.state().link_state().rate();
    link(&mut window, LinkAction::Disconnect);
    eframe::App::save(window.state_mut(), &mut store);
    (rate, store.0["settings"].clone())
}

#[test]
fn the_rate_is_kept_and_a_bad_one_falls_back_alone() {
    let mut window = window();
    let game = MockPeer::start(Nature::of(another()));
    command(&mut window, Command::ToggleTheme);
    link(&mut window, LinkAction::Rate(60));
    link(&mut window, LinkAction::Port(game.port));
    let mut store = Store::default();
    eframe::App::save(window.state_mut(), &mut store);
    let kept = store.0["settings"].clone();
    assert!(kept.contains("dark:false"), "{kept}");
    assert_eq!(rate_with(&store, &game), (Some(60), kept.clone()));
    for bad in ["7", "-3", "100000", "\"often\"", "(5, 10)", "[60]", "()"] {
        let mut store = store.clone();
        let with = |rate: &str| kept.replace("link_rate:60", &format!("link_rate:{rate}"));
        assert_ne!(with(bad), kept);
        store.set_string("settings", with(bad));
        assert_eq!(rate_with(&store, &game), (Some(20), with("20")), "{bad}");
    }
}

#[test]
fn missions_of_a_game_come_and_go() {
    let mut window = ready();
    let kept = Kept::of(&window);
    let game = MockPeer::start(Nature::of(image(&window)));
    connect(&mut window, game.port);
    wait(&mut window, "that none plays", |it| {
        status(it) == Status::Waiting
    });
    assert!(sees_part(&window, "None plays"));
    for number in 1..4 {
        game.start_mission(number);
        until_shown(&mut window);
        game.end_mission();
        wait(&mut window, "the end of the mission", |it| {
            status(it) == Status::Waiting
        });
        // What it told last stays until the next.
        let preview = window.state().preview_state();
        assert!(preview.is_over() && preview.snapshot().is_some());
    }
    kept.check(&window, "missions that came and went");
}
