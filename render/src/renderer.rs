//! Puts a scene on a GL target.
//!
//! What leaves for the GPU is prepared by [`crate::ships`], [`crate::lines`] and [`crate::grid`],
//! and only when the scene, the camera, the grid or the theme is another than last time; each form
//! is one draw call.
//!
//! Lines are smooth on any target; the edges of bodies are as smooth as the target's samples make
//! them, and four are plenty. The target needs a depth buffer of 24 bits.

mod buffers;
mod passes;

use std::collections::BTreeMap;

use three_d::{ClearState, Context, CoreError, Program, RenderTarget, ScissorBox, Viewport};

use crate::scene::{Form, Scene};
use crate::{Camera, Grid, Theme};
use buffers::{GpuMesh, View};
use passes::Pass;

/// What one viewport shows.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Drawn over everything else: the gizmo.
    pub overlay: Option<&'a Scene>,
    /// The grid, if one is wanted.
    pub grid: Option<&'a Grid>,
    /// Where it is seen from. Its viewport, in points, covers [`Area::viewport`].
    pub camera: &'a Camera,
    /// Colours.
    pub theme: &'a Theme,
    /// Which viewport this is; each keeps its own prepared data from frame to frame.
    pub view: usize,
}

/// Where on the target to draw, in pixels from its lower left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// What the camera's viewport covers.
    pub viewport: Viewport,
    /// What may be touched.
    pub scissor: ScissorBox,
}

/// Why nothing was drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The driver did not take a shader, or the context is of no use.
    #[error("the graphics driver refused: {0}")]
    Graphics(#[from] CoreError),
}

/// Draws frames on one GL context; holds what the GPU keeps.
pub struct Renderer {
    context: Context,
    shapes: Program,
    outlines: Program,
    lines: Program,
    meshes: BTreeMap<Form, GpuMesh>,
    views: BTreeMap<usize, View>,
}

impl Renderer {
    /// Makes the shaders on a context.
    ///
    /// # Errors
    /// [`Error::Graphics`], when the driver refuses a shader.
    pub fn new(context: &Context) -> Result<Self, Error> {
        let program =
            |vertex: &str, fragment: &str| Program::from_source(context, vertex, fragment);
        Ok(Self {
            shapes: program(
                include_str!("shaders/shapes.vert"),
                include_str!("shaders/shapes.frag"),
            )?,
            outlines: program(
                include_str!("shaders/outlines.vert"),
                include_str!("shaders/outlines.frag"),
            )?,
            lines: program(
                include_str!("shaders/lines.vert"),
                include_str!("shaders/lines.frag"),
            )?,
            context: context.clone(),
            meshes: BTreeMap::new(),
            views: BTreeMap::new(),
        })
    }

    /// As [`Renderer::new`], on a GL context that someone else made current, such as a window's.
    ///
    /// # Errors
    /// [`Error::Graphics`], when the context is of no use or the driver refuses a shader.
    pub fn from_gl(gl: std::sync::Arc<three_d::context::Context>) -> Result<Self, Error> {
        Self::new(&Context::from_gl_context(gl)?)
    }

    /// The context it draws on, to make targets with.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Draws a frame: clears the area, then the scene, then the overlay on top.
    ///
    /// # Errors
    /// [`Error::Graphics`], when the driver does not go along.
    pub fn draw(
        &mut self,
        target: &RenderTarget<'_>,
        area: Area,
        frame: &Frame<'_>,
    ) -> Result<(), Error> {
        let scissor = area.scissor;
        // GL takes an empty box for no box at all, and would draw over the whole window.
        if scissor.width == 0 || scissor.height == 0 || area.viewport.width == 0 {
            return Ok(());
        }
        for scene in [Some(frame.scene), frame.overlay].into_iter().flatten() {
            self.load_meshes(scene);
        }
        // Taken out while the rest of the renderer is lent to the passes.
        let mut view = self
            .views
            .remove(&frame.view)
            .unwrap_or_else(|| View::new(&self.context));
        view.prepare(frame);
        let drawn = self.draw_view(target, area, frame, &view);
        self.views.insert(frame.view, view);
        drawn
    }

    fn draw_view(
        &self,
        target: &RenderTarget<'_>,
        area: Area,
        frame: &Frame<'_>,
        view: &View,
    ) -> Result<(), Error> {
        let scissor = area.scissor;
        let [r, g, b, _] = frame.theme.background.map(|part| f32::from(part) / 255.0);
        target.clear_partially(scissor, ClearState::color_and_depth(r, g, b, 1.0, 1.0));
        let passes = |depths| Pass::new(self, area, frame, depths);
        target.write_partially(scissor, || {
            passes(view.scene.depths()).draw_scene(&view.scene);
            Ok::<(), CoreError>(())
        })?;
        if frame.overlay.is_some() {
            target.clear_partially(scissor, ClearState::depth(1.0));
            target.write_partially(scissor, || {
                passes(view.overlay.depths()).draw_overlay(&view.overlay);
                Ok::<(), CoreError>(())
            })?;
        }
        Ok(())
    }

    /// Draws a frame on the window itself, `width` by `height` pixels large.
    ///
    /// # Errors
    /// As [`Renderer::draw`].
    pub fn draw_on_window(
        &mut self,
        width: u32,
        height: u32,
        area: Area,
        frame: &Frame<'_>,
    ) -> Result<(), Error> {
        let target = RenderTarget::screen(&self.context, width, height);
        self.draw(&target, area, frame)
    }

    fn load_meshes(&mut self, scene: &Scene) {
        for shape in &scene.shapes {
            let own = match shape.form {
                Form::Mesh(id) => match scene.meshes.get(&id) {
                    Some(own) => Some(own),
                    None => continue,
                },
                _ => None,
            };
            let loaded = self.meshes.get(&shape.form);
            if loaded.is_none_or(|loaded| !loaded.is_of(own)) {
                let mesh = GpuMesh::load(&self.context, shape.form, own);
                self.meshes.insert(shape.form, mesh);
            }
        }
    }
}
