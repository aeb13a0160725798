//! Places that are taken from the game into the document.

use super::*;

#[test]
fn the_undo_of_a_pull_moves_nothing_in_the_game() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    wait(&mut window, "a ship on its way", |it| flown(it).is_some());
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the pause", |it| {
        !it.state().preview_state().is_running()
    });
    let ship = flown(&window).unwrap();
    let there = ghost(&window, &ship);
    let before = window.state().document().mission().clone();
    link(&mut window, LinkAction::PullPlaces);
    assert!(*window.state().document().mission() != before);
    for command_of in [Command::Undo, Command::Redo, Command::Undo] {
        command(&mut window, command_of);
        for _ in 0..40 {
            window.run_steps(1);
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(distance(ghost(&window, &ship), there) < 1.0);
        assert_eq!(window.state().link_state().differs(), None);
    }
    assert_eq!(*window.state().document().mission(), before);
    // An edit of the author's own goes there as before.
    move_to(&mut window, &ship, [9_000.0, 8_000.0, 7_000.0]);
    wait(&mut window, "the ghost at its new place", |it| {
        distance(ghost(it, &ship), [9_000.0, 8_000.0, 7_000.0]) < 1.0
    });
}

#[test]
fn pulls_and_their_undos_move_nothing_in_the_game_while_edits_wait() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    // A ship that is gone waits for a start anew, and the numbers of those behind it are others.
    let gone = AnyId {
        collection: Collection::Ships,
        id: "mammoth_1".into(),
    };
    let edit = model::edit::remove(window.state().document().mission(), &[gone]);
    let label = "Delete".to_owned();
    let gesture = None;
    ask(
        &mut window,
        Action::Edit {
            label,
            gesture,
            edit,
        },
    );
    wait(&mut window, "that it waits", |it| {
        !it.state().link_state().refused().is_empty()
    });
    let mut missions = vec![window.state().document().mission().clone()];
    for _ in 0..2 {
        wait(&mut window, "a ship on its way", |it| flown(it).is_some());
        pause(&mut window);
        let there = ghosts(&window);
        link(&mut window, LinkAction::PullPlaces);
        settle(&mut window);
        assert_eq!(ghosts(&window), there);
        let mission = window.state().document().mission();
        for (id, place) in &there {
            let ship = mission.ships.get(id).unwrap();
            let own = [ship.position.x, ship.position.y, ship.position.z];
            let own = own.map(|it| f64::from(it.0));
            assert!(distance(own, *place) < 1.0, "{id}: {own:?} for {place:?}");
        }
        missions.push(mission.clone());
        command(&mut window, Command::PreviewPlay);
        let second = clock(&window);
        wait(&mut window, "more of the mission", |it| {
            clock(it) > second + 2
        });
    }
    pause(&mut window);
    let there = ghosts(&window);
    for _ in 0..2 {
        missions.pop();
        command(&mut window, Command::Undo);
        settle(&mut window);
        assert_eq!(
            window.state().document().mission(),
            missions.last().unwrap()
        );
        assert_eq!(ghosts(&window), there);
    }
    // What waited is taken back, and the game is as it was.
    command(&mut window, Command::Undo);
    wait(&mut window, "that nothing waits", |it| {
        it.state().link_state().refused().is_empty() && it.state().link_state().differs().is_none()
    });
    settle(&mut window);
    assert!(there.iter().all(|it| ghosts(&window).contains(it)));
}
