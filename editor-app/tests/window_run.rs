//! Stopping a run, stepping through it, going back, and editing while it stands.

mod common;

use common::{wait_for_run as wait, *};
use editor_app::action::{Action, Command};
use editor_app::breakpoints::{Breakpoint, BreakpointAction, On};
use editor_app::layout::Tab;
use editor_app::preview::{BackTo, Preview, PreviewAction, StepBy};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use model::diagnostic::Place;
use model::edit::{Edit, remove, rename, set_body};
use model::{AnyId, Body, Collection};
use runtime::debug::{HitCount, Why};
use runtime::{Input, Tick};

fn routine(id: &str) -> AnyId {
    AnyId {
        collection: Collection::Routines,
        id: id.into(),
    }
}

/// Where a line of a routine starts.
fn place(window: &Window, id: &str, line: &str) -> usize {
    let mission = window.state().document().mission();
    let text = &mission.body(&routine(id)).unwrap().text;
    let at = text.find(line).unwrap_or_else(|| panic!("{line}"));
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn toggle(window: &mut Window, id: &str, line: &str) -> u32 {
    let (owner, at) = (routine(id), place(window, id, line));
    ask(
        window,
        Action::Breakpoint(BreakpointAction::ToggleLine { owner, at }),
    );
    let last = window.state().breakpoints().iter().last();
    last.map_or(0, |it| it.id)
}

fn change(window: &mut Window, id: u32, with: impl FnOnce(&mut Breakpoint)) {
    let mut changed = window
        .state()
        .breakpoints()
        .iter()
        .find(|it| it.id == id)
        .unwrap()
        .clone();
    with(&mut changed);
    ask(
        window,
        Action::Breakpoint(BreakpointAction::Change(changed)),
    );
}

/// The line of text that the run stands at.
fn line(window: &Window) -> String {
    let (owner, span) = preview(window).stopped_at().expect("it stands in a text");
    let mission = window.state().document().mission();
    format!(
        "{}: {}",
        owner.id,
        mission.body(&owner).unwrap().text[span].trim()
    )
}

fn global(window: &Window, index: usize) -> u32 {
    preview(window).snapshot().unwrap().globals[index]
}

fn edit(window: &mut Window, edit: Edit) {
    let action = Action::Edit {
        label: "edit".to_owned(),
        gesture: None,
        edit,
    };
    ask(window, action);
}

fn record(collection: Collection, id: &str) -> AnyId {
    AnyId {
        collection,
        id: id.into(),
    }
}

fn rename_record(window: &mut Window, of: &AnyId, to: &str) {
    let renamed = rename(window.state().document().mission(), of, to).unwrap();
    edit(window, renamed);
}

fn is_run_again(window: &mut Window) {
    wait(window, "is run again", |it| stands(it) && !it.is_outdated());
}

fn edit_text(window: &mut Window, id: &str, from: &str, to: &str) {
    let owner = routine(id);
    let body = window.state().document().mission().body(&owner).unwrap();
    assert!(body.text.contains(from));
    let body = Body {
        text: body.text.replacen(from, to, 1),
        ..body.clone()
    };
    let edit = set_body(&owner, body).unwrap();
    ask(
        window,
        Action::Edit {
            label: "edit".to_owned(),
            gesture: None,
            edit,
        },
    );
}

#[test]
fn a_line_stops_the_run_and_steps_go_on_from_it() {
    let mut window = window();
    toggle(&mut window, "start", "SetInvulnerability");
    run(&mut window, PreviewAction::Toggle);
    assert_eq!(line(&window), "start: SetInvulnerability(reliant, 2)");
    assert_eq!(preview(&window).position().unwrap().tick, Tick(0));
    let shown = window.state().panels().routine_caret().unwrap().0;
    assert_eq!(shown, routine("start"), "the text is shown");
    // The keys of every debugger.
    window.key_press(Key::F10);
    wait(&mut window, "steps", stands);
    wait(&mut window, "steps", |it| {
        it.stopped().is_some_and(|it| it.why == Why::Stepped)
    });
    assert_eq!(line(&window), "start: SetObjective(0, 2)");
    window.key_press_modifiers(Modifiers::SHIFT, Key::F10);
    window.run_steps(2);
    wait(&mut window, "goes back", |it| {
        it.stopped().is_some_and(|it| it.why == Why::Sought)
    });
    assert_eq!(line(&window), "start: SetInvulnerability(reliant, 2)");
    // Play goes on past the breakpoint.
    ask(&mut window, Action::Preview(PreviewAction::Toggle));
    wait(&mut window, "plays", |it| it.snapshot().unwrap().tick.0 > 5);
    assert!(preview(&window).is_running());
}

#[test]
fn conditions_hits_and_notes_are_in_the_words_of_the_script() {
    let mut window = window();
    let id = toggle(&mut window, "wave_gone", "if waves_down");
    change(&mut window, id, |it| {
        it.condition = "waves_down == 2".to_owned();
    });
    ask(
        &mut window,
        Action::Breakpoint(BreakpointAction::Faults(true)),
    );
    run(&mut window, PreviewAction::StepSecond);
    // Two waves go by hand; the first is no hit.
    let part = preview(&window).part_number(&routine("wave_gone")).unwrap();
    for _ in 0..2 {
        let input = Input::RunPart { part };
        ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    }
    run(&mut window, PreviewAction::StepSecond);
    assert_eq!(line(&window), "wave_gone: if waves_down == 2:");
    assert_eq!(global(&window, 0), 2);
    let now = preview(&window).position().unwrap();
    assert_eq!(preview(&window).tally().unwrap().hits(id, now), 1);
    // A condition that means nothing is told, and stops nothing.
    change(&mut window, id, |it| it.condition = "nowhere".to_owned());
    window.run_steps(3);
    let problems = &preview(&window).resolved().unwrap().problems;
    assert!(problems[&id].contains("nowhere"), "{problems:?}");
    // A message notes the value.
    change(&mut window, id, |it| {
        it.condition = String::new();
        it.hits = HitCount::Every(1);
        it.log = Some("waves: {waves_down} and {outcome}".to_owned());
    });
    run(&mut window, PreviewAction::Seek(Tick(0)));
    ask(&mut window, Action::Preview(PreviewAction::Toggle));
    wait(&mut window, "runs on", |it| {
        it.tally().is_some_and(|it| it.logged().len() == 2)
    });
    ask(&mut window, Action::ShowTab(Tab::Breakpoints));
    for text in ["waves: 1 and 0", "waves: 2 and 0"] {
        assert!(window.query_by_label(text).is_some(), "{text}");
    }
}

#[test]
fn triggers_globals_events_and_commands_stop_it_too() {
    let mut window = window();
    let id = |collection, id: &str| AnyId {
        collection,
        id: id.into(),
    };
    let squad = id(Collection::Squads, "convoy");
    let destroyed = 1;
    let kinds = [
        On::Command { command: 0x03 },
        On::Variable { variable: 9 },
        On::Event {
            condition: destroyed,
            object: Some(squad),
        },
        On::Trigger {
            trigger: id(Collection::Triggers, "convoy_lost"),
        },
        On::Global {
            global: id(Collection::Globals, "outcome"),
        },
    ];
    for on in kinds {
        ask(&mut window, Action::Breakpoint(BreakpointAction::Add(on)));
    }
    assert_eq!(window.state().breakpoints().len(), 5);
    run(&mut window, PreviewAction::Toggle);
    assert_eq!(line(&window), "start: CreateFlightGroup(navs)");
    let first = window.state().breakpoints().iter().next().unwrap().id;
    change(&mut window, first, |it| it.enabled = false);
    run(&mut window, PreviewAction::StepSecond);
    for mammoth in ["mammoth_1", "mammoth_2", "mammoth_3"] {
        let ship = preview(&window)
            .ship_number(&id(Collection::Ships, mammoth))
            .unwrap();
        let input = Input::Destroy {
            ship,
            attacker: None,
        };
        ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    }
    let mut reasons = Vec::new();
    for _ in 0..3 {
        run(&mut window, PreviewAction::Toggle);
        let Why::Breakpoints(ids) = &preview(&window).stopped().unwrap().why else {
            panic!();
        };
        reasons.extend(ids.clone());
    }
    // The event of the last freighter alone is the squad's; its trigger fires; the script writes.
    let ids: Vec<u32> = window
        .state()
        .breakpoints()
        .iter()
        .map(|it| it.id)
        .collect();
    // Each member's loss is an event of the squad, with a veto but for the last.
    assert_eq!(reasons[0], ids[2]);
    while reasons.last() != Some(&ids[4]) {
        run(&mut window, PreviewAction::Toggle);
        let Why::Breakpoints(ids) = &preview(&window).stopped().unwrap().why else {
            panic!();
        };
        reasons.extend(ids.clone());
        assert!(reasons.len() < 8, "{reasons:?}");
    }
    assert!(reasons.contains(&ids[3]));
    assert_eq!(global(&window, 2), 2, "the mission is lost");
    // And back to where the trigger fired.
    let convoy_lost = id(Collection::Triggers, "convoy_lost");
    run(&mut window, PreviewAction::BackToRecord(convoy_lost));
    assert_eq!(global(&window, 2), 0);
}

#[test]
fn an_edit_while_it_stands_is_run_again_to_the_same_moment() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    let part = preview(&window).part_number(&routine("wave_gone")).unwrap();
    let input = Input::RunPart { part };
    ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    run(&mut window, PreviewAction::StepSecond);
    assert_eq!(global(&window, 0), 1);
    let position = preview(&window).position().unwrap();
    // A ship before all others moves every number; the input goes by ids.
    edit_text(
        &mut window,
        "wave_gone",
        "waves_down += 1",
        "waves_down += 5",
    );
    wait(&mut window, "is run again", |it| {
        stands(it) && !it.is_outdated() && it.snapshot().is_some_and(|it| it.globals[0] == 5)
    });
    assert_eq!(preview(&window).position().unwrap(), position);
    assert_eq!(preview(&window).inputs().len(), 1);
    let difference = preview(&window).difference().unwrap().clone();
    assert_eq!(difference.before.unwrap().text, "waves_down = 1");
    assert_eq!(difference.now.unwrap().text, "waves_down = 5");
    assert!(difference.tick > Tick(100) && difference.tick <= Tick(102));
    // What changes nothing that happens is no difference, and moves the lines all the same.
    edit_text(&mut window, "start", "# What", "# This is\n# what");
    wait(&mut window, "is run again", |it| {
        stands(it) && !it.is_outdated() && it.difference().is_none()
    });
    assert_eq!(global(&window, 0), 5);
    // A mission with errors cannot run; the run stays of the mission as it was.
    edit_text(&mut window, "wave_gone", "waves_down += 5", "waves_down +=");
    window.run_steps(8);
    assert!(preview(&window).is_outdated());
    command(&mut window, Command::Undo);
    wait(&mut window, "is current", |it| !it.is_outdated());
    assert_eq!(global(&window, 0), 5);
}

