//! `sortie screenshot`: a mission as a picture.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use eframe::egui::{self, ColorImage, Event, UserData, ViewportCommand};

use crate::app::{App, native_options, no_display};
use crate::document::Document;
use crate::files::{Backup, write_atomically};

use crate::terminal::{Outcome, tell};

use super::{mind_output, open};

/// Frames after which everything stands where it belongs.
const SETTLED: u32 = 4;
/// How long a driver may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What to draw, and where to.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The mission, as NAME.mission.yaml or NAME.dte.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The PNG file to write.
    #[arg(short, long, value_name = "OUT.png")]
    output: PathBuf,
    /// Its size in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = parse_size)]
    size: Size,
    /// Draw the whole editor rather than the mission alone.
    #[arg(long)]
    window: bool,
    /// In light colours.
    #[arg(long)]
    light: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    width: u16,
    height: u16,
}

fn parse_size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse().ok().filter(|side| (64..=8192).contains(side));
    let sides = text
        .split_once(['x', 'X'])
        .and_then(|(w, h)| Some((side(w)?, side(h)?)));
    match sides {
        Some((width, height)) => Ok(Size { width, height }),
        None => Err("a size is WIDTHxHEIGHT, each from 64 to 8192, such as 1280x800".to_owned()),
    }
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    mind_output(&args.input, &args.output, "the picture", &[])?;
    let ending = args.output.extension().unwrap_or_default();
    if !ending.eq_ignore_ascii_case("png") {
        bail!(
            "a picture is a PNG file; name it so, as in {}",
            args.output.with_extension("png").display()
        );
    }
    let opened = open(&args.input)?;
    if no_display().is_some() {
        tell(
            "sortie: a screenshot needs a display with OpenGL; under a server, run it in xvfb-run",
        );
        return Ok(Outcome::Refused);
    }
    let document = Document::opened(&args.input, opened);
    let (sender, pictures) = channel();
    let size = egui::vec2(args.size.width.into(), args.size.height.into());
    let mut options = native_options();
    // Nothing of the author's own window goes into a picture, and nothing of a picture into it.
    options.persist_window = false;
    let storage =
        std::env::temp_dir().join(format!("sortie-screenshot-{}.ron", std::process::id()));
    options.persistence_path = Some(storage.clone());
    options.viewport = options
        .viewport
        .with_inner_size(size)
        .with_decorations(false);
    let (whole, light) = (args.window, args.light);
    eframe::run_native(
        "sortie-screenshot",
        options,
        Box::new(move |creation| {
            // One point is one pixel, whatever the desktop's own scale.
            creation.egui_ctx.set_pixels_per_point(1.0);
            let mut app = App::new(&creation.egui_ctx, None, creation.gl.clone());
            app.replace(document);
            if light {
                crate::theme::install(&creation.egui_ctx, false);
                app.settings.dark = false;
            }
            Ok(Box::new(Shot {
                app,
                whole,
                frames: 0,
                begun: Instant::now(),
                sender,
            }))
        }),
    )
    .map_err(|error| anyhow::anyhow!("no window to draw in: {error}"))?;
    // It holds where egui's own areas stood, if it was written at all.
    let _ = std::fs::remove_file(storage);
    let Ok(picture) = pictures.try_recv() else {
        bail!(
            "the driver gave no picture within {} seconds",
            PATIENCE.as_secs()
        );
    };
    write_png(&args.output, &picture)?;
    Ok(Outcome::Fine)
}

fn write_png(path: &Path, picture: &ColorImage) -> Result<()> {
    let [width, height] = picture.size;
    let bytes: Vec<u8> = picture
        .pixels
        .iter()
        .flat_map(|pixel| pixel.to_array())
        .collect();
    let image = u32::try_from(width)
        .ok()
        .zip(u32::try_from(height).ok())
        .and_then(|(width, height)| image::RgbaImage::from_raw(width, height, bytes))
        .context("the picture is too large for a PNG file")?;
    let mut png = std::io::Cursor::new(Vec::new());
    image.write_to(&mut png, image::ImageFormat::Png)?;
    write_atomically(path, png.get_ref(), Backup::None)
}

/// A window that is there for one picture.
struct Shot {
    app: App,
    whole: bool,
    frames: u32,
    begun: Instant,
    sender: Sender<ColorImage>,
}

impl eframe::App for Shot {
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        self.app.clear_color(visuals)
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        if self.whole {
            self.app.frame(ui);
        } else {
            self.app.picture(ui);
        }
        let context = ui.ctx();
        self.frames += 1;
        if self.frames == SETTLED {
            context.send_viewport_cmd(ViewportCommand::Screenshot(UserData::default()));
        }
        let picture = context.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Screenshot { image, .. } => Some(image.as_ref().clone()),
                _ => None,
            })
        });
        let got = picture.is_some();
        if let Some(picture) = picture {
            // Whoever waits for it is on the other side of the window's loop.
            let _ = self.sender.send(picture);
        }
        if got || self.begun.elapsed() > PATIENCE {
            context.send_viewport_cmd(ViewportCommand::Close);
        }
        context.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(
            parse_size("1280x800"),
            Ok(Size {
                width: 1280,
                height: 800
            })
        );
        for wrong in [
            "",
            "1280",
            "1280x",
            "0x0",
            "12 80x800",
            "1280x80000",
            "-1x5",
        ] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
