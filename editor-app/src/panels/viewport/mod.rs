//! The mission in space.

mod drag;
mod input;
mod menu;
mod overlay;

use std::sync::{Arc, Mutex};

use eframe::egui::{self, PaintCallback, Rect, Sense, Ui, Vec2};
use glam::{DVec2, DVec3};
use model::{AnyId, Ship};
use render::grid::Plane;
use render::{
    Area, AxisView, Bounds, Camera, Frame, Gizmo, Grid, Projection, Renderer, Scene, labels,
};

use crate::action::Command;
use crate::addition::Site;
use crate::scene_from_mission::{
    Held, Look, MissionScene, orientation, place, places_of, radius_of, scene_from_mission,
};
use crate::scene_from_snapshot::add_ghosts;
use crate::theme::{self, Palette};
use crate::view_context::{CameraWish, ToolMode, ViewContext};

use drag::ShipDrag;

/// Guessed width of a character of a label and height of its line, in points.
const LABEL_TEXT: [f32; 2] = [6.2, 14.0];
/// Where the camera looks from at first: from behind, on the right, and above.
const FIRST_YAW: f64 = 25.0;
const FIRST_PITCH: f64 = -25.0;
/// How much of the mission is flown by in a second at first, as a share of its radius, and the least
/// that is ever flown, in game units.
const FIRST_SPEED: (f64, f64) = (0.25, 2_000.0);
/// How near the pointer has to come to something to be on it, in points.
const REACH: f64 = 6.0;

/// The viewport: its camera, what the pointer is doing, and what was built for the last frame.
pub(super) struct Viewport {
    gl: Option<Arc<eframe::glow::Context>>,
    renderer: Option<Arc<Mutex<Renderer>>>,
    /// Why there is no picture, once the driver refused.
    trouble: Option<String>,
    camera: Camera,
    /// Where it was drawn last.
    rect: Option<Rect>,
    framed_once: bool,
    built: Option<Built>,
    hovered: Option<AnyId>,
    pointer: input::Pointer,
    drag: Option<ShipDrag>,
    /// What the menu of the right button is about while it is open.
    asked: menu::Asked,
    /// The ship whose ghost the camera goes along with, and where it was last.
    followed: Option<(AnyId, Option<DVec3>)>,
}

/// A scene and what it was built from.
struct Built {
    key: Key,
    mission: MissionScene,
    /// The mission with the ghosts of the run.
    shown: Arc<Scene>,
}

/// What a scene depends on; while it stays the same, so does the scene.
#[derive(Clone, PartialEq)]
struct Key {
    revision: u64,
    selection: Vec<AnyId>,
    hovered: Option<AnyId>,
    dark: bool,
    held: Held,
    /// The moment of the run. A linked game has many within a second of its clock, so that it is told
    /// by where it is kept.
    moment: Option<(u32, usize)>,
}

impl Viewport {
    /// A viewport that has not drawn yet. Without GL, as in a test, it draws no picture.
    pub(super) fn new(gl: Option<Arc<eframe::glow::Context>>) -> Self {
        Self {
            gl,
            renderer: None,
            trouble: None,
            camera: Camera::new(DVec2::new(1.0, 1.0)),
            rect: None,
            framed_once: false,
            built: None,
            hovered: None,
            pointer: input::Pointer::default(),
            drag: None,
            asked: menu::Asked::default(),
            followed: None,
        }
    }

    /// Forgets what was about the mission that is no longer open.
    pub(super) fn forget_mission(&mut self) {
        self.built = None;
        self.hovered = None;
        self.drag = None;
        self.asked = menu::Asked::default();
        self.framed_once = false;
        self.followed = None;
    }

    /// Goes along with the ghost of the selected ship from now on, or no longer.
    fn toggle_follow(&mut self, context: &ViewContext<'_>) {
        self.followed = match self.followed {
            Some(_) => None,
            None => context.selection.last().map(|it| (it.clone(), None)),
        };
    }

    /// Moves the camera as the ghost that it goes along with has moved.
    fn follow(&mut self, context: &ViewContext<'_>) {
        let Some((record, before)) = &mut self.followed else {
            return;
        };
        let Some((now, radius)) = ghost_of(context, record) else {
            *before = None;
            return;
        };
        match before.replace(now) {
            Some(before) => self.camera.focus += now - before,
            None => self.frame(&[(now, radius)]),
        }
    }

    /// The command that the view came from.
    pub(super) fn view(&self) -> Option<Command> {
        match (self.camera.projection, self.camera.axis_view()) {
            (Projection::Perspective, _) => Some(Command::ViewPerspective),
            (_, Some(AxisView::Top)) => Some(Command::ViewTop),
            (_, Some(AxisView::Front)) => Some(Command::ViewFront),
            (_, Some(AxisView::Right)) => Some(Command::ViewSide),
            (Projection::Orthographic, _) => None,
        }
    }

