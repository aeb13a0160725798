//! The order in which a frame is drawn, and what each step of it asks of the GPU.

use std::collections::BTreeMap;

use three_d::{Blend, Cull, DepthTest, Program, RenderStates, WriteMask, vec2, vec3, vec4};

use super::buffers::{GpuInstances, GpuPieces, Layer};
use super::{Area, Frame, Renderer};
use crate::camera::Projection;
use crate::scene::Form;
use crate::spaces::DOWN;

/// What all draws of one layer share.
pub(super) struct Pass<'a> {
    renderer: &'a Renderer,
    area: Area,
    lens: Lens,
}

/// The camera as the shaders take it.
#[derive(Debug, Clone, Copy)]
struct Lens {
    lens: [f32; 4],
    depth_line: [f32; 2],
    focal: f32,
    up: [f32; 3],
    viewport: [f32; 2],
    /// The size of a pixel, in points.
    pixel: f32,
    outline_width: f32,
    shade: f32,
}

/// Depths from the near plane to this many times it have numbers of their own; all beyond share the
/// last.
const DEPTH_RANGE: f64 = 1e14;

/// How strongly an outline shows through what hides it.
const HIDDEN_OUTLINE: f32 = 0.2;
/// How much deeper than itself a body's outline lies, in radii.
const SUNK: f32 = 0.5;
/// The same for what shows through: so far before the body that the body itself never hides it.
const RAISED: f32 = -2.0;

/// How a body is drawn.
const SOLID: f32 = 0.0;
const GHOST: f32 = 1.0;
const VOLUME: f32 = 2.0;

impl<'a> Pass<'a> {
    pub(super) fn new(
        renderer: &'a Renderer,
        area: Area,
        frame: &Frame<'_>,
        depths: Option<(f64, f64)>,
    ) -> Self {
        Self {
            renderer,
            area,
            lens: Lens::new(area, frame, depths),
        }
    }

    pub(super) fn draw_scene(&self, layer: &Layer) {
        self.bodies(&layer.solid, SOLID, solid());
        self.lines(&layer.lines, DepthTest::LessOrEqual);
        self.outlines(&layer.outlines);
        // A volume is seen from within, too.
        self.bodies(&layer.volumes, VOLUME, translucent(Cull::None));
        self.ghosts(&layer.ghosts);
        self.lines(&layer.lines_on_top, DepthTest::Always);
    }

    pub(super) fn draw_overlay(&self, layer: &Layer) {
        self.lines(&layer.lines, DepthTest::Always);
        self.ghosts(&layer.ghosts);
        self.bodies(&layer.solid, SOLID, solid());
        self.lines(&layer.lines_on_top, DepthTest::Always);
    }

    /// Ghosts come last of what bodies hide, because their own depth, laid down first so that none
    /// of their inner parts shows, would hide the rest.
    fn ghosts(&self, batches: &BTreeMap<Form, GpuInstances>) {
        let depth_alone = RenderStates {
            write_mask: WriteMask::DEPTH,
            ..solid()
        };
        self.bodies(batches, GHOST, depth_alone);
        self.bodies(batches, GHOST, translucent(Cull::None));
    }

    fn bodies(
        &self,
        batches: &BTreeMap<Form, GpuInstances>,
        translucency: f32,
        states: RenderStates,
    ) {
        let program = &self.renderer.shapes;
        for (form, instances) in batches {
            let Some(mesh) = self.renderer.meshes.get(form) else {
                continue;
            };
            let (corners, count) = (
                mesh.positions.vertex_count(),
                instances.places.instance_count(),
            );
            if corners == 0 || count == 0 {
                continue;
            }
            self.use_lens(program);
            program.use_uniform_if_required("translucency", translucency);
            program.use_uniform_if_required("shade", self.lens.shade);
            program.use_vertex_attribute("position", &mesh.positions);
            program.use_vertex_attribute("normal", &mesh.normals);
            program.use_vertex_attribute("tint", &mesh.tints);
            program.use_vertex_attribute("crease", &mesh.creases);
            program.use_instance_attribute("place", &instances.places);
            program.use_instance_attribute("turn", &instances.turns);
            program.use_instance_attribute("colour", &instances.colours);
            program.draw_arrays_instanced(states, self.area.viewport, corners, count);
        }
    }

    fn outlines(&self, batches: &BTreeMap<Form, GpuInstances>) {
        // What hides an outline dims it but does not make the selection disappear.
        for (strength, sunk, depth_test) in [
            (1.0, SUNK, DepthTest::LessOrEqual),
            (HIDDEN_OUTLINE, RAISED, DepthTest::Greater),
        ] {
            let states = RenderStates {
                depth_test,
                ..translucent(Cull::Front)
            };
            for (form, instances) in batches {
                self.outline(*form, instances, [strength, sunk], states);
            }
        }
    }

