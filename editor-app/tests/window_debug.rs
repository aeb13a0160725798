//! The panels that look into a run: what they show of the example, where their links lead, and what
//! is handed in through them.

mod common;

use common::*;
use editor_app::action::Action;
use editor_app::layout::{Preset, Tab};
use editor_app::preview::by_hand::ByHand;
use editor_app::preview::stand::Stand;
use editor_app::preview::{PreviewAction, Track};
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Event, Key, Modifiers, OutputCommand, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use model::{AnyId, Collection};
use runtime::{Input, Tick, TraceEvent};

fn record(collection: Collection, id: &str) -> AnyId {
    AnyId {
        collection,
        id: id.into(),
    }
}

fn act(window: &mut Window, action: PreviewAction) {
    ask(window, Action::Preview(action));
}

fn tick(window: &Window) -> Option<u32> {
    let snapshot = window.state().preview_state().snapshot();
    snapshot.map(|it| it.tick.0)
}

/// The example in the Debug layout, run for so many seconds.
fn debugged(seconds: u32) -> Window {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Debug));
    for second in 1..=seconds {
        act(&mut window, PreviewAction::StepSecond);
        wait(&mut window, "its next second", |it| {
            tick(it) == Some(second * 100)
        });
    }
    window
}

fn seek(window: &mut Window, to: u32) {
    act(window, PreviewAction::Seek(Tick(to)));
    wait(window, "the moment that was sought", |it| {
        tick(it) == Some(to)
    });
}

fn show(window: &mut Window, tab: Tab) {
    ask(window, Action::ShowTab(tab));
}

fn sees(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).next().is_some()
}

fn click(window: &mut Window, label: &str) {
    let mut found = window.query_all_by_label(label);
    let node = found.next();
    node.unwrap_or_else(|| panic!("nothing is called {label}"))
        .click();
    drop(found);
    window.run_steps(4);
}

fn click_link(window: &mut Window, label: &str) {
    let mut found = window.query_all_by_role_and_label(Role::Link, label);
    let node = found.next();
    node.unwrap_or_else(|| panic!("no link is called {label}"))
        .click();
    drop(found);
    window.run_steps(4);
}

/// What was put on the clipboard in the last frames.
fn copied(window: &Window) -> Option<String> {
    let commands = &window.output().platform_output.commands;
    commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

/// Clicks a button and gives what it copies, which stands on the clipboard for one frame.
fn copy(window: &mut Window, button: &str) -> String {
    window.get_by_label(button).click();
    for _ in 0..4 {
        window.run_steps(1);
        if let Some(text) = copied(window) {
            return text;
        }
    }
    panic!("{button} copied nothing")
}

fn trace(window: &Window) -> Vec<(u32, TraceEvent)> {
    let trace = window.state().preview_state().trace().unwrap();
    trace
        .iter()
        .map(|it| (it.tick.0, it.event.clone()))
        .collect()
}

#[test]
fn without_a_run_each_panel_says_how_to_get_one() {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Debug));
    for tab in [
        Tab::Threads,
        Tab::Values,
        Tab::Objects,
        Tab::Events,
        Tab::Triggers,
    ] {
        show(&mut window, tab);
        assert!(sees_part(&window, "No run yet"), "{tab:?}");
        assert!(sees_part(&window, "F5 plays the mission"), "{tab:?}");
    }
}

#[test]
fn threads_say_where_they_stand_and_what_they_wait_for() {
    let mut window = debugged(6);
    show(&mut window, Tab::Threads);
    // `opening` waits for its shot of twelve seconds; `convoy_runs` sleeps, from the first second
    // on, for more than 15 seconds (script-vm V205).
    let text = copy(&mut window, "Copy Threads");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "Thread\tStarted by\tStands at\tWaits for",
            "1\topening, spawned by thread 0\topening:4\tthe director's camera",
            "2\tconvoy_runs, spawned by thread 0\tconvoy_runs:2\t0:16 (sleeps)",
        ]
    );
    click(&mut window, "Unfold thread 1");
    for shown in ["Inside", "Stack", "Last result", "empty"] {
        assert!(sees(&window, shown), "{shown}");
    }
    // The line leads to the text.
    click(&mut window, "opening:4");
    assert_eq!(selected(&window), ["opening"]);
    let body = window.state().document().mission();
    let text = &body
        .routines
        .get("opening")
        .unwrap()
        .body
        .as_ref()
        .unwrap()
        .text;
    let line = text.lines().nth(3).unwrap();
    assert_eq!(line.trim(), "WaitForDirectorCam()");
}

