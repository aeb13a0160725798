//! What the GPU keeps: meshes, and each viewport's prepared instances and pieces of lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use three_d::{Context, InstanceBuffer, VertexBuffer};

use super::Frame;
use crate::forms;
use crate::lines::{Cutter, Pieces};
use crate::scene::{Form, Scene};
use crate::ships::{Batches, Instances};
use crate::{Camera, Grid, Mesh, Theme};

/// A mesh on the GPU.
pub(super) struct GpuMesh {
    own: Option<Arc<Mesh>>,
    pub(super) positions: VertexBuffer<[f32; 3]>,
    pub(super) normals: VertexBuffer<[f32; 3]>,
    pub(super) outline_normals: VertexBuffer<[f32; 3]>,
    pub(super) tints: VertexBuffer<[u8; 4]>,
    pub(super) creases: VertexBuffer<[f32; 3]>,
}

/// Instances of one form on the GPU.
pub(super) struct GpuInstances {
    pub(super) places: InstanceBuffer<[f32; 4]>,
    pub(super) turns: InstanceBuffer<[f32; 4]>,
    pub(super) colours: InstanceBuffer<[u8; 4]>,
}

/// Pieces of lines on the GPU.
pub(super) struct GpuPieces {
    pub(super) from: InstanceBuffer<[f32; 3]>,
    pub(super) to: InstanceBuffer<[f32; 3]>,
    pub(super) colours: InstanceBuffer<[u8; 4]>,
    pub(super) styles: InstanceBuffer<[f32; 4]>,
    pub(super) crowding: InstanceBuffer<f32>,
}

/// What one viewport shows, prepared.
pub(super) struct View {
    pub(super) scene: Layer,
    pub(super) overlay: Layer,
}

/// A scene or an overlay, prepared for one camera.
pub(super) struct Layer {
    context: Context,
    key: Option<Key>,
    batches: Batches,
    pieces: Pieces,
    pub(super) solid: BTreeMap<Form, GpuInstances>,
    pub(super) ghosts: BTreeMap<Form, GpuInstances>,
    pub(super) volumes: BTreeMap<Form, GpuInstances>,
    pub(super) outlines: BTreeMap<Form, GpuInstances>,
    /// The grid and what bodies may hide.
    pub(super) lines: GpuPieces,
    pub(super) lines_on_top: GpuPieces,
}

/// What a layer was prepared for; where all is as it was, so is what was prepared.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    revision: u64,
    camera: Camera,
    grid: Option<Grid>,
    theme: Theme,
}

impl GpuMesh {
    pub(super) fn load(context: &Context, form: Form, own: Option<&Arc<Mesh>>) -> Self {
        let empty = Mesh::default();
        let mesh = own
            .map(AsRef::as_ref)
            .or_else(|| forms::built_in(form))
            .unwrap_or(&empty);
        let corners = &mesh.corners;
        Self {
            own: own.cloned(),
            positions: VertexBuffer::new_with_data(context, &corners.positions),
            normals: VertexBuffer::new_with_data(context, &corners.normals),
            outline_normals: VertexBuffer::new_with_data(context, &corners.outline_normals),
            tints: VertexBuffer::new_with_data(context, &corners.tints),
            creases: VertexBuffer::new_with_data(context, &corners.creases),
        }
    }

    /// Whether this is the given mesh of a scene, or a built-in one for `None`.
    pub(super) fn is_of(&self, own: Option<&Arc<Mesh>>) -> bool {
        match (&self.own, own) {
            (None, None) => true,
            (Some(loaded), Some(own)) => Arc::ptr_eq(loaded, own),
            _ => false,
        }
    }
}

impl GpuInstances {
    fn new(context: &Context) -> Self {
        Self {
            places: InstanceBuffer::new(context),
            turns: InstanceBuffer::new(context),
            colours: InstanceBuffer::new(context),
        }
    }

    fn fill(&mut self, instances: &Instances) {
        self.places.fill(&instances.places);
        self.turns.fill(&instances.turns);
        self.colours.fill(&instances.colours);
    }
}

impl GpuPieces {
    fn new(context: &Context) -> Self {
        Self {
            from: InstanceBuffer::new(context),
            to: InstanceBuffer::new(context),
            colours: InstanceBuffer::new(context),
            styles: InstanceBuffer::new(context),
            crowding: InstanceBuffer::new(context),
        }
    }

    fn fill(&mut self, pieces: &Pieces) {
        self.from.fill(&pieces.from);
        self.to.fill(&pieces.to);
        self.colours.fill(&pieces.colours);
        self.styles.fill(&pieces.styles);
        self.crowding.fill(&pieces.crowding);
    }
}

impl View {
    pub(super) fn new(context: &Context) -> Self {
        Self {
            scene: Layer::new(context),
            overlay: Layer::new(context),
        }
    }

    pub(super) fn prepare(&mut self, frame: &Frame<'_>) {
        self.scene.prepare(frame.scene, frame, frame.grid);
        if let Some(overlay) = frame.overlay {
            self.overlay.prepare(overlay, frame, None);
        }
    }
}

impl Layer {
    fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            key: None,
            batches: Batches::default(),
            pieces: Pieces::default(),
            solid: BTreeMap::new(),
            ghosts: BTreeMap::new(),
            volumes: BTreeMap::new(),
            outlines: BTreeMap::new(),
            lines: GpuPieces::new(context),
            lines_on_top: GpuPieces::new(context),
        }
    }

    /// How deep along the view its shapes begin and end.
    pub(super) fn depths(&self) -> Option<(f64, f64)> {
        self.batches.depths
    }

    fn prepare(&mut self, scene: &Scene, frame: &Frame<'_>, grid: Option<&Grid>) {
        let key = Key {
            revision: scene.revision(),
            camera: *frame.camera,
            grid: grid.copied(),
            theme: *frame.theme,
        };
        if self.key == Some(key) {
            return;
        }
        self.key = Some(key);
        self.batches.fill(&scene.shapes, frame.camera, frame.theme);
        let context = &self.context;
        let load = |prepared: &BTreeMap<Form, Instances>,
                    loaded: &mut BTreeMap<Form, GpuInstances>| {
            for (form, instances) in prepared {
                let loaded = loaded
                    .entry(*form)
                    .or_insert_with(|| GpuInstances::new(context));
                loaded.fill(instances);
            }
        };
        load(&self.batches.solid, &mut self.solid);
        load(&self.batches.ghosts, &mut self.ghosts);
        load(&self.batches.volumes, &mut self.volumes);
        load(&self.batches.outlines, &mut self.outlines);

        let cutter = Cutter::new(frame.camera);
        self.pieces.clear();
        if let Some(grid) = grid {
            grid.add_to(&mut self.pieces, &cutter, frame.camera, frame.theme);
        }
        for line in scene.lines.iter().filter(|line| !line.on_top) {
            self.pieces.add_line(line, &cutter, frame.theme);
        }
        self.lines.fill(&self.pieces);
        self.pieces.clear();
        for line in scene.lines.iter().filter(|line| line.on_top) {
            self.pieces.add_line(line, &cutter, frame.theme);
        }
        self.lines_on_top.fill(&self.pieces);
    }
}
