//! The Inspector and its controls, through AccessKit.

mod common;

use std::path::PathBuf;

use common::*;
use editor_app::action::{Action, Command};
use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Event, Key, Modifiers, Rect};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use model::{AnyId, Collection, Mission, Ship, Vec3};

/// A window on the mission that has one of everything.
fn window_on_every_construct() -> Window {
    let mut window = window();
    let path = "../examples/every-construct.mission.yaml";
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    ask(&mut window, Action::Open(path));
    window
}

fn select(window: &mut Window, collection: Collection, id: &str) {
    let record = AnyId {
        collection,
        id: id.into(),
    };
    ask(window, Action::Select(vec![record]));
}

fn press(window: &mut Window, key: Key) {
    window.key_press_modifiers(Modifiers::NONE, key);
    window.run_steps(3);
}

/// Puts a text in the place of a field's own, without leaving the field.
fn type_in(window: &mut Window, role: Role, label: &str, text: &str) {
    window.get_by_role_and_label(role, label).focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(text.to_owned()));
    window.run_steps(3);
}

fn enter(window: &mut Window, role: Role, label: &str, text: &str) {
    type_in(window, role, label, text);
    press(window, Key::Enter);
}

/// Opens a drop-down of the Inspector.
fn open(window: &mut Window, label: &str) {
    let mut all = window.query_all_by_role_and_label(Role::ComboBox, label);
    // The table of triggers has drop-downs of its own.
    let own = all.find(|node| INSPECTOR.contains(node.rect().center()));
    own.unwrap().click();
    drop(all);
    window.run_steps(6);
}

fn mission(window: &Window) -> &Mission {
    window.state().document().mission()
}

fn ship<'a>(window: &'a Window, id: &str) -> &'a Ship {
    mission(window).ships.get(id).unwrap()
}

fn selected(window: &Window) -> String {
    let records = window.state().selection().records();
    records.first().unwrap().id.to_string()
}

fn dirty(window: &Window) -> bool {
    window.state().title().starts_with('●')
}

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn lit(node: &Node<'_>) -> bool {
    let node = node.accesskit_node();
    node.is_selected() == Some(true) || node.toggled() == Some(Toggled::True)
}

/// Where the Inspector is at this size of the window.
const INSPECTOR: Rect = Rect {
    min: eframe::egui::pos2(973.0, 46.0),
    max: eframe::egui::pos2(1280.0, 778.0),
};

#[test]
fn a_drop_down_opens_on_what_stands_there() {
    let mut window = window();
    select(&mut window, Collection::Triggers, "convoy_lost");
    let before = mission(&window).triggers.get("convoy_lost").cloned();
    for label in ["On", "When", "With Killer", "With Victim", "Repeat", "Run"] {
        open(&mut window, label);
        let rows = window.query_all_by_role(Role::Button);
        let current: Vec<_> = rows
            .filter(|row| row.accesskit_node().description().as_deref() == Some("current"))
            .collect();
        assert_eq!(current.len(), 1, "{label}");
        assert!(lit(&current[0]), "{label}");
        drop(current);
        press(&mut window, Key::Enter);
        assert!(!says(&window, "Nothing is called that"));
    }
    assert_eq!(
        mission(&window).triggers.get("convoy_lost").cloned(),
        before
    );
    assert!(!dirty(&window), "Enter takes what stands there");
    open(&mut window, "When");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    let condition = mission(&window).triggers.get("convoy_lost").unwrap();
    assert_eq!(condition.condition, before.unwrap().condition + 1);
}

#[test]
fn a_text_that_would_go_is_asked_about() {
    let mut window = window();
    select(&mut window, Collection::Triggers, "convoy_lost");
    open(&mut window, "Run");
    window.event(Event::Text("nothing".to_owned()));
    window.run_steps(3);
    press(&mut window, Key::Enter);
    assert!(says(&window, "Drop the Text"));
    assert!(!dirty(&window));
}

#[test]
fn a_long_drop_down_is_scrolled_to_what_stands_there() {
    let mut window = window();
    select(&mut window, Collection::Ships, "mammoth_1");
    open(&mut window, "Kind");
    let list = window.get_by_role_and_label(Role::ComboBox, "Kind").rect();
    let row = window.get_by_role_and_label(Role::Button, "Mammoth").rect();
    let below = (list.bottom(), list.bottom() + 310.0);
    assert!(
        row.top() > below.0 && row.bottom() < below.1,
        "{row:?} {below:?}"
    );
    press(&mut window, Key::Escape);
    assert!(!dirty(&window));
}