const DEEP: &str = "source: 1
flight_groups:
  - {id: alpha, name: (FG)Alpha, wing: player}
ships:
  - {id: player, kind: predator, flight_group: alpha}
  - {id: bandit, kind: sabre, flight_group: alpha, position: [0, 0, 9000]}
triggers:
  - id: lost
    on: {ship: bandit}
    when: Destroyed
    run: |
      Wait(100)
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      spawn outer(7, bandit)
  - id: outer
    arguments: [many, who]
    run: |
      call inner(arg.who)
  - id: inner
    arguments: [ship]
    run: |
      SetHostile(arg.ship, true)
      Wait(100)
      pass
";

#[test]
fn a_thread_is_unfolded_into_calls_arguments_and_its_event() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep.mission.yaml");
    std::fs::write(&path, DEEP).unwrap();
    let mut window = window();
    ask(&mut window, Action::Open(path));
    ask(&mut window, Action::Layout(Preset::Debug));
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "its first second", |it| tick(it) == Some(100));
    let destroy = Input::Destroy {
        ship: 1,
        attacker: Some(0),
    };
    act(&mut window, PreviewAction::Input(destroy));
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "its next second", |it| tick(it) == Some(200));
    let preview = window.state().preview_state();
    let names = preview.names().unwrap();
    let snapshot = preview.snapshot().unwrap();
    let stands: Vec<_> = snapshot
        .threads
        .iter()
        .map(|thread| Stand::of(preview, names, snapshot, thread))
        .collect();
    let [trigger, outer] = stands.as_slice() else {
        panic!("two threads: {stands:?}")
    };
    // A destroyed ship and its killer, by the labels of the event.
    assert_eq!(trigger.origin.0, Some(record(Collection::Triggers, "lost")));
    assert_eq!(
        trigger.locals[..2],
        [
            (Some("Killer"), "player".to_owned()),
            (Some("Victim"), "bandit".to_owned()),
        ]
    );
    // And the ship keeps them, behind the five values of ShotAt (script-vm V53).
    let bandit = names.object_id(&record(Collection::Ships, "bandit"));
    let mut kept = snapshot.kept.iter().filter(|it| Some(it.object) == bandit);
    let kept = kept.next().unwrap().values;
    let keeps = |at: usize| names.record_at(kept[at]).map(|it| it.id.to_string());
    assert_eq!(keeps(5).as_deref(), Some("player"));
    assert_eq!(keeps(6).as_deref(), Some("bandit"));
    assert!(trigger.locals[2..].iter().all(|(label, _)| label.is_none()));
    let calls: Vec<_> = outer
        .calls
        .iter()
        .map(|it| format!("{} with {}", it.place(), it.arguments_text(names)))
        .collect();
    assert_eq!(
        calls,
        [
            "inner, at its end with ship: bandit",
            "outer:1 with many: 7, who: bandit"
        ]
    );
    assert!(outer.operands.is_empty(), "{outer:?}");
    show(&mut window, Tab::Threads);
    click(&mut window, "Unfold thread 1");
    for shown in [
        "Inside, innermost",
        "called from",
        "with many: 7, who: bandit",
    ] {
        assert!(sees(&window, shown), "{shown}");
    }
    click(&mut window, "Unfold thread 0");
    assert!(sees(&window, "Killer: player, Victim: bandit"));
}

