//! Writing files so that no half of one is ever seen.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Writes a file beside its place and renames it there.
///
/// With `backup`, what stood there before is kept as `NAME.bak`. Whatever goes wrong, the place holds
/// either the old file or the new one, whole.
///
/// # Errors
/// Where the folder cannot be written to, or the disk is full; the message names the file.
pub fn write_atomically(path: &Path, bytes: &[u8], backup: bool) -> Result<()> {
    // A link is followed, so that the file that it stands for is what changes.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let beside = beside(path);
    let written = write_new(&beside, bytes)
        .and_then(|()| if backup { keep_backup(path) } else { Ok(()) })
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

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || -> std::io::Result<()> {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        // What is renamed into place must be on the disk, or a power cut leaves an empty file.
        file.sync_all()
    };
    write().with_context(|| format!("could not write {}", path.display()))
}

fn keep_backup(path: &Path) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let backup = path.with_file_name(format!("{name}.bak"));
    fs::copy(path, &backup)
        .map(|_| ())
        .with_context(|| format!("could not keep the old file as {}", backup.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_is_kept_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mission.yaml");
        write_atomically(&path, b"one", true).unwrap();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "no backup of nothing"
        );
        write_atomically(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(
            fs::read(folder.path().join("a.mission.yaml.bak")).unwrap(),
            b"one"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("a.yaml");
        let error = write_atomically(&path, b"one", true).unwrap_err();
        assert!(format!("{error:#}").contains("a.yaml"), "{error:#}");
    }
}
