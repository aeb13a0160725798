//! Writing files so that no half of one is ever seen.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// What becomes of the file that stood there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backup {
    /// It is gone: the file can be made again at any time.
    None,
    /// It is kept as `NAME.bak`, in the place of what was kept before.
    Last,
    /// It is kept as `NAME.bak`, unless that is there already: a game's own mission stays whole
    /// however often it is written over.
    First,
}

/// Writes a file beside its place and renames it there.
///
/// Whatever goes wrong, the place holds either the old file or the new one, whole. What stands there
/// and is no regular file, such as a device, is written to instead.
///
/// # Errors
/// Where the folder cannot be written to, or the disk is full; the message names the file.
pub fn write_atomically(path: &Path, bytes: &[u8], backup: Backup) -> Result<()> {
    // A link is followed, so that the file that it stands for is what changes.
    let path = &followed(path);
    anyhow::ensure!(
        !path.is_dir(),
        "{} is a folder; name a file in it",
        path.display()
    );
    if fs::metadata(path).is_ok_and(|it| !it.is_file()) {
        // A device or a pipe takes what is written; a file in its place would end it for all others.
        return write_into(path, bytes);
    }
    anyhow::ensure!(
        !fs::metadata(path).is_ok_and(|it| it.permissions().readonly()),
        "{} may not be written to; allow it, or choose another name",
        path.display()
    );
    let beside = beside(path);
    let written = write_new(&beside, bytes)
        .with_context(|| format!("could not write {}", path.display()))
        .and_then(|()| keep_backup(path, bytes, backup))
        .and_then(|()| {
            // A file that others may read stays one, and one that only its owner may does too.
            if let Ok(old) = fs::metadata(path) {
                let _ = fs::set_permissions(&beside, old.permissions());
            }
            fs::rename(&beside, path)
                .with_context(|| format!("could not put the new file at {}", path.display()))
        });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Writes to what stands at a place already.
fn write_into(path: &Path, bytes: &[u8]) -> Result<()> {
    let opened = File::options().write(true).open(path);
    opened
        .and_then(|mut file| file.write_all(bytes))
        .with_context(|| format!("could not write to {}", path.display()))
}

/// The file that a path stands for; for a link whose file is not there yet, where that would be.
fn followed(path: &Path) -> PathBuf {
    if let Ok(file) = fs::canonicalize(path) {
        return file;
    }
    match fs::read_link(path) {
        Ok(file) => path.parent().unwrap_or(Path::new("")).join(file),
        Err(_) => path.to_path_buf(),
    }
}

/// Whether two paths stand for one file.
pub fn is_same(a: &Path, b: &Path) -> bool {
    let (a, b) = (followed(a), followed(b));
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    whole(&a) == whole(&b)
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    // What is renamed into place must be on the disk, or a power cut leaves an empty file.
    file.sync_all()
}

fn keep_backup(path: &Path, new: &[u8], backup: Backup) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let kept = path.with_file_name(format!("{name}.bak"));
    let wanted = match backup {
        Backup::None => false,
        Backup::Last => true,
        Backup::First => !kept.exists(),
    };
    // The same bytes again would only push out an older backup that says more.
    if !wanted || !path.exists() || fs::read(path).is_ok_and(|old| old == new) {
        return Ok(());
    }
    let half = beside(&kept);
    fs::copy(path, &half)
        .and_then(|_| fs::rename(&half, &kept))
        .inspect_err(|_| {
            let _ = fs::remove_file(&half);
        })
        .with_context(|| format!("could not keep the old file as {}", kept.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_is_kept_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mission.yaml");
        write_atomically(&path, b"one", Backup::Last).unwrap();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "no backup of nothing"
        );
        write_atomically(&path, b"two", Backup::Last).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(
            fs::read(folder.path().join("a.mission.yaml.bak")).unwrap(),
            b"one"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn the_first_file_outlives_every_later_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mission1.dte");
        let kept = folder.path().join("mission1.dte.bak");
        fs::write(&path, b"the game's own").unwrap();
        for text in ["one", "two"] {
            write_atomically(&path, text.as_bytes(), Backup::First).unwrap();
            assert_eq!(fs::read(&kept).unwrap(), b"the game's own");
        }
        write_atomically(&path, b"two", Backup::Last).unwrap();
        assert_eq!(
            fs::read(&kept).unwrap(),
            b"the game's own",
            "nothing new was written"
        );
        write_atomically(&path, b"three", Backup::Last).unwrap();
        assert_eq!(fs::read(&kept).unwrap(), b"two");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_what_may_not_be_written_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("real.yaml", at("link.yaml")).unwrap();
        for text in ["one", "two"] {
            write_atomically(&at("link.yaml"), text.as_bytes(), Backup::Last).unwrap();
            assert!(fs::symlink_metadata(at("link.yaml")).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(at("real.yaml")).unwrap(), text);
        }
        assert!(is_same(&at("link.yaml"), &at("real.yaml")));
        assert!(!is_same(&at("link.yaml"), &at("other.yaml")));
        let error = write_atomically(folder.path(), b"one", Backup::Last).unwrap_err();
        assert!(format!("{error:#}").contains("is a folder"), "{error:#}");
        let mut shut = fs::metadata(at("real.yaml")).unwrap().permissions();
        shut.set_readonly(true);
        fs::set_permissions(at("real.yaml"), shut).unwrap();
        let error = write_atomically(&at("real.yaml"), b"three", Backup::Last).unwrap_err();
        assert!(format!("{error:#}").contains("may not be written"));
        assert_eq!(fs::read_to_string(at("real.yaml")).unwrap(), "two");
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("a.yaml");
        let error = write_atomically(&path, b"one", Backup::Last).unwrap_err();
        assert!(format!("{error:#}").contains("a.yaml"), "{error:#}");
    }
}