#[test]
fn values_are_listed_filtered_and_told_with_their_histories() {
    let mut window = debugged(1);
    show(&mut window, Tab::Values);
    for shown in ["waves_down", "freighters_safe", "outcome"] {
        assert!(sees(&window, shown), "{shown}");
    }
    click(&mut window, "Only changed");
    assert!(!sees(&window, "waves_down"), "it was not written yet");
    click(&mut window, "Only changed");
    act(
        &mut window,
        PreviewAction::Input(Input::SetGlobal {
            global: 0,
            value: u32::MAX,
        }),
    );
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "the next second", |it| tick(it) == Some(200));
    click(&mut window, "Only changed");
    assert!(sees(&window, "waves_down"));
    assert!(!sees(&window, "outcome"));
    click(&mut window, "Unfold waves_down");
    for shown in ["0:01.01", "from outside, or the game", "1 write"] {
        assert!(sees(&window, shown), "{shown}");
    }
    let text = copy(&mut window, "Copy Values");
    assert!(text.lines().any(|line| line == "waves_down\t-1"), "{text}");
    // The time of a write leads to its moment, and before it there is no write.
    click_link(&mut window, "0:01.01");
    wait(&mut window, "the write", |it| tick(it) == Some(101));
    seek(&mut window, 50);
    assert!(!sees(&window, "waves_down"));
}

#[test]
fn a_value_that_is_edited_becomes_an_input() {
    let mut window = debugged(1);
    show(&mut window, Tab::Values);
    window.get_by_label("Value of outcome").focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("7".to_owned()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(4);
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "the next second", |it| tick(it) == Some(200));
    let outcome = 2;
    let input = Input::SetGlobal {
        global: outcome,
        value: 7,
    };
    let inputs: Vec<_> = trace(&window)
        .into_iter()
        .filter(|(_, event)| matches!(event, TraceEvent::Input { .. }))
        .collect();
    assert_eq!(inputs, [(101, TraceEvent::Input { input })]);
    let preview = window.state().preview_state();
    assert_eq!(preview.snapshot().unwrap().globals[2], 7);
    assert!(!window.state().document().is_dirty(), "the mission is not");
}

#[test]
fn timers_and_objectives_are_told() {
    let mut window = debugged(14);
    show(&mut window, Tab::Values);
    let text = copy(&mut window, "Copy Values");
    // Twenty seconds from the shot's end on, once.
    assert!(
        text.contains("timer 1\tfirst_wave, every 20 s, once more, next at 0:3"),
        "{text}"
    );
    assert!(sees(&window, "Objective 0"));
    assert!(sees(&window, "current"));
    click(&mut window, "first_wave");
    assert_eq!(selected(&window), ["first_wave"]);
}

#[test]
fn objects_are_listed_with_their_orders_and_who_gave_them() {
    let mut window = debugged(17);
    show(&mut window, Tab::Objects);
    assert!(sees(&window, "mammoth_1"));
    let text = copy(&mut window, "Copy Objects");
    assert!(
        text.contains("mammoth_1\tfriendly\t0 %\tFly (nav_jump)"),
        "{text}"
    );
    assert!(!text.contains("sabre_1"), "the first wave is not there yet");
    click(&mut window, "Stand-ins");
    let text = copy(&mut window, "Copy Objects");
    assert!(text.contains("sabre_1\tnot there"), "{text}");
    click(&mut window, "Stand-ins");
    click(&mut window, "Unfold mammoth_1");
    for shown in ["Select", "Speed", "convoy_runs:2"] {
        assert!(sees(&window, shown), "{shown}");
    }
    click(&mut window, "convoy_runs:2");
    assert_eq!(selected(&window), ["convoy_runs"]);
    click(&mut window, "Select");
    assert_eq!(selected(&window), ["mammoth_1"]);
}

