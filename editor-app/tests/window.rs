//! The editor's window without a display: every panel is drawn, and keys and clicks go through
//! AccessKit. Only the picture in the viewport is missing.

mod common;

use std::path::PathBuf;

use common::*;
use editor_app::action::{Action, Command};
use editor_app::layout::{Preset, Tab};
use editor_app::preview::PreviewAction;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use model::{Collection, Run, ShipId, Vec3};
use runtime::{Input, Tick};

fn dirty(window: &Window) -> bool {
    window.state().title().starts_with('●')
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
}

/// A press, a way in some steps, and a release of the left button.
fn drag(window: &mut Window, from: Pos2, to: Pos2, escape: bool) {
    window.hover_at(from);
    window.run_steps(2);
    window.drag_at(from);
    window.run_steps(1);
    for step in 1..=5 {
        let at = from + (to - from) * (step as f32 / 5.0);
        window.event(Event::PointerMoved(at));
        window.run_steps(1);
    }
    if escape {
        press(window, Modifiers::NONE, Key::Escape);
    }
    window.event(Event::PointerButton {
        pos: to,
        button: PointerButton::Primary,
        pressed: false,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(3);
}

/// The place of the gizmo's handle along X of a ship, and its way on the screen.
fn x_handle(window: &Window, id: &str) -> (Pos2, Vec2) {
    let at = ship(window, id).position;
    let panels = window.state().panels();
    let origin = panels.viewport_point(at).unwrap();
    let further = Vec3::new(at.x.0 + 20_000.0, at.y.0, at.z.0);
    let way = (panels.viewport_point(further).unwrap() - origin).normalized();
    (origin + way * 60.0, way)
}

#[test]
fn it_opens_on_the_example_without_a_mark() {
    let window = window();
    assert_eq!(window.state().title(), "first-sortie (example) - Sortie");
    assert_eq!(
        window.state().document().mission().name.as_deref(),
        Some("First Sortie")
    );
    assert!(window.state().findings().diagnostics.is_empty());
    for shown in [
        "Viewport of the mission",
        "mammoth_1",
        "at_the_convoy",
        "Nothing selected",
    ] {
        assert!(
            window.query_all_by_label_contains(shown).next().is_some(),
            "{shown}"
        );
    }
}

#[test]
fn every_panel_draws_every_record_in_both_layouts_and_themes() {
    let mut window = window();
    for path in ["every-construct", "first-sortie", "minimal"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../examples/{path}.mission.yaml"));
        ask(&mut window, Action::Open(path));
        for preset in Preset::ALL {
            ask(&mut window, Action::Layout(preset));
            command(&mut window, Command::ToggleTheme);
            for tab in Tab::ALL {
                ask(&mut window, Action::ShowTab(tab));
                for collection in Collection::ALL {
                    let ids = window.state().document().mission().ids(collection);
                    for id in ids.iter().take(3) {
                        ask(&mut window, Action::Select(vec![id.clone()]));
                    }
                    ask(&mut window, Action::Select(ids));
                }
            }
        }
        assert!(!dirty(&window), "looking changes nothing");
    }
}

#[test]
fn a_click_in_the_outline_selects() {
    let mut window = window();
    window.get_by_label_contains("Mammoth 1").click();
    window.run_steps(3);
    assert_eq!(selected(&window), ["mammoth_1"]);
    window
        .get_by_label_contains("Mammoth 3")
        .click_modifiers(Modifiers::COMMAND);
    window.run_steps(3);
    assert_eq!(selected(&window), ["mammoth_1", "mammoth_3"]);
}

#[test]
fn keys_work_while_the_outline_has_the_keyboard() {
    let mut window = window();
    window.get_by_label_contains("Mammoth 1").click();
    window.run_steps(3);
    press(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(selected(&window), ["mammoth_4"]);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!dirty(&window));
}

#[test]
fn a_field_changes_the_ship_and_undo_takes_the_mark_away() {
    let mut window = window();
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    let field = window.get_by_label("Position X");
    field.focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("-31234.5".to_owned()));
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(ship(&window, "mammoth_1").position.x.0, -31_234.5);
    assert!(dirty(&window));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(ship(&window, "mammoth_1").position.x.0, -30_000.0);
    assert!(!dirty(&window));
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(ship(&window, "mammoth_1").position.x.0, -31_234.5);
}

#[test]
fn looking_at_odd_numbers_changes_none() {
    let text = "source: 1\nships:\n  - {id: odd, kind: 0, rotation: {yaw: 720, pitch: -30000}, \
                position: [0.1, 16777217, -0.0], launch: {gate: 254}}\nformations:\n  - {id: f, \
                points: [{id: p, at: [0.333333343, 1e-30, 3e30]}]}\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.mission.yaml");
    std::fs::write(&path, text).unwrap();
    let mut window = window();
    ask(&mut window, Action::Open(path));
    let before = window.state().document().mission().clone();
    for (collection, id, fields) in [
        (
            Collection::Ships,
            "odd",
            &["Position X", "Position Y", "Position Z", "Yaw", "Pitch"][..],
        ),
        (
            Collection::Formations,
            "f",
            &["Point X", "Point Y", "Point Z"],
        ),
    ] {
        select(&mut window, &[(collection, id)]);
        for field in fields {
            // Into the field and out of it again, by Enter.
            window
                .get_by_role_and_label(Role::SpinButton, field)
                .focus();
            window.run_steps(3);
            press(&mut window, Modifiers::NONE, Key::Enter);
        }
    }
    assert_eq!(*window.state().document().mission(), before);
    assert!(!dirty(&window));
}

