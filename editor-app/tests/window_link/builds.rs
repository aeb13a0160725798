//! Games that play another mission than the document, and runs that take turns.

use super::*;

#[test]
fn lines_of_another_build_are_found_in_the_documents_text() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The same with a comment more, and with a name of another length before the line.
    let text = std::fs::read_to_string("../examples/first-sortie.mission.yaml").unwrap();
    let text = text.replace("number: 1", "number: 2");
    let text = text.replace(
        "      CreateFlightGroup(navs)\n",
        "      # One more.\n      CreateFlightGroup(navs)\n      SetObjective(1, 2)\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.mission.yaml");
    std::fs::write(&path, text).unwrap();
    ask(&mut window, Action::Open(path));
    wait(&mut window, "the stop in another build", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.stopped_at().is_some()
    });
    let state = window.state();
    assert!(!state.link_state().plays_document());
    let mission = state.document().mission();
    let (owner, span) = state.preview_state().stopped_at().unwrap();
    let there = state.preview_state().in_text(mission, &owner, span);
    let text = &mission.body(&owner).unwrap().text;
    let line = text[there.start..].lines().next().unwrap();
    assert_eq!(line.trim(), "CreateFlightGroup(freighters)");
    // What cannot go as a whole does not go in part, though ships of both bear the same names.
    move_to(&mut window, "reliant", [90_000.0, 80_000.0, 70_000.0]);
    link(&mut window, LinkAction::SendDocument);
    settle(&mut window);
    assert!(!window.state().link_state().refused().is_empty());
    let snapshot = window.state().preview_state().snapshot().unwrap();
    let mut places = snapshot.objects.iter().map(|it| it.position);
    assert!(places.all(|it| distance(it, [90_000.0, 80_000.0, 70_000.0]) > 1_000.0));
}

#[test]
fn a_run_of_the_editors_own_takes_its_place_until_it_is_stopped() {
    let mut window = playing();
    // A test is played by the editor itself.
    let test = "../examples/first-sortie.test.yaml".into();
    ask(
        &mut window,
        Action::Answer(Answer::Picked(Purpose::PlayTest, test, None)),
    );
    wait(&mut window, "the test's run", |it| {
        let preview = it.state().preview_state();
        preview.has_run() && !preview.is_linked() && preview.snapshot().is_some()
    });
    assert_eq!(status(&window), Status::Playing, "the game plays on");
    command(&mut window, Command::PreviewStop);
    wait(&mut window, "the game's run again", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.snapshot().is_some()
    });
}

#[test]
fn another_document_finds_that_the_game_plays_another_build() {
    let mut window = playing();
    ask(
        &mut window,
        Action::Open("../examples/minimal.mission.yaml".into()),
    );
    wait(&mut window, "the game's mission by its own names", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.snapshot().is_some_and(|it| it.objects.len() > 10)
    });
    let differs = window.state().link_state().differs().unwrap();
    assert!(differs.contains(&formats::SectionId::Ships), "{differs:?}");
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "another build than the document's"));
    // The places of its ships are none of this mission's.
    let before = window.state().document().mission().clone();
    link(&mut window, LinkAction::PullPlaces);
    assert_eq!(*window.state().document().mission(), before);
    // What it plays is opened in the document's place.
    link(&mut window, LinkAction::Fetch);
    wait(&mut window, "the document that was fetched", |it| {
        it.state().document().mission().ships.len() > 10
    });
    assert_eq!(window.state().document().name(), "first-sortie.dte");
}
