//! Missions on disk: a source in YAML, or a `.DTE` image.

use std::path::{Path, PathBuf};

use formats::yaml::Position;
use formats::{Image, Warning};
use model::Mission;
use model::decompile::decompile;
use model::diagnostic::{Diagnostic, Place};
use model::source::{Source, SourceProblem};

/// A mission and what it was read from.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The mission.
    pub mission: Mission,
    /// What it was read from.
    pub origin: Origin,
    /// What was odd about it.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a mission was read from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A source, whose text a save changes no more than it must.
    Source(Box<Source>),
    /// An image, which an export without edits gives back byte for byte.
    Image(Box<Image>),
}

/// A file that could not be opened as a mission. It was not changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It could not be read at all.
    #[error("{}: {}", path.display(), in_words(error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is no image of a mission.
    #[error("{}: {error}", path.display())]
    Image {
        /// The file.
        path: PathBuf,
        /// Why, and at which offset.
        error: formats::Error,
    },
    /// Its text is no mission source.
    #[error("{}", list(path, problems))]
    Source {
        /// The file.
        path: PathBuf,
        /// Every problem found, with its line.
        problems: Vec<SourceProblem>,
    },
}

/// Why a file cannot be read, without the system's numbers where the reason is plain.
fn in_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "the file may not be read".to_owned(),
        ErrorKind::IsADirectory => "this is a folder".to_owned(),
        _ => error.to_string(),
    }
}

impl OpenError {
    /// What is wrong, place by place.
    pub fn problems(&self) -> Vec<(Option<Position>, String)> {
        match self {
            Self::Source { problems, .. } => problems
                .iter()
                .map(|it| (Some(it.position), it.message.clone()))
                .collect(),
            Self::Unreadable { error, .. } => vec![(None, in_words(error))],
            Self::Image { error, .. } => vec![(None, error.to_string())],
        }
    }
}

fn list(path: &Path, problems: &[SourceProblem]) -> String {
    let lines: Vec<_> = problems
        .iter()
        .map(|problem| {
            let Position { line, column } = problem.position;
            format!("{}:{line}:{column}: {}", path.display(), problem.message)
        })
        .collect();
    lines.join("\n")
}

/// Reads a mission from a file, whichever of the two forms it has.
///
/// # Errors
/// An [`OpenError`] where the file cannot be read, or read as a mission.
pub fn open(path: &Path) -> Result<Opened, OpenError> {
    let bytes = std::fs::read(path).map_err(|error| OpenError::Unreadable {
        path: path.to_path_buf(),
        error,
    })?;
    read(path, bytes)
}

/// Reads a mission from the bytes of a file.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, bytes: Vec<u8>) -> Result<Opened, OpenError> {
    if looks_like_image(path, &bytes) {
        return read_image(path, bytes);
    }
    let text = String::from_utf8(bytes).map_err(|error| OpenError::Source {
        path: path.to_path_buf(),
        problems: vec![not_text(&error)],
    })?;
    let source = Source::read(&text).map_err(|problems| OpenError::Source {
        path: path.to_path_buf(),
        problems,
    })?;
    Ok(Opened {
        mission: source.mission.clone(),
        origin: Origin::Source(Box::new(source)),
        diagnostics: Vec::new(),
    })
}

/// Whether a file is meant as an image: by its name, or since no text holds a NUL.
fn looks_like_image(path: &Path, bytes: &[u8]) -> bool {
    let extension = path
        .extension()
        .map(|it| it.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("dte") => true,
        Some("yaml" | "yml") => false,
        _ => bytes.contains(&0) || bytes.starts_with(&[0x10, 0xFB]),
    }
}

fn not_text(error: &std::string::FromUtf8Error) -> SourceProblem {
    let valid = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(error.as_bytes().get(..valid).unwrap_or_default());
    SourceProblem {
        position: Position::of(&before, before.len()),
        message: "this byte is no UTF-8, which a mission source is written in; \
                  save the text as UTF-8"
            .to_owned(),
    }
}

fn read_image(path: &Path, bytes: Vec<u8>) -> Result<Opened, OpenError> {
    let read = Image::read(bytes).map_err(|error| OpenError::Image {
        path: path.to_path_buf(),
        error,
    })?;
    let warnings: &[Warning] = &read.warnings;
    let mut opened = decompile(&read.value, warnings);
    opened.mission.number = number_of(path);
    Ok(Opened {
        mission: opened.mission,
        origin: Origin::Image(Box::new(read.value)),
        diagnostics: opened.diagnostics,
    })
}

/// The number in a name such as `mission42.dte`, which the game finds its missions by.
fn number_of(path: &Path) -> Option<u16> {
    let stem = path.file_stem()?.to_string_lossy().to_ascii_lowercase();
    stem.strip_prefix("mission")?.parse().ok()
}

impl Opened {
    /// Where in the file something is; images have no lines.
    pub fn position(&self, place: &Place) -> Option<Position> {
        match &self.origin {
            Origin::Source(source) => Some(source.position(place)),
            Origin::Image(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_told_by_name_and_by_bytes() {
        assert!(looks_like_image(Path::new("a.DTE"), b"source: 1"));
        assert!(!looks_like_image(Path::new("a.mission.yaml"), b"\0"));
        assert!(looks_like_image(Path::new("a"), b"\0\0"));
        assert!(!looks_like_image(Path::new("a"), b"source: 1"));
    }

    #[test]
    fn the_number_is_in_the_name() {
        assert_eq!(number_of(Path::new("x/Mission18.dte")), Some(18));
        assert_eq!(number_of(Path::new("first-sortie.dte")), None);
    }

    #[test]
    fn bytes_that_are_no_text_are_told_with_their_line() {
        let error = read(Path::new("a.yaml"), b"source: 1\nx: \xFF".to_vec()).unwrap_err();
        assert!(error.to_string().starts_with("a.yaml:2:4: "), "{error}");
    }
}
