//! Either side is ended at random moments: nothing hangs, the script is let go, and whoever sits at
//! the editor reads why.

use runtime::Random;
use runtime::link::client::ClientEvent;
use runtime::link::{RunControl, ToGame};

use crate::mission::mission;
use crate::peer::host::Host;
use crate::peer::mock::{MockPeer, Nature};
use crate::watched::Watched;

/// Something that an editor does.
fn do_something(editor: &Watched, random: &mut Random) {
    let message = match random.range(0, 7) {
        0 => ToGame::MoveShip {
            object_id: random.range(0, 8),
            unknown: 0,
            place: [f32::from(random.draw()), 0.0, 0.0],
        },
        1 => ToGame::RunControl(RunControl::Pause(random.percent() < 50)),
        2 => ToGame::RunControl(RunControl::RunOn),
        3 => ToGame::RunControl(RunControl::Into),
        4 => ToGame::GetMission,
        5 => ToGame::RunControl(RunControl::RunPart(random.range(0, 3))),
        _ => {
            editor.client.set_flags(vec![random.percent() & 1; 400]);
            return;
        }
    };
    // It may come too early or too late, and is not sent then.
    let _ = editor.client.send(message);
}

/// Lets a link go on for a random while.
fn go_on(editor: &mut Watched, random: &mut Random) {
    for _ in 0..random.range(0, 12) {
        do_something(editor, random);
        if random.percent() < 70 {
            editor.until(|it| {
                let comes_again =
                    matches!(it, ClientEvent::State(_) | ClientEvent::MissionFile { .. });
                comes_again.then_some(())
            });
        }
    }
}

#[test]
fn a_game_that_is_told_what_to_do() {
    let mut random = Random::new(40);
    for _ in 0..50 {
        let game = MockPeer::start(Nature::of(mission()));
        game.start_mission(1);
        let mut editor = Watched::new(game.port);
        let ends_early = random.percent() < 20;
        if !ends_early {
            editor.until_start();
            if random.percent() < 50 {
                game.hold(random.range(0, 50));
            }
            go_on(&mut editor, &mut random);
        }
        if random.percent() < 50 {
            drop(game);
            let lost = editor.until_lost();
            assert!(lost.to_string().len() > 20, "{lost}");
            editor.end();
        } else {
            editor.end();
            if !ends_early {
                assert!(!game.until_gone(), "the script is let go");
            }
        }
    }
}

#[test]
fn a_game_that_runs_a_mission() {
    let image = mission();
    let mut random = Random::new(41);
    for _ in 0..50 {
        let game = Host::start(&image);
        let mut editor = Watched::new(game.port);
        let ends_early = random.percent() < 20;
        if !ends_early {
            editor.until_start();
            go_on(&mut editor, &mut random);
        }
        if random.percent() < 50 {
            drop(game);
            let lost = editor.until_lost();
            assert!(lost.to_string().len() > 20, "{lost}");
            editor.end();
        } else {
            editor.end();
            if !ends_early {
                assert!(!game.until_gone(), "the script is let go");
            }
        }
    }
}