#[test]
fn a_raised_event_fires_its_trigger() {
    let mut window = debugged(1);
    let nav = record(Collection::Ships, "nav_convoy");
    ask(&mut window, Action::HandIn(ByHand::RaiseEvent, Some(nav)));
    window.run_steps(3);
    // What its trigger asks for is filled in.
    for shown in ["ShipReached", "nav_convoy", "player"] {
        let mut fields = window.query_all_by_role(Role::ComboBox);
        let value = |it: egui_kittest::Node<'_>| it.accesskit_node().value();
        assert!(
            fields.any(|it| value(it).as_deref() == Some(shown)),
            "{shown}"
        );
    }
    let mut buttons = window.query_all_by_role_and_label(Role::Button, "Hand In");
    buttons.next_back().unwrap().click();
    drop(buttons);
    window.run_steps(4);
    assert!(!sees(&window, "Cancel"), "the form is gone");
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "the next second", |it| tick(it) == Some(200));
    let names = window.state().preview_state().names().unwrap();
    let trigger = names.number(&record(Collection::Triggers, "at_the_convoy"));
    let fired = trace(&window)
        .into_iter()
        .find_map(|(tick, event)| match event {
            TraceEvent::TriggerFired { trigger, .. } => Some((tick, trigger)),
            _ => None,
        });
    assert_eq!(fired, Some((101, trigger.unwrap())));
    // And that is told of the trigger.
    show(&mut window, Tab::Triggers);
    let text = copy(&mut window, "Copy Triggers");
    let line = "at_the_convoy\tnot armed\t0:01.01 passed\t0:01.01\t1×";
    assert!(text.lines().any(|it| it == line), "{text}");
    click(&mut window, "Never fired");
    assert!(!sees(&window, "Unfold at_the_convoy"));
    assert!(sees(&window, "Unfold convoy_lost"));
    click(&mut window, "Armed");
    assert!(!sees(&window, "Unfold at_the_convoy"), "it fires once");
    click(&mut window, "All");
    click(&mut window, "Unfold at_the_convoy");
    assert!(sees(&window, "fires"));
    seek(&mut window, 50);
    let text = copy(&mut window, "Copy Triggers");
    assert!(
        text.contains("at_the_convoy\tarmed\tnever\tnever\t0×"),
        "{text}"
    );
}

#[test]
fn a_ship_is_destroyed_through_the_form_by_whom_it_says() {
    let mut window = debugged(1);
    let ship = record(Collection::Ships, "mammoth_2");
    ask(&mut window, Action::HandIn(ByHand::Destroy, Some(ship)));
    window.run_steps(3);
    let mut buttons = window.query_all_by_role_and_label(Role::Button, "Hand In");
    buttons.next_back().unwrap().click();
    drop(buttons);
    window.run_steps(4);
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "the next second", |it| tick(it) == Some(200));
    let names = window.state().preview_state().names().unwrap();
    let number = names
        .number(&record(Collection::Ships, "mammoth_2"))
        .unwrap();
    let lost =
        |(_, event): &(u32, TraceEvent)| *event == TraceEvent::ShipDestroyed { ship: number };
    assert!(trace(&window).iter().any(lost));
}

/// A click of the right button.
fn right_click(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.run_steps(2);
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(2);
    }
}

#[test]
fn the_viewports_menu_hands_in_what_is_done_to_a_ship_of_the_run() {
    let mut window = window();
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "its first second", |it| tick(it) == Some(100));
    let at = ship(&window, "mammoth_1").position;
    let at = window.state().panels().viewport_point(at).unwrap();
    right_click(&mut window, at);
    assert_eq!(selected(&window), ["mammoth_1"]);
    window.get_by_label_contains("Hand In").click();
    window.run_steps(6);
    for shown in [
        "Raise an Event…",
        "Damage…",
        "Ask to Land",
        "Run a Routine…",
    ] {
        assert!(sees(&window, shown), "{shown}");
    }
    click(&mut window, "Destroy");
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "the next second", |it| tick(it) == Some(200));
    let names = window.state().preview_state().names().unwrap();
    let number = names.number(&record(Collection::Ships, "mammoth_1"));
    let inputs: Vec<_> = trace(&window)
        .into_iter()
        .filter_map(|(_, event)| match event {
            TraceEvent::Input { input } => Some(input),
            _ => None,
        })
        .collect();
    let destroy = Input::Destroy {
        ship: number.unwrap(),
        attacker: None,
    };
    assert_eq!(inputs, [destroy]);
}