#[test]
fn undo_and_redo_show_the_text_that_they_change() {
    let mut window = window();
    edit_text(
        &mut window,
        "wave_gone",
        "waves_down += 1",
        "waves_down += 5",
    );
    let at = |window: &Window| {
        let caret = window.state().panels().routine_caret();
        caret.map(|(owner, at)| (owner.id.to_string(), at))
    };
    let changed = Some(("wave_gone".to_owned(), "waves_down += ".len()));
    for command_of in [Command::Undo, Command::Redo] {
        let elsewhere = Place::text(routine("second_wave"), 0..0);
        ask(&mut window, Action::GoTo(elsewhere));
        window.run_steps(4);
        assert_eq!(at(&window).unwrap().0, "second_wave");
        command(&mut window, command_of);
        window.run_steps(4);
        assert_eq!(at(&window), changed);
    }
    // A rename changes texts that nobody edited.
    let elsewhere = Place::text(routine("second_wave"), 0..0);
    ask(&mut window, Action::GoTo(elsewhere));
    rename_record(&mut window, &record(Collection::Routines, "win"), "won");
    command(&mut window, Command::Undo);
    window.run_steps(4);
    assert_eq!(at(&window).unwrap().0, "second_wave");
}

#[test]
fn an_edit_within_a_tick_keeps_what_came_in_that_tick() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    toggle(&mut window, "wave_gone", "if waves_down");
    let part = preview(&window).part_number(&routine("wave_gone")).unwrap();
    let input = Input::RunPart { part };
    ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    run(&mut window, PreviewAction::StepSecond);
    assert_eq!(line(&window), "wave_gone: if waves_down == 2:");
    let position = preview(&window).position().unwrap();
    edit_text(
        &mut window,
        "wave_gone",
        "waves_down += 1",
        "waves_down += 3",
    );
    wait(&mut window, "is run again", |it| {
        stands(it) && !it.is_outdated() && it.snapshot().is_some_and(|it| it.globals[0] == 3)
    });
    assert_eq!(line(&window), "wave_gone: if waves_down == 2:");
    assert_eq!(preview(&window).position().unwrap(), position);
    assert_eq!(preview(&window).inputs().len(), 1);
}