    /// Where something new goes that nobody pointed a place for: the middle of the view.
    pub(super) fn site(&self) -> Site {
        match self.rect {
            Some(_) => self.site_at(self.camera.centre(), false),
            None => Site::default(),
        }
    }

    /// The place on the grid's plane under a point of the viewport.
    fn site_at(&self, at: DVec2, snap: bool) -> Site {
        let grid = Grid::new(&self.camera, 0.0);
        let [along, aside, across] = grid.axes();
        let ray = self.camera.ray(at);
        let free = self.camera.at_focus_depth(at);
        // A plane that is met near the horizon is met far out of the mission, if at all.
        let far = 4.0 * self.camera.distance;
        let met = ray
            .meet_plane(across * grid.level, across)
            .filter(|met| grid.plane != Plane::Xz || met.distance(free) < far)
            .unwrap_or(free);
        // A view from the side says nothing of the depth, so that of what it looks at is taken.
        let met = match grid.plane {
            Plane::Xz => met,
            Plane::Xy | Plane::Yz => met + across * (self.camera.focus - met).dot(across),
        };
        // No finer than can be seen, so that the numbers are plain.
        let step = if snap { grid.step } else { grid.step * 0.1 };
        let round = |axis: DVec3| axis * ((met.dot(axis) / step).round() * step);
        Site {
            at: round(along) + round(aside) + round(across),
            pointed: false,
            scale: 100.0 * self.camera.units_per_point(self.camera.distance),
        }
    }

    /// Where a place of the mission was on the screen in the last frame, if it was in view.
    pub(super) fn point(&self, at: model::Vec3) -> Option<egui::Pos2> {
        let rect = self.rect?;
        let point = self.camera.project(place(at))?;
        let point = rect.min + Vec2::new(point.x as f32, point.y as f32);
        rect.contains(point).then_some(point)
    }

    /// Whether something is being dragged.
    pub(super) fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// Whether single keys belong to the viewport, as while flying or dragging.
    pub(super) fn has_keys(&self) -> bool {
        self.drag.is_some() || self.pointer.is_flying()
    }

