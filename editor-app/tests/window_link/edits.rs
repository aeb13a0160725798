//! Edits of the document on their way to the game.

use super::*;

#[test]
fn a_ship_that_is_moved_in_the_document_jumps_in_the_game_and_comes_back_by_a_pull() {
    let mut window = playing();
    wait(&mut window, "the first second", |it| clock(it) > 0);
    // The carrier keeps to no formation, so it stays where it is put.
    let id = "reliant";
    let there = [123_000.0, -4_000.0, 567_000.0];
    let far = |window: &Window| distance(ghost(window, id), there.map(f64::from)) > 50_000.0;
    // Pulled, undone and pulled again: what the document has meanwhile is no other mission.
    for _ in 0..2 {
        link(&mut window, LinkAction::PullPlaces);
        let label = window.state().document().history().undo_label();
        assert!(label.is_some_and(|it| it.starts_with("Pull ")), "{label:?}");
        command(&mut window, Command::Undo);
        window.run_steps(30);
    }
    // Without the switch nothing goes to the game.
    move_to(&mut window, id, there);
    wait(&mut window, "what was edited", |it| {
        it.state().link_state().differs() == Some(&[formats::SectionId::Ships])
    });
    for _ in 0..60 {
        window.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(far(&window));
    link(&mut window, LinkAction::LiveEdits(true));
    wait(&mut window, "the ghost at its new place", |it| !far(it));
    assert!(window.state().link_state().refused().is_empty());

    // It flies on; pulled back, the document has it where the game has it, and undo takes that back.
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the pause", |it| {
        !it.state().preview_state().is_running()
    });
    let before = window.state().document().mission().clone();
    link(&mut window, LinkAction::PullPlaces);
    let pulled = window.state().document().mission().clone();
    if pulled != before {
        command(&mut window, Command::Undo);
        assert_eq!(*window.state().document().mission(), before, "one step");
    }
}

#[test]
fn what_is_renamed_is_called_so_in_the_game_as_well() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    assert_eq!(stopped_at(&window).as_deref(), Some("start:4"));
    // With live edits off, and then on.
    for (routine, to, ship, carrier) in [
        ("start", "begin", "reliant", "carrier"),
        ("begin", "at_first", "carrier", "home_base"),
    ] {
        rename(&mut window, Collection::Routines, routine, to);
        rename(&mut window, Collection::Ships, ship, carrier);
        let line = format!("{to}:4");
        wait(&mut window, "the line by its new name", |it| {
            stopped_at(it).as_ref() == Some(&line)
        });
        ghost(&window, carrier);
        let resolved = window.state().preview_state().resolved().unwrap();
        assert_eq!(resolved.problems.values().next(), None);
        assert_eq!(resolved.stops.breakpoints.len(), 1);
        link(&mut window, LinkAction::LiveEdits(true));
    }
    assert!(window.state().link_state().refused().is_empty());
}

#[test]
fn opening_another_mission_sends_nothing_to_the_game() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    let open = Action::Open("../examples/minimal.mission.yaml".into());
    ask(&mut window, open);
    assert!(!window.state().link_state().live_edits());
}

#[test]
fn what_no_message_carries_is_said_with_the_way_out() {
    let mut window = playing();
    link(&mut window, LinkAction::LiveEdits(true));
    command(&mut window, Command::SelectNone);
    ask(&mut window, Action::Add(Collection::Ships));
    wait(&mut window, "why not", |it| {
        !it.state().link_state().refused().is_empty()
    });
    ask(&mut window, Action::ShowTab(Tab::Live));
    // It is said which edit it is, what comes of it, and what can be done.
    let label = window.state().document().history().undo_label();
    let label = label.unwrap().to_owned();
    let told = format!("\u{201c}{label}\u{201d} cannot go to a mission that plays");
    assert!(sees_part(&window, &told), "{told}");
    assert!(sees_part(
        &window,
        "Nothing but where its ships are put goes"
    ));
    assert!(sees_part(&window, "it starts anew, with the document"));
    // An edit on top of it does not go either, and is not the one that is undone by itself.
    move_to(&mut window, "reliant", [1.0, 2.0, 3.0]);
    wait(&mut window, "the next edit, refused too", |it| {
        let refusal = it.state().link_state().refusal();
        it.state().findings().revision == it.state().document().revision()
            && refusal.and_then(|it| it.edit.as_deref()) == Some(label.as_str())
            && !sees_part(it, "Undo It")
    });
    assert!(sees_part(&window, &told), "{told}");
    // It is two steps back, and one click leads there.
    assert!(sees_part(&window, "which is 2 steps back in History"));
    window.get_by_label("Undo 2 Steps").click();
    wait(&mut window, "the document before both", |it| {
        it.state().link_state().refused().is_empty() && it.state().document().history().depth() == 0
    });
    for _ in 0..2 {
        command(&mut window, Command::Redo);
    }
    wait(&mut window, "both again", |it| {
        sees_part(it, "which is 2 steps back in History")
    });
    // But where a ship is put goes all the same, and so does its way back.
    let before = ghost(&window, "alpha_2");
    move_to(&mut window, "alpha_2", [90_000.0, 80_000.0, 70_000.0]);
    let is_there = |window: &Window| {
        let far = distance(ghost(window, "alpha_2"), [90_000.0, 80_000.0, 70_000.0]);
        far < distance(ghost(window, "alpha_2"), before)
    };
    wait(&mut window, "the ghost at its new place", is_there);
    command(&mut window, Command::Undo);
    wait(&mut window, "the ghost back", |it| !is_there(it));
    command(&mut window, Command::Undo);
    wait(&mut window, "the way back", |it| sees_part(it, "Undo It"));
    window.get_by_label("Undo It").click();
    wait(&mut window, "that the game has the document again", |it| {
        it.state().link_state().refused().is_empty()
            && it.state().link_state().differs().is_none()
            && sees_part(it, "the document's build")
    });
    command(&mut window, Command::Redo);
    wait(&mut window, "why not, again", |it| {
        !it.state().link_state().refused().is_empty()
    });
    window.get_by_label("Restart the Engine").click();
    wait(&mut window, "the run of the mission as it is now", |it| {
        it.state()
            .preview_state()
            .snapshot()
            .is_some_and(|snapshot| {
                snapshot.objects.len() == it.state().document().mission().ships.len()
            })
    });
    assert!(window.state().link_state().refused().is_empty());
}