#[test]
fn an_edit_that_was_undone_leaves_the_run_current() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    assert!(!preview(&window).is_outdated());
    command(&mut window, Command::Undo);
    assert!(!preview(&window).is_outdated(), "there was nothing to undo");
}

#[test]
fn breakpoints_follow_edits_and_renames_and_are_kept() {
    let mut window = window();
    toggle(&mut window, "start", "SetInvulnerability");
    let at = |window: &Window| {
        let breakpoints = window.state().breakpoints();
        let first = breakpoints.iter().next().unwrap();
        match &first.on {
            On::Line { owner, at } => (owner.id.to_string(), *at),
            other => panic!("{other:?}"),
        }
    };
    edit_text(
        &mut window,
        "start",
        "# What is there",
        "# One more line.\n# What is there",
    );
    let expected = place(&window, "start", "SetInvulnerability");
    assert_eq!(at(&window), ("start".to_owned(), expected));
    command(&mut window, Command::Undo);
    let expected = place(&window, "start", "SetInvulnerability");
    assert_eq!(at(&window), ("start".to_owned(), expected));
    // A rename, as the Outline makes it.
    let mission = window.state().document().mission();
    let edit = rename(mission, &routine("start"), "begin").unwrap();
    ask(
        &mut window,
        Action::Edit {
            label: "rename".to_owned(),
            gesture: None,
            edit,
        },
    );
    assert_eq!(at(&window), ("begin".to_owned(), expected));
    // F9 at the caret takes it away again.
    ask(
        &mut window,
        Action::GoTo(Place::text(routine("begin"), expected..expected + 3)),
    );
    window.run_steps(4);
    window.key_press(Key::F9);
    window.run_steps(3);
    assert!(window.state().breakpoints().is_empty());
}

