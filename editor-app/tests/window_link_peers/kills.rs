//! An engine that is killed again and again while its author edits.

use std::collections::BTreeMap;
use std::time::Duration;

use editor_app::action::Command;
use editor_app::live_link::{LinkAction, Status};
use runtime::Random;

use crate::*;

#[test]
fn no_edit_is_lost_whenever_the_engine_dies() {
    let mut window = ready();
    link(&mut window, LinkAction::LiveEdits(true));
    let ships: Vec<String> = ["reliant", "mammoth_1", "mammoth_2", "player"]
        .map(str::to_owned)
        .into();
    let place = |window: &Window, id: &str| ship(window, id).position;
    let mut expected: BTreeMap<String, Vec3> = ships
        .iter()
        .map(|id| (id.clone(), place(&window, id)))
        .collect();
    let mut random = Random::new(2026);
    let (mut in_the_run, mut before_it) = (0, 0);
    for round in 0..40 {
        link(&mut window, LinkAction::StartEngine);
        // Some die at once, some before they listen, some within their first messages, some in the run.
        let is_shown = random.percent() < 60;
        if is_shown {
            wait(&mut window, "the run of the engine, or its end", |it| {
                it.state().preview_state().snapshot().is_some() || status(it) == Status::None
            });
        }
        let frames = random.range(0, 25);
        let dies_at = match is_shown || random.percent() < 50 {
            true => random.range(0, frames + 1),
            false => 0,
        };
        for frame in 0..=frames {
            if frame == dies_at {
                match window.state().link_state().shows() {
                    true => in_the_run += 1,
                    false => before_it += 1,
                }
                window.state_mut().kill_engine();
            }
            let kept = Kept::of(&window);
            window.run_steps(1);
            kept.check(&window, "no frame edits by itself");
            match random.range(0, 6) {
                0 | 1 => {
                    let id = &ships[random.range(0, 4) as usize];
                    let at = f32::from(random.draw());
                    let to = [at, f32::from(random.draw()), -at];
                    move_to(&mut window, id, to);
                    let [x, y, z] = to.map(model::Real::from);
                    expected.insert(id.clone(), Vec3 { x, y, z });
                }
                // One that is undone and done again is there as before.
                2 if round > 0 => {
                    command(&mut window, Command::Undo);
                    command(&mut window, Command::Redo);
                }
                3 => {
                    link(&mut window, LinkAction::PullPlaces);
                    // What is pulled is the author's edit as well.
                    for (id, at) in &mut expected {
                        *at = place(&window, id);
                    }
                }
                _ => std::thread::sleep(Duration::from_millis(u64::from(random.range(0, 8)))),
            }
        }
        wait(&mut window, "the end of the link", |it| {
            status(it) == Status::None
        });
        let ended = window.state().link_state().ended().unwrap_or_default();
        assert!(ended.len() > 15, "round {round}: {ended}");
        let preview = window.state().preview_state();
        assert!(!preview.has_run() || preview.is_over());
        for (id, at) in &expected {
            assert_eq!(place(&window, id), *at, "round {round}: {id}");
        }
    }
    assert_eq!(in_the_run + before_it, 40);
    assert!(
        in_the_run >= 10 && before_it >= 3,
        "{in_the_run}, {before_it}"
    );
    // The last of them plays what the document has now.
    link(&mut window, LinkAction::StartEngine);
    until_shown(&mut window);
    assert_eq!(window.state().link_state().differs(), None);
}