#[test]
fn another_number_of_triggers_ends_the_threads_and_the_author_is_told() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    link(&mut window, LinkAction::LiveEdits(true));
    ask(&mut window, Action::Add(Collection::Triggers));
    wait(&mut window, "that nothing stands there any more", |it| {
        stopped_at(it).is_none() && it.state().link_state().differs().is_none()
    });
    ask(&mut window, Action::ShowTab(Tab::Log));
    window.run_steps(2);
    assert!(sees_part(&window, "ended every thread of its script"));
    wait(&mut window, "a script without threads", |it| {
        let snapshot = it.state().preview_state().snapshot().unwrap();
        snapshot.threads.is_empty()
    });
    // It goes on all the same.
    let second = clock(&window);
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the next seconds", |it| clock(it) > second + 1);
}

#[test]
fn edits_that_wait_are_told_of_and_sent_once() {
    let mut window = playing();
    wait(&mut window, "the first second", |it| clock(it) > 0);
    ask(&mut window, Action::ShowTab(Tab::Live));
    let waits = "The game plays the document before your last edits";
    assert!(!sees_part(&window, waits));
    let there = [123_000.0, -4_000.0, 567_000.0];
    move_to(&mut window, "reliant", there);
    wait(&mut window, "that edits wait", |it| sees_part(it, waits));
    assert!(sees_part(&window, "the document before edits of: Ships"));
    window.get_by_label("Send Them").click();
    wait(&mut window, "that none does", |it| {
        sees_part(it, "the document's build") && !sees_part(it, waits)
    });
    wait(&mut window, "the ghost at its new place", |it| {
        distance(ghost(it, "reliant"), there.map(f64::from)) < 50_000.0
    });
    assert!(!window.state().link_state().live_edits(), "this once");
    // Where each edit goes as it is made, none waits.
    link(&mut window, LinkAction::LiveEdits(true));
    move_to(&mut window, "reliant", [1.0, 2.0, 3.0]);
    wait(&mut window, "the ghost where it was moved to", |it| {
        distance(ghost(it, "reliant"), [1.0, 2.0, 3.0]) < 50_000.0
    });
    assert!(!sees_part(&window, waits));
}

#[test]
fn a_line_that_a_thread_has_begun_counts_once_the_routine_is_run_anew() {
    let mut window = ready();
    break_at(&mut window, "start", 2);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    ask(&mut window, Action::ShowTab(Tab::Live));
    link(&mut window, LinkAction::LiveEdits(true));
    // A step ends in its line, behind the values that the line begins with.
    ask(
        &mut window,
        Action::Preview(PreviewAction::Step(StepBy::Over)),
    );
    wait(&mut window, "the next line", |it| {
        stopped_at(it).is_some_and(|at| at != "start:2")
    });
    let at = stopped_at(&window).unwrap();
    let told = format!("at {at}, has passed what changed");
    assert!(!sees_part(&window, &told));
    edit_routine(
        &mut window,
        "start",
        "CreateFlightGroup(home)",
        "CreateFlightGroup(alpha)",
    );
    wait(&mut window, "that it counts later", |it| {
        sees_part(it, &told)
    });
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "that it says so no more", |it| {
        stopped_at(it).is_none() && !sees_part(it, "has passed what changed")
    });
}
