//! The files of a game of the author's own: its program, and where it looks for missions.

use std::path::{Path, PathBuf};

/// A game's program with its whole path, if it is there and, where files say so, may be executed.
///
/// # Errors
/// What is wrong with the path, and the way out.
pub(super) fn startable(program: &Path) -> Result<PathBuf, String> {
    let name = program.display();
    // Its own folder becomes the current one as it starts, and a bare name would be looked for elsewhere.
    let whole = std::path::absolute(program)
        .map_err(|error| format!("{name} is no path ({error}); correct it in the panel Live"))?;
    let found = match std::fs::metadata(&whole) {
        Ok(found) => found,
        Err(error) => return Err(missing(&whole, &error)),
    };
    if !found.is_file() {
        return Err(format!(
            "{name} is a folder, or another thing than a file; name the game's program in it"
        ));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Anybody's right will do: whether it is ours shows as it is started.
        if found.permissions().mode() & 0o111 == 0 {
            return Err(format!(
                "{name} is no program, or may not be executed; if it is the game's, allow it with \
                 `chmod +x {}`",
                runtime::engine::shell_word(program)
            ));
        }
    }
    Ok(whole)
}

/// Why there is nothing at a path: the first of its parts that is not there has the typing mistake.
fn missing(path: &Path, error: &std::io::Error) -> String {
    let lacks = |folder: &&Path| folder.parent().is_some_and(Path::is_dir) && !folder.exists();
    let name = |part: &Path| part.file_name().map(|it| it.to_string_lossy().into_owned());
    let first = path.ancestors().find(lacks);
    match first.and_then(|it| Some((it.parent()?, name(it)?))) {
        Some((folder, part)) => format!(
            "{} has no {part}; correct the path of its program in the panel Live",
            folder.display()
        ),
        None => format!(
            "{} cannot be looked at ({error}); correct the path of its program in the panel Live",
            path.display()
        ),
    }
}

/// Where a game looks for a mission: `missions/missionN.dte` beside its program, whatever the case of
/// the names (game-files 1).
pub(super) fn mission_path(program: &Path, number: u16) -> PathBuf {
    let folder = program.parent().unwrap_or(Path::new("."));
    let missions = same_name(folder, "missions");
    let name = format!("mission{number}.dte");
    same_name(&missions, &name)
}

/// A file or a folder in a folder, by its name without regard to case.
fn same_name(folder: &Path, name: &str) -> PathBuf {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut same = entries.filter(|entry| {
        let found = entry.file_name();
        found.to_string_lossy().eq_ignore_ascii_case(name)
    });
    same.next()
        .map_or_else(|| folder.join(name), |it| it.path())
}

/// Whether a file has the very bytes that are to be written, so that nothing is lost.
pub(super) fn is_ours(path: &Path, image: &formats::Image) -> bool {
    std::fs::read(path).is_ok_and(|bytes| bytes == image.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mission_goes_where_the_game_looks_whatever_the_case_of_the_names() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("openreliant");
        let fresh = mission_path(&program, 7);
        assert_eq!(fresh, folder.path().join("missions/mission7.dte"));
        let missions = folder.path().join("Missions");
        std::fs::create_dir(&missions).unwrap();
        std::fs::write(missions.join("MISSION7.DTE"), b"old").unwrap();
        assert_eq!(mission_path(&program, 7), missions.join("MISSION7.DTE"));
        assert_eq!(mission_path(&program, 8), missions.join("mission8.dte"));
    }
    #[test]
    fn a_program_that_cannot_be_started_is_told_with_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("openreliant"), "#!/bin/sh\n").unwrap();
        let why = |name: &str| startable(&at(name)).unwrap_err();
        let here = folder.path().display();
        assert!(why("openrelaint").starts_with(&format!("{here} has no openrelaint;")));
        assert!(why("game/bin/openreliant").starts_with(&format!("{here} has no game;")));
        assert!(
            startable(folder.path())
                .unwrap_err()
                .contains("is a folder")
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let allow = |mode| {
                let mode = std::fs::Permissions::from_mode(mode);
                std::fs::set_permissions(at("openreliant"), mode).unwrap();
            };
            allow(0o644);
            let told = why("openreliant");
            let command = format!("`chmod +x {}`", at("openreliant").display());
            assert!(told.contains(&command), "{told}");
            allow(0o755);
        }
        assert_eq!(startable(&at("openreliant")), Ok(at("openreliant")));
    }
}
