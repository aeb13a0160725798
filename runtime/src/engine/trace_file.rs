//! The log of a run as a file: one JSON object a line.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::trace::Trace;

/// Sees before the run that the log has a place.
///
/// # Errors
/// Where it would be written over the mission or a folder, or into a folder that is not there.
pub(super) fn mind(path: &Path, mission: &Path) -> Result<(), String> {
    let name = path.display();
    let same = |a: &Path, b: &Path| match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    if same(path, mission) {
        return Err(format!(
            "{name} is the mission and would be written over; give the trace another name"
        ));
    }
    if path.is_dir() || path.file_name().is_none() {
        return Err(format!(
            "{name} is a folder; name a file in it for the trace"
        ));
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => Err(format!(
            "the folder of {name} is not there; make it, or give the trace another place"
        )),
        _ => Ok(()),
    }
}

/// Writes a log beside its place and renames it there, so that no half of one is ever seen.
///
/// # Errors
/// Where the folder cannot be written to, or the disk is full; the message names the file.
pub(super) fn write(path: &Path, trace: &Trace) -> Result<(), String> {
    let beside = beside(path);
    let written = write_lines(&beside, trace).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What is half written is of no use.
        let _ = fs::remove_file(&beside);
        format!("the trace {} could not be written: {error}", path.display())
    })
}

fn write_lines(path: &Path, trace: &Trace) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for entry in trace {
        serde_json::to_writer(&mut file, entry)?;
        file.write_all(b"\n")?;
    }
    file.flush()
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}
