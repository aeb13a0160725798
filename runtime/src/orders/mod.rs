//! Orders: what each object is doing (engine-facts 8, the orders table).
//!
//! [`stack`] is the stack that every object keeps, [`run`] runs the order on top, [`steer`] and
//! [`arrive`] turn a ship where an order wants it. Each other file is a family of orders.

pub(crate) mod arrive;
pub(crate) mod dock;
pub(crate) mod eject;
pub(crate) mod escort;
pub(crate) mod explode;
pub(crate) mod fight;
pub(crate) mod fly;
pub(crate) mod follow_curve;
pub(crate) mod gate;
pub(crate) mod jump;
pub(crate) mod land;
pub(crate) mod launch;
pub(crate) mod patrol_route;
pub(crate) mod player;
pub(crate) mod run;
pub(crate) mod simple;
pub(crate) mod stack;
pub(crate) mod steer;
pub(crate) mod target;
pub(crate) mod warp;

/// The orders by the names of the table.
pub(crate) mod number {
    pub(crate) const DO_NOTHING: i16 = 0;
    pub(crate) const FLY_AIMLESSLY: i16 = 1;
    pub(crate) const WARP_IN: i16 = 4;
    pub(crate) const WARP_OUT: i16 = 5;
    pub(crate) const FLY: i16 = 6;
    pub(crate) const RUN_AWAY: i16 = 7;
    pub(crate) const LAND: i16 = 8;
    pub(crate) const ESCORT: i16 = 9;
    pub(crate) const FIND_NEW_TARGET: i16 = 10;
    pub(crate) const EXPLODE: i16 = 11;
    pub(crate) const OBJECT_ATTACH: i16 = 13;
    pub(crate) const PATROL_ROUTE: i16 = 15;
    pub(crate) const TOGGLE_CLOAK: i16 = 16;
    pub(crate) const SHIP_FOLLOW_CURVE: i16 = 17;
    pub(crate) const SLOW_ROTATE: i16 = 18;
    pub(crate) const JUMP_IN: i16 = 19;
    pub(crate) const JUMP_OUT: i16 = 20;
    pub(crate) const SPIN_SLOW: i16 = 22;
    pub(crate) const SPIN_MEDIUM: i16 = 23;
    pub(crate) const SPIN_FAST: i16 = 24;
    pub(crate) const FIXED_GATE_JUMP_IN: i16 = 25;
    pub(crate) const FIXED_GATE_JUMP_OUT: i16 = 26;
    pub(crate) const FORMATION: i16 = 27;
    pub(crate) const EJECT: i16 = 30;
    pub(crate) const MATCH_SPEED: i16 = 32;
    pub(crate) const LIGHTS_ON: i16 = 35;
    pub(crate) const ROTATE_PROJECTOR: i16 = 37;
    pub(crate) const JUMP_IN_SPREAD: i16 = 40;
    pub(crate) const JUMP_OUT_SPREAD: i16 = 41;
    pub(crate) const LIGHTS_OFF: i16 = 42;
    pub(crate) const HUGE_EXPLOSION: i16 = 43;
    pub(crate) const STOP: i16 = 44;
    pub(crate) const FLY_BACKWARDS: i16 = 45;
    pub(crate) const PLAYER_CONTROL: i16 = 100;
    pub(crate) const MULTIPLAYER_CONTROL: i16 = 101;
    pub(crate) const TORPEDO: i16 = 103;
    pub(crate) const LAUNCH: i16 = 104;
    pub(crate) const FIGHT: i16 = 105;
    pub(crate) const ABANDONED: i16 = 106;
    pub(crate) const EJECT_SPIN: i16 = 108;
    pub(crate) const DOCK: i16 = 109;
    pub(crate) const LIST_LEFT: i16 = 115;
    pub(crate) const LIST_RIGHT: i16 = 116;
    pub(crate) const EJECT_PLAYER: i16 = 118;
    pub(crate) const FOLLOW_CURVE_BACKWARDS: i16 = 119;
    pub(crate) const MILL: i16 = 120;

    /// The orders that WaitForJumpOrLaunch waits for (script-vm V258).
    pub(crate) const JUMPS_AND_LAUNCH: [i16; 9] = [
        WARP_IN,
        WARP_OUT,
        JUMP_IN,
        JUMP_OUT,
        FIXED_GATE_JUMP_IN,
        FIXED_GATE_JUMP_OUT,
        JUMP_IN_SPREAD,
        JUMP_OUT_SPREAD,
        LAUNCH,
    ];
}