#[test]
fn a_ship_of_the_run_is_moved_to_where_the_viewports_menu_was_asked_for() {
    let mut window = window();
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "its first second", |it| tick(it) == Some(100));
    select(&mut window, &[(Collection::Ships, "mammoth_2")]);
    // Nothing stands here.
    right_click(&mut window, Pos2::new(400.0, 400.0));
    window.get_by_label_contains("Hand In").click();
    window.run_steps(6);
    click(&mut window, "Move Here");
    act(&mut window, PreviewAction::StepSecond);
    wait(&mut window, "the next second", |it| tick(it) == Some(200));
    let moved = trace(&window)
        .into_iter()
        .find_map(|(_, event)| match event {
            TraceEvent::Input {
                input: Input::MoveShip { ship, position },
            } => Some((ship, position)),
            _ => None,
        });
    let (number, position) = moved.unwrap();
    let preview = window.state().preview_state();
    assert_eq!(
        preview.ship_number(&record(Collection::Ships, "mammoth_2")),
        Some(number)
    );
    let object = preview.snapshot().unwrap().ship(number).unwrap();
    for (is, was) in object.position.iter().zip(position) {
        assert!((is - was).abs() < 1.0, "{is} {was}");
    }
}

#[test]
fn the_log_is_filtered_by_kind_by_words_and_by_the_selection() {
    let mut window = debugged(3);
    show(&mut window, Tab::Events);
    let all = copy(&mut window, "Copy Events");
    assert_eq!(
        all.lines().count(),
        window.state().preview_state().trace().unwrap().len()
    );
    let line = "0:00.00\tCommands\tCreateFlightGroup(navs)\tstart:2\t";
    assert!(all.lines().any(|it| it == line), "{all}");
    click(&mut window, "None");
    assert!(sees(&window, "Nothing that happened is like that."));
    click(&mut window, "Radio");
    let radio = copy(&mut window, "Copy Events");
    assert!(!radio.is_empty() && radio.lines().all(|it| it.contains("\tRadio\t")));
    assert!(radio.contains("reliant says \"relbrief\""), "{radio}");
    click(&mut window, "All");
    window.get_by_label("Search the events").focus();
    window.run_steps(2);
    window.event(Event::Text("objective current".to_owned()));
    window.run_steps(4);
    let found = copy(&mut window, "Copy Events");
    assert_eq!(found, "0:00.00\tMission\tObjective 0 is current\t\t");
    window.get_by_label("Search the events").focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.key_press(Key::Backspace);
    window.run_steps(4);
    select(&mut window, &[(Collection::Curves, "flyby_1")]);
    click(&mut window, "Of the selection");
    let found = copy(&mut window, "Copy Events");
    let texts: Vec<_> = found
        .lines()
        .filter_map(|it| it.split('\t').nth(2))
        .collect();
    let begun = "The shot comes to flyby_1, for ";
    assert_eq!(
        texts[..2],
        [
            "StartDirectorCam(flyby_1, reliant, 12, null, null)",
            "Director's shot along flyby_1, for 12.00 s",
        ]
    );
    assert!(texts.len() == 3 && texts[2].starts_with(begun), "{texts:?}");
}

#[test]
fn an_entry_of_the_log_leads_to_its_moment_line_and_record() {
    let mut window = debugged(14);
    show(&mut window, Tab::Events);
    window.get_by_label("Search the events").focus();
    window.run_steps(2);
    window.event(Event::Text("alpha_2 launched".to_owned()));
    window.run_steps(4);
    click_link(&mut window, "0:13.36");
    wait(&mut window, "the launch", |it| tick(it) == Some(1336));
    click_link(&mut window, "alpha_2");
    assert_eq!(selected(&window), ["alpha_2"]);
}

#[test]
fn tracks_of_the_timeline_unfold_into_what_they_sum_up() {
    let mut window = debugged(14);
    show(&mut window, Tab::Preview);
    assert!(sees(&window, "Timeline"));
    let before = window.get_by_label("Timeline").rect().height();
    for (track, rows) in [
        ("Script", 3.0),
        ("Camera", 1.0),
        ("Radio", 2.0),
        ("Triggers", 7.0),
    ] {
        click(&mut window, &format!("Unfold {track}"));
        let height = window.get_by_label("Timeline").rect().height();
        assert_eq!(height, before + rows * 17.0, "{track}");
        click(&mut window, &format!("Fold {track}"));
    }
}

/// Presses and lets go where the pointer is.
fn press_at(window: &mut Window, there: Pos2) {
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: there,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
}