#[test]
fn many_ships_take_one_value_each_keeping_their_own_axes() {
    let mut window = window();
    select(
        &mut window,
        &[
            (Collection::Ships, "mammoth_1"),
            (Collection::Ships, "mammoth_2"),
        ],
    );
    window.get_by_label("Position Y").focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("777".to_owned()));
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    let places: Vec<_> = ["mammoth_1", "mammoth_2"]
        .map(|id| ship(&window, id).position.to_array())
        .to_vec();
    assert_eq!(
        places,
        [[-30_000.0, 777.0, 60_000.0], [-30_000.0, 777.0, 45_000.0]]
    );
    assert_eq!(window.state().document().history().depth(), 1, "one step");
}

#[test]
fn a_drag_of_the_gizmo_is_one_step_along_its_axis() {
    let mut window = window();
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    let before = ship(&window, "mammoth_1").position;
    let (grip, way) = x_handle(&window, "mammoth_1");
    drag(&mut window, grip, grip + way * 50.0, false);
    let after = ship(&window, "mammoth_1").position;
    assert!(after.x.0 > before.x.0, "{before:?} {after:?}");
    assert_eq!(
        (after.y, after.z),
        (before.y, before.z),
        "the other axes stay to the bit"
    );
    assert_eq!(window.state().document().history().depth(), 1);
    assert!(dirty(&window));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(ship(&window, "mammoth_1").position, before);
    assert!(!dirty(&window));
}

#[test]
fn escape_takes_a_drag_back() {
    let mut window = window();
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    let before = ship(&window, "mammoth_1").position;
    let (grip, way) = x_handle(&window, "mammoth_1");
    drag(&mut window, grip, grip + way * 50.0, true);
    assert_eq!(ship(&window, "mammoth_1").position, before);
    assert!(!dirty(&window));
    assert_eq!(
        selected(&window),
        ["mammoth_1"],
        "only the drag is cancelled"
    );
}

#[test]
fn a_click_in_the_viewport_selects_and_a_box_selects_many() {
    let mut window = window();
    command(&mut window, Command::SelectTool);
    let point = |window: &Window, id: &str| {
        window
            .state()
            .panels()
            .viewport_point(ship(window, id).position)
            .unwrap()
    };
    let at = point(&window, "mammoth_1");
    window.hover_at(at);
    window.run_steps(2);
    window.drag_at(at);
    window.run_steps(1);
    window.drop_at(at);
    window.run_steps(3);
    assert_eq!(selected(&window), ["mammoth_1"]);
    let mammoths = ["mammoth_1", "mammoth_2", "mammoth_3"];
    let points = mammoths.map(|id| point(&window, id));
    let corner = |pick: fn(f32, f32) -> f32, by: f32| {
        let x = points.iter().map(|it| it.x).reduce(pick).unwrap() + by;
        let y = points.iter().map(|it| it.y).reduce(pick).unwrap() + by;
        Pos2::new(x, y)
    };
    drag(
        &mut window,
        corner(f32::min, -12.0),
        corner(f32::max, 12.0),
        false,
    );
    assert_eq!(selected(&window), mammoths);
}