#[test]
fn text_that_is_no_number_is_told_and_changes_nothing() {
    let mut window = window();
    select(&mut window, Collection::Ships, "mammoth_1");
    let before = mission(&window).clone();
    for (field, text, wanted) in [
        ("Yaw", "30.5", "a whole number from -32768 to 32767"),
        ("Yaw", "40000", "a whole number"),
        ("Position X", "1000+5", "a number, as 1200"),
        ("Position Y", "abc", "a number, as 1200"),
        ("Position Z", "1e39", "a number, as 1200"),
    ] {
        type_in(&mut window, Role::SpinButton, field, text);
        let told = format!("{field} takes {wanted}");
        assert!(says(&window, &told), "while typing: {told}");
        press(&mut window, Key::Enter);
        assert!(says(&window, &told), "afterwards: {told}");
    }
    assert_eq!(*mission(&window), before);
    assert!(!dirty(&window));
    type_in(&mut window, Role::SpinButton, "Pitch", "12");
    press(&mut window, Key::Escape);
    assert!(!dirty(&window), "Esc puts back what was there");
    enter(&mut window, Role::SpinButton, "Pitch", " -12\u{B0} ");
    assert_eq!(ship(&window, "mammoth_1").rotation.pitch, -12);
    assert_eq!(window.state().document().history().depth(), 1, "one step");
}

#[test]
fn a_very_large_number_fits_its_box() {
    let mut window = window();
    select(&mut window, Collection::Ships, "mammoth_1");
    let field = |window: &Window| {
        let field = window.get_by_role_and_label(Role::SpinButton, "Position X");
        field.rect()
    };
    let before = field(&window);
    for text in ["1e30", "-1.1754944e-38", "-123456.789"] {
        enter(&mut window, Role::SpinButton, "Position X", text);
        let number: f32 = text.parse().unwrap();
        assert_eq!(ship(&window, "mammoth_1").position.x.0, number);
        assert_eq!(field(&window), before, "{text}");
    }
}

#[test]
fn a_formation_is_drawn_alike_whatever_was_shown_before() {
    let mut window = window_on_every_construct();
    let places = |window: &Window| -> Vec<Rect> {
        let roles = [Role::SpinButton, Role::TextInput];
        let nodes = roles.map(|role| window.query_all_by_role(role));
        let rects = nodes.into_iter().flatten().map(|node| node.rect());
        rects
            .filter(|rect| INSPECTOR.contains(rect.center()))
            .collect()
    };
    select(&mut window, Collection::Formations, "vee");
    let fresh = places(&window);
    assert!(fresh.len() >= 14, "{fresh:?}");
    assert!(
        fresh.iter().all(|rect| INSPECTOR.contains_rect(*rect)),
        "{fresh:?}"
    );
    for (collection, id) in [
        (Collection::Squads, "everyone"),
        (Collection::Ships, "player"),
        (Collection::Triggers, "on_shot_at"),
    ] {
        select(&mut window, collection, id);
        select(&mut window, Collection::Formations, "vee");
        assert_eq!(places(&window), fresh, "after {id}");
    }
    for letter in ["X", "Y", "Z"] {
        let label = format!("Point {letter}");
        let lefts: Vec<_> = window
            .query_all_by_role_and_label(Role::SpinButton, &label)
            .map(|node| (node.rect().left(), node.rect().width()))
            .collect();
        assert_eq!(lefts.len(), 3);
        assert!(lefts.iter().all(|left| *left == lefts[0]), "{lefts:?}");
    }
}

#[test]
fn rows_are_evenly_high() {
    let mut window = window_on_every_construct();
    select(&mut window, Collection::Ships, "player");
    let tops: Vec<f32> = [
        "Id",
        "Name",
        "Kind",
        "Flight group",
        "Pilot",
        "Position",
        "Y",
        "Z",
        "Yaw",
        "Pitch",
        "Roll",
        "Launches from",
        "Launch gate",
        "Loadout",
        "Formation",
        "Object ID",
    ]
    .map(|label| {
        let labels = window.query_all_by_role_and_label(Role::Label, label);
        let mut inside = labels.filter(|node| INSPECTOR.contains(node.rect().center()));
        inside.next_back().unwrap().rect().center().y
    })
    .to_vec();
    let pitch = tops[1] - tops[0];
    for pair in tops.windows(2) {
        let difference = pair[1] - pair[0];
        assert!((difference - pitch).abs() < 1.5, "{tops:?}");
    }
}

#[test]
fn a_new_point_lies_on_no_other_and_ships_follow_a_points_id() {
    let mut window = window_on_every_construct();
    select(&mut window, Collection::Formations, "vee");
    window.get_by_label("Add a Point").click();
    window.run_steps(3);
    let points = &mission(&window).formations.get("vee").unwrap().points;
    let (new, old) = points.split_last().unwrap();
    assert!(old.iter().all(|point| point.at != new.at), "{points:?}");
    let left = window
        .query_all_by_role_and_label(Role::TextInput, "Point id")
        .nth(1)
        .unwrap();
    left.focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("port".to_owned()));
    window.run_steps(2);
    press(&mut window, Key::Enter);
    let place = ship(&window, "wingman").formation_point.clone().unwrap();
    assert_eq!(place.point.as_str(), "port");
}