#[test]
fn a_run_goes_to_a_line_and_out_of_a_call_and_backwards() {
    let mut window = window();
    let at = place(&window, "win", "outcome = 1");
    run(&mut window, PreviewAction::StepSecond);
    let part = preview(&window).part_number(&routine("wave_gone")).unwrap();
    for _ in 0..2 {
        let input = Input::RunPart { part };
        ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    }
    run(
        &mut window,
        PreviewAction::RunTo(Place::text(routine("win"), at..at)),
    );
    assert_eq!(line(&window), "win: outcome = 1");
    let snapshot = preview(&window).snapshot().unwrap().clone();
    let stopped = preview(&window).stopped().unwrap().thread.unwrap();
    let thread = snapshot
        .threads
        .iter()
        .find(|it| it.slot == stopped)
        .unwrap();
    assert_eq!(thread.calls.len(), 1, "wave_gone called win");
    run(&mut window, PreviewAction::Step(StepBy::Out));
    let why = preview(&window).stopped().unwrap().why.clone();
    assert_eq!(why, Why::ThreadEnded, "nothing follows the call");
    run(
        &mut window,
        PreviewAction::Back(BackTo::At(runtime::debug::At::Global { global: 2 })),
    );
    assert_eq!(global(&window, 2), 1);
    run(&mut window, PreviewAction::Back(BackTo::Statement));
    assert_eq!(line(&window), "win: outcome = 1");
    run(&mut window, PreviewAction::Back(BackTo::Statement));
    assert_eq!(line(&window), "win: if outcome == 0:");
    run(&mut window, PreviewAction::Step(StepBy::Into));
    assert_eq!(line(&window), "win: outcome = 1");
}