#[test]
fn typing_in_a_routine_is_one_step_of_the_mission() {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Script));
    select(&mut window, &[(Collection::Routines, "convoy_runs")]);
    let text = |window: &Window| {
        let mission = window.state().document().mission();
        let routine = mission.routines.get("convoy_runs").unwrap();
        routine.body.as_ref().unwrap().text.clone()
    };
    let before = text(&window);
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Text")
        .focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    window.run_steps(2);
    for letter in "Wait(2)".chars() {
        window.event(Event::Text(letter.to_string()));
        window.run_steps(1);
    }
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(text(&window), format!("{before}Wait(2)\n"));
    assert_eq!(
        window.state().document().history().depth(),
        1,
        "one burst of typing, one step"
    );
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
    assert!(!dirty(&window));
}

#[test]
fn completion_offers_and_takes() {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Script));
    select(&mut window, &[(Collection::Routines, "convoy_runs")]);
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Text")
        .focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    window.run_steps(2);
    for letter in "CreateFl".chars() {
        window.event(Event::Text(letter.to_string()));
        window.run_steps(1);
    }
    window.run_steps(2);
    assert!(
        window
            .query_all_by_label_contains("CreateFlightGroup")
            .next()
            .is_some()
    );
    press(&mut window, Modifiers::NONE, Key::Enter);
    let mission = window.state().document().mission();
    let body = mission
        .routines
        .get("convoy_runs")
        .unwrap()
        .body
        .as_ref()
        .unwrap();
    assert!(body.text.contains("\nCreateFlightGroup"), "{}", body.text);
    assert!(!body.text.contains("CreateFl\n"));
}

/// The last line of a routine's text after something was typed there and a key pressed.
fn typed_then(typed: &str, keys: &[Key]) -> String {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Script));
    select(&mut window, &[(Collection::Routines, "convoy_runs")]);
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Text")
        .focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    window.run_steps(2);
    for letter in typed.chars() {
        window.event(Event::Text(letter.to_string()));
        window.run_steps(1);
    }
    window.run_steps(2);
    for key in keys {
        press(&mut window, Modifiers::NONE, *key);
    }
    let mission = window.state().document().mission();
    let routine = mission.routines.get("convoy_runs").unwrap();
    let text = &routine.body.as_ref().unwrap().text;
    let (_, line) = text.split_once("nav_jump, 0)\n").unwrap();
    line.to_owned()
}

#[test]
fn enter_ends_the_line_unless_a_word_is_half_typed() {
    for typed in [
        // Numbers, of which ids have the digits.
        "waves_down += 1",
        "waves_down = -1",
        // Only the middle of an id.
        "waves_down = down",
        // Nothing is typed yet behind an operator, one with a dot included.
        "waves_down = waves_down +. ",
        "waves_down = waves_down +.",
        // Whole words, which others begin with.
        "waves_down = mammoth_1",
        "CreateFlightGroup",
        "waves_down = null",
        // Comments and texts.
        "yield # mammoth",
        "SetAI(\"alpha",
    ] {
        let line = typed_then(typed, &[Key::Enter]);
        assert_eq!(line, format!("{typed}\n"));
    }
    // Half a word is completed, and so is what the arrows chose, or the key that does nothing else.
    assert_eq!(typed_then("SetA", &[Key::Enter]), "SetAI(");
    assert_eq!(
        typed_then("waves_down = down", &[Key::Tab]),
        "waves_down = waves_down"
    );
    let chosen = typed_then("waves_down = ammoth", &[Key::ArrowDown, Key::Enter]);
    assert_eq!(chosen, "waves_down = mammoth_2");
    // The caret went elsewhere in the word, which closes the list.
    let inside = typed_then("SetA", &[Key::ArrowLeft, Key::Enter]);
    assert_eq!(inside, "Set\nA");
}

#[test]
fn escape_closes_the_list_and_leaves_the_keyboard_to_the_text() {
    assert_eq!(typed_then("SetA", &[Key::Escape, Key::Enter]), "SetA\n");
    let twice = [Key::Escape, Key::Escape, Key::Enter];
    assert_eq!(typed_then("SetA", &twice), "SetA\n");
}

#[test]
fn escape_in_a_text_leaves_the_selection_alone_wherever_the_pointer_is() {
    let mut window = window();
    select(&mut window, &[(Collection::Routines, "convoy_runs")]);
    ask(&mut window, Action::ShowTab(Tab::Routine));
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Text")
        .focus();
    window.run_steps(2);
    let at = ship(&window, "reliant").position;
    let point = window.state().panels().viewport_point(at).unwrap();
    window.hover_at(point);
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(selected(&window), ["convoy_runs"]);
}

