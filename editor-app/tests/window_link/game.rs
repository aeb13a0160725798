//! A game of the author's own, started and found.

use super::*;

#[cfg(unix)]
#[test]
fn the_games_program_is_chosen_by_a_dialog_and_a_mission_in_its_way_told_by_its_whole_path() {
    let folder = tempfile::tempdir().unwrap();
    let program = game(folder.path());
    let mut window = ready();
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(window.query_by_label("Choose the game's program").is_some());
    let picked = Answer::Picked(Purpose::Game, program, None);
    ask(&mut window, Action::Answer(picked));
    let missions = folder.path().join("missions");
    std::fs::create_dir(&missions).unwrap();
    let there = missions.join("mission1.dte");
    std::fs::write(&there, "another's").unwrap();
    link(&mut window, LinkAction::StartGame);
    assert!(sees_part(&window, "Replace mission1.dte?"));
    assert!(sees_part(&window, &there.display().to_string()));
}

#[test]
fn where_nothing_listens_it_says_so() {
    let mut window = ready();
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    link(&mut window, LinkAction::Connect(port));
    wait(&mut window, "that nothing listens", |it| {
        it.state().link_state().ended().is_some()
    });
    let ended = window.state().link_state().ended().unwrap();
    assert!(
        ended.starts_with(&format!("Nothing listens at 127.0.0.1:{port}")),
        "{ended}"
    );
    assert!(ended.contains("--editor-link"), "{ended}");
}

#[test]
#[cfg(unix)]
fn a_mission_of_the_game_is_not_written_over_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let missions = folder.path().join("Missions");
    std::fs::create_dir(&missions).unwrap();
    let there = missions.join("MISSION1.DTE");
    std::fs::write(&there, b"somebody else's mission").unwrap();
    let mut window = ready();
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    link(&mut window, LinkAction::StartGame);
    assert_eq!(
        status(&window),
        Status::None,
        "it does not know the program"
    );
    let program = game(folder.path());
    link(&mut window, LinkAction::Game(Some(program)));
    link(&mut window, LinkAction::Port(port));
    link(&mut window, LinkAction::StartGame);
    // Nothing is written over without being asked.
    assert!(window.state().has_dialog());
    assert_eq!(std::fs::read(&there).unwrap(), b"somebody else's mission");
    assert_eq!(status(&window), Status::None);
    // The answer that replaces it keeps what was there.
    let replace = Answer::Picked(Purpose::IntoGame, there.clone(), None);
    ask(&mut window, Action::Answer(replace));
    let image = window.state().findings().image.clone().unwrap();
    assert_eq!(std::fs::read(&there).unwrap(), image.bytes());
    let kept = missions.join("MISSION1.DTE.bak");
    assert_eq!(std::fs::read(kept).unwrap(), b"somebody else's mission");
}

#[test]
#[cfg(unix)]
fn a_game_that_takes_its_time_is_linked_once_it_listens() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ready();
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let program = game(folder.path());
    link(&mut window, LinkAction::Game(Some(program)));
    link(&mut window, LinkAction::Port(port));
    link(&mut window, LinkAction::StartGame);
    // A game has a folder for missions, so that a wrong path is likely where there is none.
    let missions = folder.path().join("missions");
    assert!(window.state().has_dialog());
    window.get_by_label_contains("There is no folder missions beside");
    assert!(!missions.exists());
    window.get_by_label("Make It").click();
    window.run_steps(4);
    assert!(!window.state().has_dialog());
    wait(&mut window, "the game's run", |it| {
        it.state().preview_state().is_linked() && it.state().preview_state().snapshot().is_some()
    });
    assert_eq!(status(&window), Status::Playing);
    assert!(folder.path().join("missions/mission1.dte").exists());
    let state = window.state();
    assert_eq!(state.link_state().differs(), None);
    let said: Vec<_> = state.link_state().process_lines().collect();
    assert_eq!(said.first(), Some(&"a game that takes its time"));
    // The same mission goes there again without a question, since nothing is lost by it.
    link(&mut window, LinkAction::Restart);
    assert!(!window.state().has_dialog());
    wait(&mut window, "the game's run again", |it| {
        it.state().preview_state().snapshot().is_some()
    });
}

#[test]
fn a_program_that_is_not_there_is_told_and_nothing_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = ready();
    let program = folder.path().join("openrelaint");
    link(&mut window, LinkAction::Game(Some(program)));
    link(&mut window, LinkAction::StartGame);
    assert!(!window.state().has_dialog());
    ask(&mut window, Action::ShowTab(Tab::Log));
    assert!(sees_part(&window, "has no openrelaint"));
    // Nor where it went while a question about its mission stood.
    let path = folder.path().join("missions/mission1.dte");
    let into = Answer::Picked(Purpose::IntoGame, path, None);
    ask(&mut window, Action::Answer(into));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(status(&window), Status::None);
}