#[test]
fn coverage_and_why_not_are_told() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    let covered = preview(&window).coverage();
    let start = covered[&routine("start")];
    assert_eq!(start.0, start.1, "all of the start has run");
    assert_eq!(covered[&routine("win")].0, 0);
    let trigger = AnyId {
        collection: Collection::Triggers,
        id: "convoy_lost".into(),
    };
    ask(
        &mut window,
        Action::Preview(PreviewAction::WhyNot {
            trigger: trigger.clone(),
            from: Tick(0),
        }),
    );
    wait(&mut window, "is answered", |it| it.why().is_some());
    window.run_steps(2);
    let why = preview(&window).why().unwrap().clone();
    assert_eq!(why.trigger, trigger);
    assert!(
        window.query_by_label(&why.lines[0].text).is_some(),
        "the panel is open on the answer"
    );
}

#[test]
fn a_breakpoint_keeps_its_line_and_its_words_when_a_name_is_renamed() {
    let mut window = window();
    let id = toggle(&mut window, "wave_gone", "if waves_down");
    change(&mut window, id, |it| {
        it.condition = "waves_down == 2".to_owned();
        it.log = Some("down: {waves_down}, {outcome}".to_owned());
    });
    edit_text(
        &mut window,
        "wave_gone",
        "waves_down == 2:\n",
        "waves_down == 2:\n    outcome = waves_down\n",
    );
    rename_record(
        &mut window,
        &record(Collection::Globals, "waves_down"),
        "gone",
    );
    let expected = place(&window, "wave_gone", "if gone == 2");
    let breakpoint = window.state().breakpoints().iter().next().unwrap().clone();
    let On::Line { at, .. } = breakpoint.on else {
        panic!("{breakpoint:?}")
    };
    assert_eq!(at, expected);
    assert_eq!(breakpoint.condition, "gone == 2");
    assert_eq!(breakpoint.log.as_deref(), Some("down: {gone}, {outcome}"));
}

#[test]
fn two_breakpoints_on_one_line_become_one_and_numbers_are_not_given_twice() {
    let mut window = window();
    let first = toggle(&mut window, "wave_gone", "waves_down += 1");
    let second = toggle(&mut window, "wave_gone", "if waves_down");
    edit_text(&mut window, "wave_gone", "waves_down += 1\n", "");
    let ids = |window: &Window| -> Vec<u32> {
        let breakpoints = window.state().breakpoints();
        breakpoints.iter().map(|it| it.id).collect()
    };
    assert_eq!(ids(&window), [first]);
    toggle(&mut window, "wave_gone", "if waves_down");
    assert!(ids(&window).is_empty());
    let third = toggle(&mut window, "wave_gone", "if waves_down");
    assert!(third > second, "{third}");
    ask(&mut window, Action::Breakpoint(BreakpointAction::RemoveAll));
    assert!(toggle(&mut window, "wave_gone", "call win") > third);
}

#[test]
fn hits_are_counted_again_after_an_edit_and_forgotten_with_the_condition() {
    let mut window = window();
    let id = toggle(&mut window, "wave_gone", "if waves_down");
    change(&mut window, id, |it| {
        it.log = Some("{waves_down}".to_owned())
    });
    run(&mut window, PreviewAction::StepSecond);
    let part = preview(&window).part_number(&routine("wave_gone")).unwrap();
    for _ in 0..3 {
        let input = Input::RunPart { part };
        ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    }
    run(&mut window, PreviewAction::StepSecond);
    let hits = |it: &Preview| it.tally().unwrap().hits(id, it.position().unwrap());
    assert_eq!(hits(preview(&window)), 3);
    edit_text(&mut window, "start", "# What", "# This is\n# what");
    is_run_again(&mut window);
    assert_eq!(hits(preview(&window)), 3);
    assert_eq!(preview(&window).tally().unwrap().logged().len(), 3);
    change(&mut window, id, |it| {
        it.condition = "waves_down == 2".to_owned()
    });
    wait(&mut window, "forgets", |it| stands(it) && hits(it) == 0);
}