#[test]
fn a_mistake_is_told_in_problems_and_leads_to_its_line() {
    let mut window = window();
    ask(&mut window, Action::Layout(Preset::Script));
    select(&mut window, &[(Collection::Routines, "convoy_runs")]);
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Text")
        .focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::End);
    window.run_steps(2);
    window.event(Event::Text("Wiat(2)".to_owned()));
    window.run_steps(3);
    window.run_ok();
    ask(&mut window, Action::ShowTab(Tab::Problems));
    for _ in 0..50 {
        if !window.state().findings().diagnostics.is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.run_steps(1);
    }
    assert!(window.query_all_by_label_contains("Wiat").next().is_some());
    select(&mut window, &[]);
    // The status bar names the record, too, by the step that was done.
    let record = "routine convoy_runs";
    let mut named = window.query_all_by_label_contains(record);
    let problem = named.find(|node| node.accesskit_node().label().as_deref() == Some(record));
    problem.unwrap().click();
    drop(named);
    window.run_steps(3);
    assert_eq!(selected(&window), ["convoy_runs"]);
}

#[test]
fn triggers_are_added_copied_moved_and_deleted() {
    let mut window = window();
    let ids = |window: &Window| -> Vec<String> {
        let mission = window.state().document().mission();
        mission
            .triggers
            .iter()
            .map(|it| it.id.to_string())
            .collect()
    };
    let before = ids(&window);
    select(&mut window, &[(Collection::Ships, "mammoth_2")]);
    ask(&mut window, Action::Add(Collection::Triggers));
    let added = selected(&window);
    let after = ids(&window);
    assert_eq!(after.len(), before.len() + 1);
    let mission = window.state().document().mission();
    let trigger = mission.triggers.get(&added[0]).unwrap();
    let subject = model::Subject::Ship(ShipId::new("mammoth_2").unwrap());
    assert_eq!(
        trigger.subject,
        Some(subject),
        "it waits for what was selected"
    );
    press(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(ids(&window).iter().rev().nth(1), Some(&added[0]));
    command(&mut window, Command::Duplicate);
    assert_eq!(ids(&window).len(), before.len() + 2);
    command(&mut window, Command::Delete);
    command(&mut window, Command::Undo);
    command(&mut window, Command::Undo);
    command(&mut window, Command::Undo);
    command(&mut window, Command::Undo);
    assert_eq!(ids(&window), before);
    assert!(!dirty(&window));
}

#[test]
fn a_delete_of_what_others_use_asks_first() {
    let mut window = window();
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    command(&mut window, Command::Delete);
    assert!(
        window
            .state()
            .document()
            .mission()
            .ships
            .contains("mammoth_1")
    );
    assert!(
        window
            .query_all_by_label_contains("squad convoy")
            .next()
            .is_some()
    );
    window.get_by_label("Delete and Clear").click();
    window.run_steps(4);
    assert!(
        !window
            .state()
            .document()
            .mission()
            .ships
            .contains("mammoth_1")
    );
    command(&mut window, Command::Undo);
    assert!(
        window
            .state()
            .document()
            .mission()
            .ships
            .contains("mammoth_1")
    );
    assert!(!dirty(&window));
}

#[test]
fn unsaved_work_is_asked_about() {
    let mut window = window();
    ask(&mut window, Action::Add(Collection::Ships));
    command(&mut window, Command::New);
    assert!(dirty(&window), "nothing is lost before an answer");
    window.get_by_label("Cancel").click();
    window.run_steps(3);
    assert_eq!(
        window.state().document().mission().name.as_deref(),
        Some("First Sortie")
    );
    command(&mut window, Command::New);
    window.get_by_label("Don't Save").click();
    window.run_steps(4);
    assert!(!dirty(&window));
    assert_ne!(
        window.state().document().mission().name.as_deref(),
        Some("First Sortie")
    );
}

#[test]
fn a_file_that_cannot_be_read_keeps_what_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.mission.yaml");
    std::fs::write(&path, "source: 1\nshps: []\n").unwrap();
    let mut window = window();
    ask(&mut window, Action::Open(path));
    assert!(
        window
            .query_all_by_label_contains("did you mean")
            .next()
            .is_some()
    );
    assert_eq!(
        window.state().document().mission().name.as_deref(),
        Some("First Sortie")
    );
}