    /// Draws the mission without any control.
    pub(super) fn picture(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        if rect.width() < 2.0 || rect.height() < 2.0 {
            return;
        }
        self.camera.viewport = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        self.mind_camera(context);
        self.build(context, theme::palette(ui));
        let grid = Grid::new(&self.camera, 0.0);
        self.paint(ui, rect, render_theme(ui), grid, None);
        self.paint_labels(ui, rect, None);
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Viewport of the mission")
        });
        if rect.width() < 2.0 || rect.height() < 2.0 {
            return;
        }
        self.camera.viewport = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        self.rect = Some(rect);
        self.mind_camera(context);
        self.follow(context);
        let palette = *theme::palette(ui);
        let gizmo = self.gizmo(context);
        self.take_input(ui, rect, &response, context, gizmo.as_ref());
        self.build(context, &palette);
        let render_theme = render_theme(ui);
        let grid = Grid::new(&self.camera, 0.0);
        let overlay = gizmo.map(|gizmo| self.gizmo_scene(&gizmo, &render_theme));
        self.paint(ui, rect, render_theme, grid, overlay.as_ref());
        self.paint_labels(ui, rect, overlay.as_ref());
        self.paint_pointer(ui, rect, &palette);
        overlay::ui(ui, rect, context, self, &grid);
        menu::attach(&response, rect, context, self);
    }

    /// Does what commands asked of the camera, and shows everything at first.
    fn mind_camera(&mut self, context: &ViewContext<'_>) {
        if !self.framed_once {
            self.framed_once = true;
            self.look_from_behind();
            self.frame_all(context);
            self.camera.fly_speed = first_speed(context);
        }
        match context.tool.camera {
            None => {}
            Some(CameraWish::FrameAll) => self.frame_all(context),
            Some(CameraWish::FrameSelection) => {
                let records = context.selection.records();
                self.frame(&places_of(context.mission(), records));
            }
            Some(CameraWish::ShowSelection) => {
                self.show(&places_of(context.mission(), context.selection.records()));
            }
            Some(CameraWish::Perspective) => self.look_from_behind(),
            Some(CameraWish::Top) => self.camera.set_axis_view(AxisView::Top),
            Some(CameraWish::Front) => self.camera.set_axis_view(AxisView::Front),
            Some(CameraWish::Side) => self.camera.set_axis_view(AxisView::Right),
        }
    }

    /// The view that a mission opens with: in perspective, from behind and above.
    fn look_from_behind(&mut self) {
        self.camera.projection = Projection::Perspective;
        self.camera.yaw = FIRST_YAW;
        self.camera.pitch = FIRST_PITCH;
    }

    /// Brings places into view that are not, without losing what the camera looks at.
    fn show(&mut self, places: &[(DVec3, f64)]) {
        let size = self.camera.viewport;
        let seen = |place: &DVec3| {
            let at = self.camera.project(*place);
            at.is_some_and(|at| at.cmpge(DVec2::ZERO).all() && at.cmple(size).all())
        };
        if places.iter().all(|(place, _)| seen(place)) {
            return;
        }
        let mut all = places.to_vec();
        all.push((self.camera.focus, 0.0));
        self.frame(&all);
    }

    fn frame_all(&mut self, context: &ViewContext<'_>) {
        let all: Vec<AnyId> = context.mission().ids(model::Collection::Ships);
        self.frame(&places_of(context.mission(), &all));
    }

    fn frame(&mut self, places: &[(DVec3, f64)]) {
        if let Some(bounds) = bounds_of(places) {
            self.camera.frame(bounds);
        }
    }

    /// The gizmo on the selection, if something that stands in space is selected and can be moved.
    fn gizmo(&self, context: &ViewContext<'_>) -> Option<Gizmo> {
        if let Some(drag) = &self.drag {
            return Some(drag.gizmo());
        }
        let mode = match context.tool.mode {
            ToolMode::Select => return None,
            ToolMode::Move => render::gizmo::Mode::Move,
            ToolMode::Rotate => render::gizmo::Mode::Rotate,
        };
        let ships = context.selection.of::<Ship>();
        let last = context.mission().ships.get(ships.last()?.as_str())?;
        if !can_be_moved(last) {
            return None;
        }
        let mut gizmo = Gizmo::new(place(last.position), mode);
        gizmo.orientation = orientation(last.rotation);
        gizmo.space = match context.settings.local_axes {
            true => render::gizmo::Space::Local,
            false => render::gizmo::Space::World,
        };
        Some(gizmo)
    }

    fn gizmo_scene(&self, gizmo: &Gizmo, theme: &render::Theme) -> Arc<Scene> {
        let mut gizmo = *gizmo;
        if let Some(drag) = &self.drag {
            gizmo.position = drag.pivot_now();
        }
        let hovered = self.pointer.handle();
        let drag = self.drag.as_ref().map(ShipDrag::drag);
        Arc::new(gizmo.scene(&self.camera, theme, hovered, drag))
    }

    /// Builds the scene anew where something that it shows has changed.
    fn build(&mut self, context: &ViewContext<'_>, palette: &Palette) {
        let held = self
            .drag
            .as_ref()
            .map(|drag| drag.held().clone())
            .unwrap_or_default();
        let snapshot = context.preview.snapshot();
        let key = Key {
            revision: context.document.revision(),
            selection: context.selection.records().to_vec(),
            hovered: self.hovered.clone(),
            dark: context.settings.dark,
            held,
            moment: snapshot.map(|it| (it.tick.0, moment_of(context, it))),
        };
        if self.built.as_ref().is_some_and(|built| built.key == key) {
            return;
        }
        let look = Look {
            selection: context.selection,
            hovered: self.hovered.as_ref(),
            palette,
            held: &key.held,
            text: LABEL_TEXT,
        };
        let mission = scene_from_mission(context.mission(), &look);
        let mut shown = mission.scene.clone();
        if let Some(snapshot) = snapshot {
            add_ghosts(&mut shown, snapshot, palette, LABEL_TEXT, |slot| {
                let record = context.preview.ship_in(slot)?;
                Some((record.id.to_string(), mission.pick_of(&record)))
            });
        }
        self.built = Some(Built {
            key,
            mission,
            shown: Arc::new(shown),
        });
    }

    fn paint(
        &mut self,
        ui: &Ui,
        rect: Rect,
        theme: render::Theme,
        grid: Grid,
        overlay: Option<&Arc<Scene>>,
    ) {
        let [r, g, b, _] = theme.background;
        ui.painter()
            .rect_filled(rect, 0.0, egui::Color32::from_rgb(r, g, b));
        self.make_renderer();
        if let Some(trouble) = &self.trouble {
            let text = format!("There is no 3D picture: {trouble}");
            let colour = ui.visuals().error_fg_color;
            let font = egui::TextStyle::Body.resolve(ui.style());
            ui.painter().text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                text,
                font,
                colour,
            );
        }
        let (Some(renderer), Some(built)) = (&self.renderer, &self.built) else {
            return;
        };
        let renderer = Arc::clone(renderer);
        let scene = Arc::clone(&built.shown);
        let overlay = overlay.map(Arc::clone);
        let camera = self.camera;
        let draw = eframe::egui_glow::CallbackFn::new(move |info, _painter| {
            let viewport = info.viewport_in_pixels();
            let clip = info.clip_rect_in_pixels();
            let size = |pixels: i32| u32::try_from(pixels).unwrap_or_default();
            let area = Area {
                viewport: render::three_d::Viewport {
                    x: viewport.left_px,
                    y: viewport.from_bottom_px,
                    width: size(viewport.width_px),
                    height: size(viewport.height_px),
                },
                scissor: render::three_d::ScissorBox {
                    x: clip.left_px,
                    y: clip.from_bottom_px,
                    width: size(clip.width_px),
                    height: size(clip.height_px),
                },
            };
            let frame = Frame {
                scene: &scene,
                overlay: overlay.as_deref(),
                grid: Some(&grid),
                camera: &camera,
                theme: &theme,
                view: 0,
            };
            let [width, height] = info.screen_size_px;
            if let Ok(mut renderer) = renderer.lock() {
                // A driver that fails here failed before, when the shaders were made, and was told.
                let _ = renderer.draw_on_window(width, height, area, &frame);
            }
        });
        ui.painter().add(PaintCallback {
            rect,
            callback: Arc::new(draw),
        });
    }

    fn make_renderer(&mut self) {
        if self.renderer.is_some() || self.trouble.is_some() {
            return;
        }
        let Some(gl) = &self.gl else { return };
        match Renderer::from_gl(Arc::clone(gl)) {
            Ok(renderer) => self.renderer = Some(Arc::new(Mutex::new(renderer))),
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    fn paint_labels(&self, ui: &Ui, rect: Rect, overlay: Option<&Arc<Scene>>) {
        let Some(built) = &self.built else { return };
        let painter = ui.painter_at(rect);
        let font = egui::TextStyle::Small.resolve(ui.style());
        let back = ui.visuals().extreme_bg_color.gamma_multiply(0.6);
        for scene in [Some(&built.shown), overlay].into_iter().flatten() {
            for placed in labels::place(&scene.labels, &self.camera) {
                let Some(label) = scene.labels.get(placed.label) else {
                    continue;
                };
                let [r, g, b, a] = label.colour;
                let colour = egui::Color32::from_rgba_unmultiplied(r, g, b, a);
                let at = rect.min + Vec2::new(placed.min.x as f32, placed.min.y as f32);
                let galley = painter.layout_no_wrap(label.text.clone(), font.clone(), colour);
                let under = Rect::from_min_size(at, galley.size()).expand2(Vec2::new(2.0, 0.0));
                painter.rect_filled(under, 2.0, back);
                painter.galley(at, galley, colour);
            }
        }
    }

    /// Where a point of the screen is in the viewport.
    fn local(&self, rect: Rect, at: egui::Pos2) -> DVec2 {
        DVec2::new(f64::from(at.x - rect.min.x), f64::from(at.y - rect.min.y))
    }
}

/// Whether a hand in the viewport may move a ship: it sees it, and the author did not lock it.
fn can_be_moved(ship: &Ship) -> bool {
    !ship.meta.editor.locked && !ship.meta.editor.hidden
}

/// Where a ship is in the run, and how large, if it is there.
fn ghost_of(context: &ViewContext<'_>, record: &AnyId) -> Option<(DVec3, f64)> {
    let number = context.preview.ship_number(record)?;
    let object = context.preview.snapshot()?.ship(number)?;
    let there = object.state != runtime::ObjectState::StandIn;
    there.then(|| (DVec3::from_array(object.position), radius_of(object.kind)))
}

/// What tells moments of the same tick apart: of a linked game, where one is kept.
fn moment_of(context: &ViewContext<'_>, snapshot: &Arc<runtime::Snapshot>) -> usize {
    match context.preview.is_linked() {
        true => Arc::as_ptr(snapshot) as usize,
        false => 0,
    }
}

fn bounds_of(places: &[(DVec3, f64)]) -> Option<Bounds> {
    places
        .iter()
        .filter_map(|(place, radius)| Bounds::of_sphere(*place, *radius))
        .reduce(Bounds::union)
}

/// How fast flying starts, so that a mission of any size is crossed in a few seconds.
fn first_speed(context: &ViewContext<'_>) -> f64 {
    let (share, least) = FIRST_SPEED;
    let all: Vec<AnyId> = context.mission().ids(model::Collection::Ships);
    let radius = bounds_of(&places_of(context.mission(), &all)).map(|it| it.radius());
    (share * radius.unwrap_or_default()).max(least)
}

fn render_theme(ui: &Ui) -> render::Theme {
    if ui.visuals().dark_mode {
        render::Theme::dark()
    } else {
        render::Theme::light()
    }
}
