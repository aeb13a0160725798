//! The outline, the viewport's menu and what is added from both, through AccessKit and the pointer.

mod common;

use common::*;
use editor_app::action::{Action, Command};
use editor_app::layout::Tab;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use formats::records;
use model::edit::Edit;
use model::{Collection, EditorInfo, ShipChange, ShipId};

fn edit(window: &mut Window, edit: Edit) {
    let label = "A test's".to_owned();
    ask(
        window,
        Action::Edit {
            label,
            gesture: None,
            edit,
        },
    );
}

fn ids(window: &Window, collection: Collection) -> Vec<String> {
    let mission = window.state().document().mission();
    let ids = mission.ids(collection).into_iter();
    ids.map(|it| it.id.to_string()).collect()
}

fn steps(window: &Window) -> usize {
    window.state().document().history().depth()
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
}

fn shows(window: &Window, label: &str) -> bool {
    window.query_all_by_label_contains(label).next().is_some()
}

/// Where the outline shows a row, if it shows it.
fn row(window: &Window, label: &str) -> Option<Rect> {
    window
        .query_all_by_label_contains(label)
        .map(|node| node.rect())
        .find(|rect| rect.left() < 100.0 && rect.top() > 50.0 && rect.bottom() < 776.0)
}

fn button(window: &mut Window, at: Pos2, button: PointerButton, pressed: bool) {
    window.event(Event::PointerButton {
        pos: at,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(2);
}

fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    window.hover_at(from);
    window.run_steps(2);
    button(window, from, PointerButton::Primary, true);
    for step in 1..=5 {
        window.event(Event::PointerMoved(
            from + (to - from) * (step as f32 / 5.0),
        ));
        window.run_steps(1);
    }
    button(window, to, PointerButton::Primary, false);
    window.run_steps(2);
}

fn right_click(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.run_steps(2);
    button(window, at, PointerButton::Secondary, true);
    button(window, at, PointerButton::Secondary, false);
    window.run_steps(3);
}

fn type_over(window: &mut Window, text: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text(text.to_owned()));
    window.run_steps(3);
}

#[test]
fn a_rename_to_an_id_that_is_taken_is_told_and_changes_nothing() {
    let mut window = window();
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    window.get_by_role_and_label(Role::TextInput, "Id").focus();
    window.run_steps(2);
    type_over(&mut window, "mammoth_2");
    assert!(shows(&window, "there is a ship mammoth_2 already"));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(selected(&window), ["mammoth_1"]);
    assert_eq!(steps(&window), 0);
    let field = window.get_by_role_and_label(Role::TextInput, "Id");
    let value = field.accesskit_node().value();
    assert_eq!(value.as_deref(), Some("mammoth_1"), "it goes back");
    // The same in the outline's own field.
    let at = row(&window, "Mammoth 3").unwrap().center();
    window.hover_at(at);
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::F2);
    type_over(&mut window, "mammoth_2");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(selected(&window), ["mammoth_1"]);
    assert_eq!(steps(&window), 0);
    press(&mut window, Modifiers::NONE, Key::F2);
    type_over(&mut window, "leader");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(selected(&window), ["leader"]);
    assert_eq!(steps(&window), 1);
}

#[test]
fn a_drop_between_rows_puts_a_ship_there() {
    let mut window = window();
    let before = ids(&window, Collection::Ships);
    let from = row(&window, "alpha_4").unwrap().center();
    let player = row(&window, "Player_Ship").unwrap();
    drag(&mut window, from, Pos2::new(from.x, player.top()));
    assert_eq!(ids(&window, Collection::Ships)[..2], ["alpha_4", "player"]);
    assert_eq!(steps(&window), 1);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(ids(&window, Collection::Ships), before);
    // Between the ships of another group, it joins that group too, as one step.
    let from = row(&window, "alpha_4").unwrap().center();
    let below = row(&window, "Mammoth 1").unwrap();
    drag(&mut window, from, Pos2::new(from.x, below.bottom()));
    let group = ship(&window, "alpha_4").flight_group.clone();
    assert_eq!(group.unwrap().as_str(), "freighters");
    let order = ids(&window, Collection::Ships);
    let at = order.iter().position(|id| id == "alpha_4").unwrap();
    assert_eq!(
        order[at - 1..=at + 1],
        ["mammoth_1", "alpha_4", "mammoth_2"]
    );
    assert_eq!(steps(&window), 1);
}

#[test]
fn a_drop_where_a_row_cannot_stand_does_nothing() {
    let mut window = window();
    let from = row(&window, "alpha_4").unwrap().center();
    let heading = row(&window, "Squads").unwrap();
    drag(&mut window, from, Pos2::new(from.x, heading.center().y));
    assert_eq!(steps(&window), 0);
}

