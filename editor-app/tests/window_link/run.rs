//! The run of a linked game, in the panels of the window.

use super::*;

#[test]
fn the_engine_is_started_and_its_run_is_shown() {
    let mut window = playing();
    assert_eq!(status(&window), Status::Playing);
    let state = window.state();
    let hello = state.link_state().hello().unwrap();
    assert_eq!(hello.protocol, 2);
    assert_eq!(hello.vm, "starlancer");
    assert!(state.preview_state().is_linked());
    assert_eq!(state.link_state().differs(), None, "it plays the document");
    wait(&mut window, "the next second", |it| clock(it) > 1);
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(&window, "Sortie's engine"));
    assert!(sees_part(&window, "the document's build"));
    // Whoever writes nonsense is not told that the game plays it.
    let start = AnyId {
        collection: Collection::Routines,
        id: "start".into(),
    };
    let broken = set_body(&start, Body::new("nonsense(\n")).unwrap();
    let (label, gesture) = ("Break it".to_owned(), None);
    let edit = Action::Edit {
        label,
        gesture,
        edit: broken,
    };
    ask(&mut window, edit);
    wait(&mut window, "the errors", |it| {
        sees_part(it, "the document before its errors")
    });
    assert!(!sees_part(&window, "the document's build"));
    command(&mut window, Command::Undo);
    wait(&mut window, "the build again", |it| {
        sees_part(it, "the document's build")
    });
    // The player's ship is where the engine has it, as a ghost.
    let snapshot = window.state().preview_state().snapshot().unwrap();
    assert!(snapshot.objects.len() > 10);
    link(&mut window, LinkAction::Disconnect);
    assert_eq!(status(&window), Status::None);
    assert!(!window.state().preview_state().has_run());
}

#[test]
fn what_a_link_does_not_tell_is_not_made_up() {
    let mut window = ready();
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The clock has whole seconds.
    ask(&mut window, Action::ShowTab(Tab::Preview));
    assert!(sees_part(&window, "0:00"));
    assert!(!sees_part(&window, "0:00.00"));
    click(&mut window, "Gaps");
    assert!(sees_part(&window, "Not told of a linked game"));
    assert!(!sees_part(&window, "does everything"));
    click(&mut window, "Inputs");
    assert!(sees_part(&window, "Nothing is handed in to a linked game"));
    click(&mut window, "Lines");
    assert!(sees_part(&window, "does not tell which lines ran"));
    assert!(!sees_part(&window, "lines ran, "));
    assert!(sees_part(&window, "convoy_lost has not fired while linked"));
    assert!(all_off(&window, "Hand In"));
    // Triggers.
    ask(&mut window, Action::ShowTab(Tab::Triggers));
    assert!(sees_part(&window, "The link does not tell."));
    assert!(sees_part(&window, "not while linked"));
    assert!(all_off(&window, "Why not?"));
    ask(&mut window, Action::ShowTab(Tab::WhyNot));
    assert!(sees_part(&window, "does not tell which events"));
    assert!(!sees_part(&window, "Choose one above"));
    // Values are read, not set.
    ask(&mut window, Action::ShowTab(Tab::Values));
    assert!(sees_part(&window, "Game variables"));
    assert!(!sees_part(&window, "Value of waves_down"));
}

#[test]
fn a_breakpoint_stops_the_game_and_a_step_goes_on_from_there() {
    let mut window = ready();
    break_at(&mut window, "start", 1);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The first line is a comment.
    assert_eq!(stopped_at(&window).as_deref(), Some("start:2"));
    let preview = window.state().preview_state();
    assert_eq!(preview.standing(), Standing::Still);
    let text = preview.stop_text().unwrap();
    assert!(text.starts_with("breakpoint"), "{text}");
    // The thread that stands there is shown with its line.
    let thread = preview.stopped().unwrap().thread.unwrap();
    let snapshot = preview.snapshot().unwrap();
    assert!(snapshot.threads.iter().any(|it| it.slot == thread));
    // The script alone is held, and that is said.
    ask(&mut window, Action::ShowTab(Tab::Live));
    assert!(sees_part(
        &window,
        "held: breakpoint at start:2; ships fly on meanwhile"
    ));

    ask(
        &mut window,
        Action::Preview(PreviewAction::Step(StepBy::Over)),
    );
    wait(&mut window, "the next line", |it| {
        stopped_at(it).is_some_and(|at| at != "start:2")
    });
    let text = window.state().preview_state().stop_text().unwrap();
    assert!(text.starts_with("stepped"), "{text}");

    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the run to go on", |it| {
        stopped_at(it).is_none() && clock(it) > 0
    });
}

