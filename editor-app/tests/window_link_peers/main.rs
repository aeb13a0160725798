//! The window against games that are not Sortie's own: OpenReliant's part, older ones, broken ones,
//! ones that mean harm, and an engine that is killed. Whatever they do, the window goes on, says what
//! was wrong, and the document changes by its author's edits alone.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../runtime/tests/common/peer/mod.rs"]
mod peer;

mod harmed;
mod kills;
mod openreliant;

use std::sync::Arc;

use common::*;
use editor_app::action::Action;
use editor_app::layout::{Preset, Tab};
use editor_app::live_link::{LinkAction, Status};
use formats::Image;
use model::edit::Edit;
use model::{Mission, ShipChange, ShipId, Vec3};
use peer::mock::{MockPeer, Nature};

/// The example in the Debug layout, checked, with the panel of the link open.
fn ready() -> Window {
    let mut window = window();
    let program = env!("CARGO_BIN_EXE_sortie").into();
    window.state_mut().set_engine(program);
    ask(&mut window, Action::Layout(Preset::Debug));
    ask(&mut window, Action::ShowTab(Tab::Live));
    until_checked(&mut window);
    window
}

/// Waits until the document as it is now is compiled.
fn until_checked(window: &mut Window) {
    wait(window, "the document's image", |it| {
        let state = it.state();
        state.findings().revision == state.document().revision()
    });
}

/// The document's image.
fn image(window: &Window) -> Image {
    let image = window.state().findings().image.as_ref();
    Image::clone(image.expect("it compiles"))
}

/// A game of version 2 that plays the document.
fn good_game(window: &Window) -> MockPeer {
    let game = MockPeer::start(Nature::of(image(window)));
    game.start_mission(1);
    game
}

fn connect(window: &mut Window, port: u16) {
    link(window, LinkAction::Connect(port));
}

/// Waits until the run of the linked game is shown.
fn until_shown(window: &mut Window) {
    wait(window, "the game's run", |it| {
        it.state().link_state().shows() && it.state().preview_state().snapshot().is_some()
    });
}

/// Waits until the link ended; gives what is said of it.
fn until_ended(window: &mut Window) -> String {
    wait(window, "the end of the link", |it| {
        status(it) == Status::None
    });
    let ended = window.state().link_state().ended();
    let ended = ended.expect("it is said why").to_owned();
    assert!(ended.len() > 20 && ended.ends_with('.'), "{ended}");
    assert!(
        sees_part(window, &ended[..20]),
        "the panel says it: {ended}"
    );
    ended
}

/// The document, to be as it was.
struct Kept {
    mission: Arc<Mission>,
    revision: u64,
}

impl Kept {
    fn of(window: &Window) -> Self {
        let document = window.state().document();
        Self {
            mission: document.shared(),
            revision: document.revision(),
        }
    }

    fn check(&self, window: &Window, what: &str) {
        let document = window.state().document();
        assert_eq!(document.revision(), self.revision, "{what}");
        assert!(*document.mission() == *self.mission, "{what}");
    }
}

/// Links to a game that does as it should, and takes leave.
fn links_again(window: &mut Window) {
    until_checked(window);
    let game = good_game(window);
    connect(window, game.port);
    until_shown(window);
    assert_eq!(window.state().link_state().differs(), None);
    link(window, LinkAction::Disconnect);
    assert_eq!(status(window), Status::None);
    assert!(!game.until_gone());
}

fn move_to(window: &mut Window, id: &str, [x, y, z]: [f32; 3]) {
    let [x, y, z] = [x, y, z].map(model::Real::from);
    let change = ShipChange::Position(Vec3 { x, y, z });
    let edit = Edit::change(&ShipId::new(id).unwrap(), change);
    ask(
        window,
        Action::Edit {
            label: format!("Move {id}"),
            gesture: None,
            edit,
        },
    );
}