#[test]
fn a_save_over_anothers_work_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mission.yaml");
    let mut window = window();
    std::fs::write(&path, window.state().document().text()).unwrap();
    ask(&mut window, Action::Open(path.clone()));
    ask(&mut window, Action::Add(Collection::Ships));
    let theirs = "source: 1\n# theirs\n";
    std::fs::write(&path, theirs).unwrap();
    let on_disk = || std::fs::read_to_string(&path).unwrap();
    for answer in ["Decide Later", "Keep Mine"] {
        command(&mut window, Command::Save);
        assert_eq!(on_disk(), theirs, "nothing is written over unasked");
        assert!(dirty(&window));
        window.get_by_label(answer).click();
        window.run_steps(3);
    }
    command(&mut window, Command::Save);
    assert!(!dirty(&window));
    assert_ne!(on_disk(), theirs);
    let kept = std::fs::read_to_string(folder.path().join("a.mission.yaml.bak"));
    assert_eq!(kept.unwrap(), theirs);
}

#[test]
fn a_triggers_text_is_dropped_only_when_asked() {
    let mut window = window();
    let trigger = |window: &Window| {
        let mission = window.state().document().mission();
        mission.triggers.get("at_the_convoy").unwrap().clone()
    };
    let Run::Body(body) = trigger(&window).run else {
        panic!("it has a text of its own")
    };
    let id = trigger(&window).id;
    let drop = || Action::SetRun(id.clone(), Run::Nothing);
    ask(&mut window, drop());
    assert!(matches!(trigger(&window).run, Run::Body(_)), "not yet");
    window.get_by_label("Cancel").click();
    window.run_steps(3);
    assert!(!dirty(&window));
    ask(&mut window, drop());
    window.get_by_label("Keep It as a Routine").click();
    window.run_steps(4);
    assert_eq!(trigger(&window).run, Run::Nothing);
    let mission = window.state().document().mission();
    let kept = mission.routines.get("at_the_convoy").unwrap();
    assert_eq!((kept.body.as_ref(), kept.part), (Some(&body), false));
    command(&mut window, Command::Undo);
    ask(&mut window, drop());
    window.get_by_label("Drop the Text").click();
    window.run_steps(4);
    assert_eq!(trigger(&window).run, Run::Nothing);
    let mission = window.state().document().mission();
    assert!(mission.routines.get("at_the_convoy").is_none());
}

#[test]
fn panels_close_and_open_again() {
    let mut window = window();
    let shown = |window: &Window| {
        let label = "Viewport of the mission";
        window.query_all_by_label_contains(label).next().is_some()
    };
    assert!(shown(&window));
    ask(&mut window, Action::CloseTab(Tab::Viewport));
    assert!(!shown(&window));
    for tab in Tab::ALL {
        ask(&mut window, Action::CloseTab(tab));
    }
    ask(&mut window, Action::ShowTab(Tab::Viewport));
    assert!(shown(&window));
    command(&mut window, Command::ResetLayout);
    assert!(shown(&window));
}

#[test]
fn a_panel_opens_again_where_it_belongs() {
    let mut window = window();
    let place = |window: &Window, tab: Tab| {
        let label = match tab {
            Tab::Outline => "Search the outline",
            _ => "Mission number",
        };
        window.get_by_label(label).rect().center()
    };
    for (tab, left) in [(Tab::Outline, true), (Tab::Inspector, false)] {
        let before = place(&window, tab);
        ask(&mut window, Action::CloseTab(tab));
        ask(&mut window, Action::ShowTab(tab));
        let after = place(&window, tab);
        assert_eq!(before.x < 640.0, left);
        assert_eq!(after.x < 640.0, left, "{tab:?} at {after:?}");
        let viewport = "Viewport of the mission";
        assert!(
            window
                .query_all_by_label_contains(viewport)
                .next()
                .is_some()
        );
    }
    ask(&mut window, Action::CloseTab(Tab::Problems));
    ask(&mut window, Action::ShowTab(Tab::Problems));
    let shown = window.query_all_by_label_contains("No problems").next();
    assert!(shown.unwrap().rect().top() > 400.0, "below the viewport");
}