#[test]
fn a_renamed_record_keeps_its_inputs_and_one_that_is_gone_is_told() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    let part = preview(&window).part_number(&routine("wave_gone")).unwrap();
    let input = Input::RunPart { part };
    ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    let sabre = record(Collection::Ships, "sabre_3");
    let ship = preview(&window).ship_number(&sabre).unwrap();
    let input = Input::Destroy {
        ship,
        attacker: None,
    };
    ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    run(&mut window, PreviewAction::StepSecond);
    assert_eq!(preview(&window).inputs().len(), 2);
    rename_record(&mut window, &routine("wave_gone"), "another_gone");
    is_run_again(&mut window);
    rename_record(&mut window, &sabre, "bandit");
    is_run_again(&mut window);
    assert_eq!(preview(&window).inputs().len(), 2);
    assert_eq!(global(&window, 0), 1);
    assert_eq!(preview(&window).difference(), None, "it is the same record");
    let bandit = record(Collection::Ships, "bandit");
    let gone = remove(window.state().document().mission(), &[bandit]);
    edit(&mut window, gone);
    is_run_again(&mut window);
    assert_eq!(preview(&window).inputs().len(), 1);
    ask(&mut window, Action::ShowTab(Tab::Log));
    let told = "bandit is destroyed: not handed in any more";
    assert!(window.query_all_by_label_contains(told).next().is_some());
}

#[test]
fn an_edit_that_compiles_to_the_same_leaves_a_value_where_it_was_set() {
    let mut window = window();
    toggle(&mut window, "start", "SetInvulnerability");
    run(&mut window, PreviewAction::Toggle);
    let input = Input::SetGlobal {
        global: 0,
        value: 7,
    };
    ask(&mut window, Action::Preview(PreviewAction::Input(input)));
    wait(&mut window, "is set", |it| {
        stands(it) && it.snapshot().unwrap().globals[0] == 7
    });
    let set = preview(&window).inputs().to_vec();
    assert!(set[0].step > 0);
    edit_text(&mut window, "start", "# What", "# This is\n# what");
    is_run_again(&mut window);
    assert_eq!(preview(&window).inputs(), set);
    assert_eq!(global(&window, 0), 7);
}

#[test]
fn what_is_asked_for_during_a_replay_is_done_once_the_run_is_there() {
    let mut window = window();
    for _ in 0..3 {
        run(&mut window, PreviewAction::StepSecond);
    }
    let drop = || Action::Preview(PreviewAction::DropInputs);
    let asked = |action| Action::Preview(action);
    // All in one frame: the run starts again, and is asked for a moment, a value and a way back.
    let app = window.state_mut();
    app.ask(drop());
    app.ask(asked(PreviewAction::Seek(Tick(150))));
    window.run_steps(1);
    wait(&mut window, "seeks", |it| {
        stands(it) && it.snapshot().unwrap().tick == Tick(150)
    });
    assert_eq!(preview(&window).head(), Tick(300));
    run(&mut window, PreviewAction::Seek(Tick(300)));
    let app = window.state_mut();
    app.ask(drop());
    app.ask(asked(PreviewAction::Input(Input::SetGlobal {
        global: 0,
        value: 7,
    })));
    app.ask(asked(PreviewAction::StepSecond));
    app.ask(asked(PreviewAction::BackToRecord(record(
        Collection::Globals,
        "waves_down",
    ))));
    window.run_steps(1);
    wait(&mut window, "goes back to the value", |it| {
        stands(it) && it.snapshot().unwrap().globals[0] == 7
    });
    assert_eq!(preview(&window).position().unwrap().tick, Tick(301));
    assert_eq!(preview(&window).head(), Tick(400));
    assert_eq!(preview(&window).inputs()[0].tick, Tick(301));
}

#[test]
fn an_answer_goes_with_the_run_that_it_was_of() {
    let mut window = window();
    run(&mut window, PreviewAction::StepSecond);
    run(&mut window, PreviewAction::StepSecond);
    let trigger = record(Collection::Triggers, "convoy_lost");
    let question = PreviewAction::WhyNot {
        trigger,
        from: Tick(0),
    };
    run(&mut window, question);
    wait(&mut window, "is answered", |it| it.why().is_some());
    run(&mut window, PreviewAction::Seek(Tick(100)));
    assert!(preview(&window).why().is_some());
    run(&mut window, PreviewAction::Input(Input::JumpDrive));
    wait(&mut window, "forgets", |it| it.why().is_none());
    window.run_steps(2);
    // It can be asked for again at once.
    window.get_by_label("Ask Again").click();
    window.run_steps(4);
    wait(&mut window, "is answered", |it| it.why().is_some());
    let why = preview(&window).why().unwrap();
    assert_eq!(why.until.tick, Tick(100));
}