#[test]
fn alt_with_the_arrows_moves_records_in_their_list() {
    let mut window = window();
    let groups = ids(&window, Collection::FlightGroups);
    row(&window, "alpha_2").unwrap();
    window.get_by_label_contains("Alpha 2").click();
    window.run_steps(3);
    press(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(ids(&window, Collection::Ships)[..2], ["alpha_2", "player"]);
    assert_eq!(selected(&window), ["alpha_2"], "the tree keeps its row");
    press(&mut window, Modifiers::ALT, Key::ArrowDown);
    assert_eq!(ids(&window, Collection::Ships)[..2], ["player", "alpha_2"]);
    assert_eq!(steps(&window), 2);
    select(&mut window, &[(Collection::FlightGroups, &groups[1])]);
    let at = row(&window, "(FG)Alpha").unwrap().center();
    right_click(&mut window, at);
    window.get_by_label_contains("Move Up").click();
    window.run_steps(4);
    let after = ids(&window, Collection::FlightGroups);
    assert_eq!(after[..2], [groups[1].clone(), groups[0].clone()]);
}

#[test]
fn the_outline_goes_to_what_is_selected_elsewhere() {
    let mut window = window();
    assert!(
        row(&window, "freighters_safe").is_none(),
        "its list is closed"
    );
    select(&mut window, &[(Collection::Globals, "freighters_safe")]);
    window.run_steps(30);
    assert!(row(&window, "freighters_safe").is_some());
}

#[test]
fn a_search_without_a_hit_says_so_and_can_be_cleared() {
    let mut window = window();
    window.get_by_label("Search the outline").focus();
    window.run_steps(2);
    type_over(&mut window, "sabre");
    assert!(shows(&window, "6 found"), "four ships and two groups");
    type_over(&mut window, "zzz");
    assert!(shows(&window, "Nothing is called that."));
    window
        .query_all_by_label("Clear the search")
        .last()
        .unwrap()
        .click();
    window.run_steps(3);
    assert!(row(&window, "mammoth_1").is_some());
}

#[test]
fn a_hidden_ship_bears_a_sign_and_no_gizmo() {
    let mut window = window();
    assert!(shows(&window, "The first ship: the player's"));
    assert!(!shows(&window, "Hidden: left out"));
    let id = ShipId::new("mammoth_1").unwrap();
    let info = EditorInfo {
        hidden: true,
        ..EditorInfo::default()
    };
    edit(&mut window, Edit::change(&id, ShipChange::Editor(info)));
    assert!(shows(&window, "Hidden: left out"));
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    let before = ship(&window, "mammoth_1").position;
    let grip = window.state().panels().viewport_point(before).unwrap();
    drag(&mut window, grip, grip + eframe::egui::vec2(40.0, 30.0));
    assert_eq!(ship(&window, "mammoth_1").position, before);
    assert_eq!(steps(&window), 1);
}

#[test]
fn a_new_mission_opens_in_perspective_and_the_menu_says_which_view_is_on() {
    let mut window = window();
    let view = |window: &Window| window.state().panels().viewport_view();
    for (key, wanted) in [
        (Key::Num7, Command::ViewTop),
        (Key::Num1, Command::ViewFront),
        (Key::Num3, Command::ViewSide),
        (Key::Num5, Command::ViewPerspective),
    ] {
        press(&mut window, Modifiers::NONE, key);
        assert_eq!(view(&window), Some(wanted));
    }
    for next in [Command::New, Command::OpenExample] {
        press(&mut window, Modifiers::NONE, Key::Num7);
        command(&mut window, next);
        assert_eq!(view(&window), Some(Command::ViewPerspective), "{next:?}");
    }
}

#[test]
fn the_key_of_the_perspective_leads_back_to_where_one_began() {
    let mut window = window();
    let place = |window: &Window| {
        let at = ship(window, "mammoth_1").position;
        window.state().panels().viewport_point(at).unwrap()
    };
    let before = place(&window);
    press(&mut window, Modifiers::NONE, Key::Num3);
    assert!(place(&window).distance(before) > 5.0);
    press(&mut window, Modifiers::NONE, Key::Num5);
    assert!(place(&window).distance(before) < 0.5);
}

#[test]
fn the_menu_on_nothing_adds_there_and_leaves_the_selection_alone() {
    let mut window = window();
    select(&mut window, &[(Collection::Routines, "start")]);
    let rect = window.get_by_label("Viewport of the mission").rect();
    let at = rect.left_bottom() + eframe::egui::vec2(60.0, -60.0);
    right_click(&mut window, at);
    assert!(shows(&window, "Add Here"));
    for not in ["Duplicate", "Frame Selection"] {
        let here = window
            .query_all_by_label_contains(not)
            .any(|node| rect.contains(node.rect().center()));
        assert!(!here, "{not}");
    }
    window.get_by_label_contains("Add Here").click();
    window.run_steps(4);
    window.get_by_label_contains("Nav Point").click();
    window.run_steps(4);
    let added = selected(&window);
    let new = ship(&window, &added[0]);
    assert_eq!(new.kind, records::Ship::KIND_NAV_POINT);
    assert_eq!(new.position.y.0, 0.0, "on the grid");
    let shown = window.state().panels().viewport_point(new.position);
    assert!(shown.unwrap().distance(at) < 12.0, "{shown:?} {at:?}");
    assert_eq!(steps(&window), 1);
}

#[test]
fn the_menu_of_what_has_no_place_frames_nothing() {
    let mut window = window();
    select(&mut window, &[(Collection::Routines, "start")]);
    window.run_steps(30);
    let at = row(&window, "(F)Start").unwrap().center();
    right_click(&mut window, at);
    assert!(shows(&window, "Rename the Id"));
    assert!(!shows(&window, "Frame Selection"));
}

#[test]
fn a_new_ship_stands_beside_the_others_and_in_view() {
    let mut window = window();
    command(&mut window, Command::New);
    for _ in 0..3 {
        ask(&mut window, Action::Add(Collection::Ships));
        let new = ship(&window, &selected(&window)[0]).position;
        assert!(window.state().panels().viewport_point(new).is_some());
        let mission = window.state().document().mission();
        let same = mission.ships.iter().filter(|it| it.position == new);
        assert_eq!(same.count(), 1);
    }
}

#[test]
fn a_curve_comes_with_its_points_as_one_step() {
    let mut window = window();
    let before = ids(&window, Collection::Ships).len();
    window
        .query_all_by_label_contains("Add")
        .find(|node| node.rect().left() < 100.0)
        .unwrap()
        .click();
    window.run_steps(3);
    for entry in ["Nav Point", "Waypoint", "Curve Point", "Flight Group"] {
        assert!(shows(&window, entry), "{entry}");
    }
    window
        .query_all_by_role(Role::Button)
        .find(|node| {
            let label = node.accesskit_node().label();
            label.is_some_and(|label| label.ends_with("  Curve"))
        })
        .unwrap()
        .click();
    window.run_steps(4);
    assert_eq!(ids(&window, Collection::Ships).len(), before + 4);
    assert_eq!(steps(&window), 1);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(ids(&window, Collection::Ships).len(), before);
}

#[test]
fn enter_keeps_what_a_delete_asks_about() {
    let mut window = window();
    select(&mut window, &[(Collection::Ships, "mammoth_1")]);
    press(&mut window, Modifiers::NONE, Key::Delete);
    assert!(window.state().has_dialog());
    assert!(window.get_by_label("Cancel").is_focused());
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!window.state().has_dialog());
    assert!(ids(&window, Collection::Ships).contains(&"mammoth_1".to_owned()));
    press(&mut window, Modifiers::NONE, Key::Delete);
    press(&mut window, Modifiers::SHIFT, Key::Tab);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(!ids(&window, Collection::Ships).contains(&"mammoth_1".to_owned()));
}