#[test]
fn the_pencil_puts_the_caret_into_the_text() {
    let mut window = window();
    let mut pencils = window.query_all_by_label_contains(egui_phosphor::regular::PENCIL_SIMPLE);
    pencils.next().unwrap().click();
    drop(pencils);
    window.run_steps(6);
    assert_eq!(selected(&window), ["at_the_convoy"]);
    window.event(Event::Text("# mine ".to_owned()));
    window.run_steps(4);
    let mission = window.state().document().mission();
    let trigger = mission.triggers.get("at_the_convoy").unwrap();
    let text = &trigger.body().unwrap().text;
    assert!(text.starts_with("# mine "), "{text}");
}

#[test]
fn a_definition_opens_with_the_caret_in_it() {
    let mut window = window();
    select(&mut window, &[(Collection::Triggers, "first_wave_gone")]);
    ask(&mut window, Action::ShowTab(Tab::Routine));
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Text")
        .focus();
    window.run_steps(2);
    // The text is `call wave_gone`.
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    press(&mut window, Modifiers::NONE, Key::End);
    press(&mut window, Modifiers::NONE, Key::F12);
    window.run_steps(3);
    assert_eq!(selected(&window), ["wave_gone"]);
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Text")
        .type_text("# here ");
    window.run_steps(4);
    let mission = window.state().document().mission();
    let text = &mission.routines.get("wave_gone").unwrap().body.as_ref();
    assert!(text.unwrap().text.starts_with("# here "), "{text:?}");
}

#[test]
fn a_run_shows_ghosts_and_leaves_the_document_alone() {
    let mut window = window();
    let before = window.state().document().mission().clone();
    ask(&mut window, Action::ShowTab(Tab::Preview));
    press(&mut window, Modifiers::NONE, Key::F5);
    let mut seen = false;
    for _ in 0..200 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.run_steps(1);
        let preview = window.state().preview_state();
        if preview.snapshot().is_some_and(|it| it.tick.0 > 20) && !preview.moments().is_empty() {
            seen = true;
            break;
        }
    }
    assert!(seen, "the run goes on");
    assert!(window.query_all_by_label("Pause").next().is_some());
    press(&mut window, Modifiers::SHIFT, Key::F5);
    assert!(!window.state().preview_state().has_run());
    assert_eq!(*window.state().document().mission(), before);
    assert!(!dirty(&window));
}

#[test]
fn a_run_is_looked_at_at_any_moment() {
    let mut window = window();
    let wait = |window: &mut Window, tick: u32| {
        for _ in 0..200 {
            window.run_steps(1);
            let preview = window.state().preview_state();
            if preview.snapshot().is_some_and(|it| it.tick.0 == tick) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the run never showed tick {tick}");
    };
    let act = |window: &mut Window, action| ask(window, Action::Preview(action));
    for second in 1..=15 {
        act(&mut window, PreviewAction::StepSecond);
        wait(&mut window, second * 100);
    }
    let launched = |window: &Window| {
        let moments = window.state().preview_state().moments().iter();
        moments
            .filter(|it| it.text.contains("has launched"))
            .count()
    };
    assert_eq!(launched(&window), 4);
    act(&mut window, PreviewAction::Seek(Tick(550)));
    wait(&mut window, 550);
    act(&mut window, PreviewAction::BackSecond);
    wait(&mut window, 450);
    assert_eq!(window.state().preview_state().head(), Tick(1500));
    assert_eq!(launched(&window), 4, "what happened later is still told");
    // Another future: it was never so.
    act(&mut window, PreviewAction::Input(Input::JumpDrive));
    wait(&mut window, 450);
    assert_eq!(window.state().preview_state().head(), Tick(450));
    assert_eq!(launched(&window), 0);
    assert!(!dirty(&window));
}

#[test]
fn every_field_of_the_inspector_has_a_name_for_screen_readers() {
    let mut window = window();
    for (collection, id) in [
        (Collection::Ships, "alpha_2"),
        (Collection::FlightGroups, "alpha"),
        (Collection::Squads, "convoy"),
        (Collection::Curves, "flyby_1"),
        (Collection::Triggers, "convoy_lost"),
        (Collection::Routines, "start"),
        (Collection::Globals, "outcome"),
    ] {
        select(&mut window, &[(collection, id)]);
        let roles = [
            Role::SpinButton,
            Role::CheckBox,
            Role::TextInput,
            Role::ComboBox,
        ];
        for role in roles {
            for node in window.query_all_by_role(role) {
                let inspector = node.rect().left() > 975.0 && node.rect().top() > 50.0;
                let node = node.accesskit_node();
                let named = node.label().is_some_and(|label| !label.is_empty());
                assert!(!inspector || named, "{id}: a {role:?} without a name");
            }
        }
    }
}
