//! The log of a run as a file: one JSON object a line.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::trace::Trace;

/// Sees before the run that the log has a place.
///
/// # Errors
/// Where it would be written over the mission or a folder, or into a folder that is not there or takes no file.
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
        _ if fs::metadata(path).is_ok_and(|it| !it.is_file()) => Ok(()),
        _ => try_out(path).map_err(|error| {
            format!("{name} cannot be written: {error}; give the trace another place")
        }),
    }
}

/// Makes and removes the file that the trace is written into first.
fn try_out(path: &Path) -> io::Result<()> {
    let beside = beside(&place(path));
    File::create(&beside)?;
    fs::remove_file(&beside)
}

/// Where there is a link, what it leads to.
fn place(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Writes a log beside its place and renames it there, so that no half of one is ever seen. A link is
/// followed, a file that is there is kept as NAME.bak, and into what is no file, such as a pipe, it is
/// written as it is.
///
/// # Errors
/// Where the folder cannot be written to, or the disk is full; the message names the file.
pub(super) fn write(path: &Path, trace: &Trace) -> Result<(), String> {
    let told = |error: io::Error| {
        let name = path.display();
        format!("the trace {name} could not be written: {error}")
    };
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|it| !it.is_file()) {
        return write_lines(path, trace).map_err(told);
    }
    let place = place(path);
    let beside = beside(&place);
    let written = write_lines(&beside, trace)
        .and_then(|()| match there {
            Some(_) => fs::rename(&place, backup(&place)),
            None => Ok(()),
        })
        .and_then(|()| fs::rename(&beside, &place));
    written.map_err(|error| {
        // What is half written is of no use.
        let _ = fs::remove_file(&beside);
        told(error)
    })
}

/// What a file that was there is kept as.
fn backup(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".bak");
    path.with_file_name(name)
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
