//! Games that end, and games that only stand still.

use super::*;

#[test]
fn an_engine_that_dies_is_told_of_and_the_document_stays_as_it_is() {
    let mut window = playing();
    let before = window.state().document().mission().clone();
    let revision = window.state().document().revision();
    window.state_mut().kill_engine();
    wait(&mut window, "the end of the link", |it| {
        status(it) == Status::None
    });
    let ended = window.state().link_state().ended().unwrap().to_owned();
    // Which of them is noticed first is chance.
    let told = ["the connection", "closed the link", "ended or crashed"];
    assert!(told.iter().any(|it| ended.contains(it)), "{ended}");
    // What it told last stays to be looked at.
    let preview = window.state().preview_state();
    assert!(preview.is_over() && preview.snapshot().unwrap().objects.len() > 10);
    assert_eq!(preview.standing(), Standing::Still);
    let text = preview.stop_text().unwrap();
    assert!(text.contains("no longer live"), "{text}");
    assert_eq!(*window.state().document().mission(), before);
    assert_eq!(window.state().document().revision(), revision);
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "Start the Engine"));
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "another run", |it| {
        let preview = it.state().preview_state();
        !preview.is_over() && preview.snapshot().is_some()
    });
    // Where it has gone, Play starts a run of the editor's own.
    window.state_mut().kill_engine();
    wait(&mut window, "the end of that", |it| {
        it.state().preview_state().is_over()
    });
    // Unless it cannot, which is told, and takes nothing away.
    let win = AnyId {
        collection: Collection::Routines,
        id: "win".into(),
    };
    let body = window.state().document().mission().body(&win).unwrap();
    let body = model::Body {
        text: "nothing of this\n".to_owned(),
        ..body.clone()
    };
    let edit = model::edit::set_body(&win, body).unwrap();
    ask(
        &mut window,
        Action::Edit {
            label: "Break it".to_owned(),
            gesture: None,
            edit,
        },
    );
    command(&mut window, Command::PreviewPlay);
    window.run_steps(4);
    assert!(window.state().preview_state().is_over());
    assert!(sees_part(
        &window,
        "The mission has errors, so it cannot run"
    ));
    command(&mut window, Command::Undo);
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the editor's own run", |it| {
        let preview = it.state().preview_state();
        !preview.is_linked() && preview.is_running() && preview.snapshot().is_some()
    });
}

#[cfg(unix)]
#[test]
fn a_game_that_stands_still_is_linked_to_again_once_it_goes_on() {
    let mut window = playing();
    let process = window.state().link_state().process_id().unwrap();
    let signal = |name: &str| {
        let number = process.to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &number])
            .status();
        assert!(sent.unwrap().success());
    };
    signal("-STOP");
    wait(&mut window, "that it stands still", |it| {
        status(it) == Status::Lost
    });
    let before = clock(&window);
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "It is linked to again"));
    signal("-CONT");
    wait(&mut window, "the run again", |it| {
        status(it) == Status::Playing && it.state().link_state().shows()
    });
    wait(&mut window, "more of it", |it| {
        !it.state().preview_state().is_over() && clock(it) > before
    });
    assert_eq!(window.state().link_state().process_id(), Some(process));
}