#[test]
fn a_marker_on_top_is_cured_by_a_button() {
    let mut window = window();
    let id = ShipId::new("player").unwrap();
    let kind = ShipChange::Kind(records::Ship::KIND_NAV_POINT);
    edit(&mut window, Edit::change(&id, kind));
    ask(&mut window, Action::ShowTab(Tab::Problems));
    for _ in 0..50 {
        if shows(&window, "this is a nav point") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.run_steps(1);
    }
    assert!(shows(&window, "1 error"));
    window.get_by_label("Move alpha_2 to the top").click();
    window.run_steps(3);
    assert_eq!(ids(&window, Collection::Ships)[..2], ["alpha_2", "player"]);
}

#[test]
fn log_lines_say_when() {
    let mut window = window();
    let say = "Something happened".to_owned();
    ask(&mut window, Action::Note(editor_app::log::Level::Info, say));
    ask(&mut window, Action::ShowTab(Tab::Log));
    assert!(shows(&window, "0:00:0"));
}

#[test]
fn problems_say_where_in_a_text_they_are() {
    let text = "source: 1\nflight_groups:\n  - {id: alpha, wing: player}\nships:\n  - {id: player, \
                kind: predator, flight_group: alpha}\nroutines:\n  - {id: start, start: true, run: \
                \"CreateFlightGroup(alpha)\\nWiat(2)\\n\"}\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wiat.mission.yaml");
    std::fs::write(&path, text).unwrap();
    let mut window = window();
    ask(&mut window, Action::Open(path));
    ask(&mut window, Action::ShowTab(Tab::Problems));
    assert!(shows(&window, "1 error"));
    assert!(shows(&window, "0 hints"));
    assert!(window.query_all_by_label("2:1").next().is_some());
}

#[test]
fn a_row_that_is_dragged_away_is_not_left_marked() {
    let mut window = window();
    let from = row(&window, "alpha_4").unwrap().center();
    let heading = row(&window, "Squads").unwrap();
    drag(&mut window, from, Pos2::new(from.x, heading.center().y));
    assert!(selected(&window).is_empty());
    // A drop that does something selects what it moved.
    let player = row(&window, "Player_Ship").unwrap();
    drag(&mut window, from, Pos2::new(from.x, player.top()));
    assert_eq!(selected(&window), ["alpha_4"]);
}