    fn outline(
        &self,
        form: Form,
        instances: &GpuInstances,
        [strength, sunk]: [f32; 2],
        states: RenderStates,
    ) {
        let program = &self.renderer.outlines;
        let Some(mesh) = self.renderer.meshes.get(&form) else {
            return;
        };
        let (corners, count) = (
            mesh.positions.vertex_count(),
            instances.places.instance_count(),
        );
        if corners == 0 || count == 0 {
            return;
        }
        self.use_lens(program);
        program.use_uniform_if_required("outline_width", self.lens.outline_width);
        program.use_uniform_if_required("sunk", sunk);
        program.use_uniform_if_required("strength", strength);
        program.use_vertex_attribute("position", &mesh.positions);
        program.use_vertex_attribute("outline_normal", &mesh.outline_normals);
        program.use_instance_attribute("place", &instances.places);
        program.use_instance_attribute("turn", &instances.turns);
        program.use_instance_attribute("colour", &instances.colours);
        program.draw_arrays_instanced(states, self.area.viewport, corners, count);
    }

    fn lines(&self, pieces: &GpuPieces, depth_test: DepthTest) {
        let count = pieces.from.instance_count();
        if count == 0 {
            return;
        }
        let program = &self.renderer.lines;
        let states = RenderStates {
            depth_test,
            ..translucent(Cull::None)
        };
        self.use_lens(program);
        program.use_instance_attribute("from", &pieces.from);
        program.use_instance_attribute("to", &pieces.to);
        program.use_instance_attribute("colour", &pieces.colours);
        program.use_instance_attribute("style", &pieces.styles);
        program.use_instance_attribute("crowding", &pieces.crowding);
        // Two triangles, whose corners the shader makes up.
        program.draw_arrays_instanced(states, self.area.viewport, 6, count);
    }

    fn use_lens(&self, program: &Program) {
        let Lens {
            lens: [x, y, z, w],
            depth_line: [slope, start],
            focal,
            up: [up_x, up_y, up_z],
            viewport: [width, height],
            pixel,
            ..
        } = self.lens;
        program.use_uniform_if_required("lens", vec4(x, y, z, w));
        program.use_uniform_if_required("depth_line", vec2(slope, start));
        program.use_uniform_if_required("focal", focal);
        program.use_uniform_if_required("up", vec3(up_x, up_y, up_z));
        program.use_uniform_if_required("viewport", vec2(width, height));
        program.use_uniform_if_required("pixel", pixel);
    }
}

impl Lens {
    fn new(area: Area, frame: &Frame<'_>, depths: Option<(f64, f64)>) -> Self {
        let camera = frame.camera;
        let half = camera.centre().max(glam::DVec2::splat(0.5));
        // At a depth of one in perspective, at any depth without.
        let focal = match camera.projection {
            Projection::Perspective => camera.focal_length(),
            Projection::Orthographic => camera.points_per_unit(camera.distance),
        };
        let near = camera.near();
        let (slope, start) = match camera.projection {
            Projection::Perspective => {
                let slope = DEPTH_RANGE.log2().recip();
                (slope, -near.log2() * slope)
            }
            Projection::Orthographic => {
                let (nearest, farthest) = depths.unwrap_or((0.0, 1.0));
                // Room for what touches the ends, and never none.
                let room = (farthest - nearest).max(camera.distance * 1e-3) * 0.05;
                let slope = (farthest - nearest + 2.0 * room).recip();
                (slope, (room - nearest) * slope)
            }
        };
        let perspective = camera.projection == Projection::Perspective;
        let up = -(camera.eye().camera_from_game * DOWN);
        let pixels = f64::from(area.viewport.width.max(1));
        // From here on f32 does: these are shares, points and logarithms.
        Self {
            lens: [
                (focal / half.x) as f32,
                (-focal / half.y) as f32,
                near as f32,
                if perspective { 1.0 } else { 0.0 },
            ],
            depth_line: [slope as f32, start as f32],
            focal: focal as f32,
            up: up.as_vec3().to_array(),
            viewport: (half * 2.0).as_vec2().to_array(),
            pixel: (half.x * 2.0 / pixels) as f32,
            outline_width: frame.theme.outline_width,
            shade: frame.theme.shade,
        }
    }
}

fn solid() -> RenderStates {
    RenderStates {
        depth_test: DepthTest::LessOrEqual,
        ..RenderStates::default()
    }
}

fn translucent(cull: Cull) -> RenderStates {
    RenderStates {
        depth_test: DepthTest::LessOrEqual,
        write_mask: WriteMask::COLOR,
        blend: Blend::TRANSPARENCY,
        cull,
    }
}