#[test]
fn the_wheel_zooms_the_timeline_about_the_pointer() {
    let mut window = debugged(14);
    show(&mut window, Tab::Preview);
    let place = window.get_by_label("Timeline").rect();
    let middle = egui::pos2(place.center().x, place.center().y);
    let at = |window: &mut Window, x: f32| {
        let there = egui::pos2(x, middle.y);
        window.event(Event::PointerMoved(there));
        press_at(window, there);
        window.run_steps(2);
        wait(window, "the moment", |it| {
            it.state().preview_state().has_obeyed()
        });
        tick(window).unwrap()
    };
    // The run of fourteen seconds is a part of the minute that is shown.
    let near = place.left() + 84.0 + 40.0;
    let before = (at(&mut window, near), at(&mut window, near + 30.0));
    for _ in 0..4 {
        window.event(Event::PointerMoved(egui::pos2(near, middle.y)));
        window.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, 60.0),
            phase: egui::TouchPhase::Move,
            modifiers: egui::Modifiers::COMMAND,
        });
        window.run_steps(6);
    }
    let after = (at(&mut window, near), at(&mut window, near + 30.0));
    assert!(before.0.abs_diff(after.0) < 5, "{before:?} {after:?}");
    let (before, after) = (before.1 - before.0, after.1 - after.0);
    assert!(after * 2 < before, "{after} of {before}");
    // A double click shows the whole run again, and the moment that was shown.
    let stood = at(&mut window, near);
    // A step of the test is longer than the pause between the two.
    window
        .ctx
        .options_mut(|it| it.input_options.max_double_click_delay = 0.6);
    let there = egui::pos2(near + 60.0, middle.y);
    window.event(Event::PointerMoved(there));
    for _ in 0..2 {
        press_at(&mut window, there);
        window.run_steps(1);
    }
    wait(&mut window, "the moment", |it| {
        it.state().preview_state().has_obeyed()
    });
    assert_eq!(tick(&window), Some(stood));
    let again = at(&mut window, near + 30.0) - at(&mut window, near);
    assert!(again.abs_diff(before) < 5, "{again} of {before}");
    // A click on a mark shows its moment, wherever within the mark it falls.
    let moments = window.state().preview_state().moments().to_vec();
    let mark = moments.iter().find(|it| it.track == Track::Camera).unwrap();
    let row = Track::ALL
        .iter()
        .position(|it| *it == Track::Camera)
        .unwrap();
    let place = window.get_by_label("Timeline").rect();
    let room = place.width() - 84.0 - 12.0;
    let x = place.left() + 84.0 + mark.tick.0 as f32 / 6_000.0 * room + 3.0;
    let there = egui::pos2(x, place.top() + 17.0 * (row as f32 + 0.5));
    window.event(Event::PointerMoved(there));
    window.run_steps(2);
    press_at(&mut window, there);
    window.run_steps(1);
    wait(&mut window, "the mark's moment", |it| {
        tick(it) == Some(mark.tick.0)
    });
}

#[test]
fn every_control_of_the_panels_has_a_name() {
    let mut window = debugged(14);
    for tab in [
        Tab::Threads,
        Tab::Values,
        Tab::Objects,
        Tab::Events,
        Tab::Triggers,
        Tab::Preview,
    ] {
        show(&mut window, tab);
        // The panel's own place: the window's other controls have tests of their own.
        let right = matches!(tab, Tab::Threads | Tab::Values | Tab::Objects);
        let top = if tab == Tab::Preview { 462.0 } else { 364.0 };
        let inside = |x: f64, y: f64| (x > 820.0) == right && y > top && y < 776.0;
        for role in [
            Role::Button,
            Role::TextInput,
            Role::ComboBox,
            Role::CheckBox,
            Role::Link,
        ] {
            for node in window.query_all_by_role(role) {
                let node = node.accesskit_node();
                let label = node.label().unwrap_or_default();
                let is_word = label.chars().any(char::is_alphanumeric);
                let signs = label
                    .chars()
                    .any(|it| ('\u{e000}'..'\u{f8ff}').contains(&it));
                let here = node.bounding_box().is_some_and(|it| inside(it.x0, it.y0));
                assert!(
                    !here || (is_word && !signs),
                    "{tab:?}: a {role:?} called {label:?}"
                );
            }
        }
    }
}