#[test]
fn a_copy_stands_beside_its_original_under_a_name_of_its_own() {
    let mut window = window();
    select(&mut window, Collection::Ships, "mammoth_1");
    ask(&mut window, Action::Command(Command::Duplicate));
    let copy = ship(&window, &selected(&window)).clone();
    let original = ship(&window, "mammoth_1");
    assert!(copy.position.x.0 > original.position.x.0 + 1_000.0);
    let others = mission(&window).ships.iter();
    let names: Vec<_> = others.map(|it| it.name.clone()).collect();
    let same = names.iter().filter(|name| **name == copy.name).count();
    assert_eq!(same, 1, "{:?} of {names:?}", copy.name);
}

#[test]
fn a_name_that_is_the_id_follows_it() {
    let mut window = window();
    ask(&mut window, Action::Add(Collection::Ships));
    let id = selected(&window);
    assert_eq!(ship(&window, &id).name.as_deref(), Some(id.as_str()));
    enter(&mut window, Role::TextInput, "Id", "cp_a");
    assert_eq!(ship(&window, "cp_a").name.as_deref(), Some("cp_a"));
}

#[test]
fn fields_of_a_locked_record_are_at_rest_but_for_the_lock() {
    let mut window = window_on_every_construct();
    select(&mut window, Collection::Ships, "wingman");
    let enabled = |window: &Window, role, label: &str| {
        let node = window.get_by_role_and_label(role, label);
        !node.accesskit_node().is_disabled()
    };
    let fields = [
        (Role::TextInput, "Id"),
        (Role::TextInput, "Name"),
        (Role::ComboBox, "Kind"),
        (Role::SpinButton, "Position X"),
    ];
    for (role, label) in fields {
        assert!(!enabled(&window, role, label), "{label}");
    }
    window.get_by_label("Notes").click();
    window.run_steps(20);
    assert!(!enabled(&window, Role::CheckBox, "Hidden"));
    assert!(enabled(&window, Role::CheckBox, "Locked"));
    window.get_by_label("Unlock").click();
    window.run_steps(3);
    assert!(!ship(&window, "wingman").meta.editor.locked);
    for (role, label) in fields {
        assert!(enabled(&window, role, label), "{label}");
    }
}

#[test]
fn a_note_of_a_colour_is_one() {
    let mut window = window();
    select(&mut window, Collection::Ships, "mammoth_1");
    window.get_by_label("Notes").click();
    window.run_steps(20);
    window
        .get_by_role_and_label(Role::CheckBox, "Has a colour")
        .click();
    window.run_steps(3);
    let colour = |window: &Window| ship(window, "mammoth_1").meta.editor.colour.clone();
    assert!(colour(&window).unwrap().starts_with('#'));
    enter(&mut window, Role::TextInput, "Colour as text", "#4488FF");
    assert_eq!(colour(&window).as_deref(), Some("#4488FF"));
    enter(&mut window, Role::TextInput, "Colour as text", "blue");
    assert_eq!(colour(&window).as_deref(), Some("#4488FF"));
    assert!(says(&window, "Colour takes #RRGGBB"));
}

#[test]
fn a_member_has_all_the_room_there_is() {
    let mut window = window_on_every_construct();
    select(&mut window, Collection::Squads, "everyone");
    let members = window.query_all_by_role_and_label(Role::ComboBox, "Member");
    let widths: Vec<f32> = members.map(|node| node.rect().width()).collect();
    assert!(
        !widths.is_empty() && widths.iter().all(|it| *it > 150.0),
        "{widths:?}"
    );
}

#[test]
fn every_field_has_a_name_for_screen_readers() {
    let mut window = window_on_every_construct();
    for (collection, id) in [
        (Collection::Formations, "vee"),
        (Collection::Squads, "turrets"),
        (Collection::Triggers, "on_shot_at"),
        (Collection::Ships, "gate_mark"),
    ] {
        select(&mut window, collection, id);
        for role in [
            Role::SpinButton,
            Role::CheckBox,
            Role::TextInput,
            Role::ComboBox,
        ] {
            for node in window.query_all_by_role(role) {
                let inside = INSPECTOR.contains(node.rect().center());
                let node = node.accesskit_node();
                let named = node.label().is_some_and(|label| !label.is_empty());
                assert!(!inside || named, "{id}: a {role:?} without a name");
            }
        }
    }
}

#[test]
fn many_values_are_told_without_a_unit() {
    let mut window = window();
    let ids = ["mammoth_1", "alpha_2"].map(|id| AnyId {
        collection: Collection::Ships,
        id: id.into(),
    });
    ask(&mut window, Action::Select(ids.to_vec()));
    let before: Vec<Vec3> = ids
        .iter()
        .map(|id| ship(&window, &id.id).position)
        .collect();
    let differ = before[0].x != before[1].x;
    assert!(differ, "or there is nothing to see");
    assert!(!says(&window, "(mixed)\u{B0}"));
    enter(&mut window, Role::SpinButton, "Yaw", "45");
    for id in &ids {
        assert_eq!(ship(&window, &id.id).rotation.yaw, 45);
    }
}