#[test]
fn hits_are_counted_and_notes_told_over_the_link() {
    let mut window = ready();
    break_at(&mut window, "start", 3);
    let noting = window.state().breakpoints().iter().next().unwrap();
    let noting = Breakpoint {
        log: Some("{waves_down} waves are down".to_owned()),
        ..noting.clone()
    };
    let id = noting.id;
    let change = BreakpointAction::Change(noting.clone());
    ask(&mut window, Action::Breakpoint(change));
    break_at(&mut window, "start", 4);
    link(&mut window, LinkAction::StartEngine);
    wait(&mut window, "the stop", |it| stopped_at(it).is_some());
    // The line that only notes was passed.
    assert_eq!(stopped_at(&window).as_deref(), Some("start:4"));
    let preview = window.state().preview_state();
    let (tally, now) = (preview.tally().unwrap(), preview.position().unwrap());
    assert_eq!(tally.hits(id, now), 1);
    let stopping = window.state().breakpoints().iter().last().unwrap().id;
    assert_ne!(stopping, id);
    assert_eq!(tally.hits(stopping, now), 1);
    ask(&mut window, Action::ShowTab(Tab::Breakpoints));
    window.run_steps(2);
    assert!(sees_part(&window, "0 waves are down"), "noted");
    ask(&mut window, Action::ShowTab(Tab::Preview));
    window.run_steps(2);
    assert!(sees_part(&window, "0 waves are down"), "in the story");
    // With another condition it has other hits.
    let other = Breakpoint {
        condition: "waves_down == 1".to_owned(),
        ..noting
    };
    ask(
        &mut window,
        Action::Breakpoint(BreakpointAction::Change(other)),
    );
    wait(&mut window, "that it is forgotten", |it| {
        let preview = it.state().preview_state();
        let now = preview.position().unwrap();
        preview.tally().unwrap().hits(id, now) == 0
    });
}

#[test]
fn a_breakpoint_that_no_link_stops_at_says_why() {
    let mut window = playing();
    let on = On::Event {
        condition: 1,
        object: None,
    };
    ask(&mut window, Action::Breakpoint(BreakpointAction::Add(on)));
    wait(&mut window, "why it cannot stop there", |it| {
        let resolved = it.state().preview_state().resolved();
        resolved.is_some_and(|it| it.problems.values().any(|it| it.contains("not at events")))
    });
}

#[test]
fn pause_stops_the_clock_and_play_lets_it_go_on() {
    let mut window = playing();
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the pause", |it| {
        !it.state().preview_state().is_running()
    });
    // Pauses are over in the game once a state says so.
    for _ in 0..50 {
        window.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    let stands = clock(&window);
    for _ in 0..120 {
        window.run_steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(clock(&window), stands);
    command(&mut window, Command::PreviewPlay);
    wait(&mut window, "the run to go on", |it| clock(it) > stands);
}

#[test]
fn all_that_happened_is_told_also_of_before_it_was_shown() {
    use runtime::TraceEvent;
    let created = |window: &Window| {
        let trace = window.state().preview_state().trace().unwrap();
        let calls = trace.iter().filter(|it| {
            let create = matches!(it.event, TraceEvent::ToldCommand { command: 0x03, .. });
            create && it.clock == 0
        });
        calls.count()
    };
    let mut window = playing();
    wait(&mut window, "the next second", |it| clock(it) > 0);
    assert_eq!(created(&window), 4, "of the start part");
    // Another document's window tells the same of the game.
    let open = Action::Open("../examples/minimal.mission.yaml".into());
    ask(&mut window, open);
    wait(&mut window, "the run by its own names", |it| {
        let preview = it.state().preview_state();
        preview.is_linked() && preview.snapshot().is_some()
    });
    window.run_steps(4);
    assert_eq!(created(&window), 4);
}

#[test]
fn a_question_for_another_moment_does_not_stop_the_game() {
    let mut window = playing();
    wait(&mut window, "the next second", |it| clock(it) > 0);
    for action in [
        PreviewAction::Seek(runtime::Tick(0)),
        PreviewAction::BackSecond,
        PreviewAction::StepSecond,
    ] {
        ask(&mut window, Action::Preview(action));
        settle(&mut window);
        assert!(window.state().preview_state().is_running());
    }
    let second = clock(&window);
    wait(&mut window, "the next", |it| clock(it) > second);
}
