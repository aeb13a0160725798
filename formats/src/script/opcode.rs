//! The instruction set (dte-format 4.3; what each opcode does is in `assets/tables/opcodes.yaml`).

/// What follows an opcode byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    None,
    /// One byte: an index or a number.
    Byte,
    /// Ship index, then component.
    Component,
    /// Condition, value, object ID.
    EventValue,
    /// A big-endian halfword.
    Wide,
    /// A big-endian halfword, counted from its own address, forward only.
    Displacement,
    /// A length byte that counts itself, then that many bytes less one.
    Text,
    /// An arm count, a default target, then the arms.
    Arms,
}

macro_rules! opcodes {
    ($($byte:literal $name:ident $text:literal $shape:ident;)*) => {
        /// An opcode with a handler; the other bytes end a thread or worse.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Opcode {
            $(#[doc = concat!("`", $text, "`.")] $name = $byte,)*
        }

        impl Opcode {
            /// Every opcode, in order of its byte.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name),*];

            /// The opcode of a byte, or `None` for a slot without a handler.
            // The machine asks this of every instruction, and then asks what the opcode is: in one
            // place, both are one jump.
            #[inline(always)]
            pub fn from_byte(byte: u8) -> Option<Self> {
                match byte {
                    $($byte => Some(Opcode::$name),)*
                    _ => None,
                }
            }

            /// Its name in the tables, in listings and in the source's `asm` blocks.
            pub fn name(self) -> &'static str {
                match self {
                    $(Opcode::$name => $text,)*
                }
            }

            /// What follows its byte.
            pub fn shape(self) -> Shape {
                match self {
                    $(Opcode::$name => Shape::$shape,)*
                }
            }
        }
    };
}
opcodes! {
    0x02 Equal "equal" None;
    0x03 NotEqual "not_equal" None;
    0x04 Greater "greater" None;
    0x05 GreaterEqual "greater_equal" None;
    0x06 Less "less" None;
    0x07 LessEqual "less_equal" None;
    0x14 InFlightGroup "in_flight_group" None;
    0x15 NotInFlightGroup "not_in_flight_group" None;
    0x16 Assign "assign" None;
    0x17 AddAssign "add_assign" None;
    0x18 SubAssign "sub_assign" None;
    0x19 MulAssign "mul_assign" None;
    0x1A DivAssign "div_assign" None;
    0x1B Add "add" None;
    0x1C Sub "sub" None;
    0x1D Mul "mul" None;
    0x1E Div "div" None;
    0x1F LogicalAnd "logical_and" None;
    0x20 LogicalOr "logical_or" None;
    0x21 Command "command" Byte;
    0x22 CallPart "call_part" Byte;
    0x23 BranchIfZero "branch_if_zero" Displacement;
    0x24 BranchIfZeroAlt "branch_if_zero_alt" Displacement;
    0x25 ReturnAlt "return_alt" None;
    0x26 PushArray "push_array" Byte;
    0x27 PushGlobal "push_global" Byte;
    0x28 PushConstant "push_constant" Byte;
    0x29 PushConstantWide "push_constant_wide" Wide;
    0x2A PushString "push_string" Text;
    0x2B PushStringAlt "push_string_alt" Text;
    0x2C PushShip "push_ship" Byte;
    0x2D PushFlightGroup "push_flight_group" Byte;
    0x2E PushByteAlt "push_byte_alt" Byte;
    0x2F PushPercent "push_percent" Byte;
    0x30 PushLocal "push_local" Byte;
    0x31 PushArgument "push_argument" Byte;
    0x32 PushByte "push_byte" Byte;
    0x33 GreaterF "greater_f" None;
    0x34 GreaterEqualF "greater_equal_f" None;
    0x35 LessF "less_f" None;
    0x36 LessEqualF "less_equal_f" None;
    0x37 AddAssignF "add_assign_f" None;
    0x38 SubAssignF "sub_assign_f" None;
    0x39 MulAssignF "mul_assign_f" None;
    0x3A DivAssignF "div_assign_f" None;
    0x3B AddF "add_f" None;
    0x3C SubF "sub_f" None;
    0x3D MulF "mul_f" None;
    0x3E DivF "div_f" None;
    0x3F SelectArray "select_array" Byte;
    0x40 SelectGlobal "select_global" Byte;
    0x41 SelectArgument "select_argument" Byte;
    0x42 Jump "jump" Displacement;
    0x43 Return "return" None;
    0x44 PushSquad "push_squad" Byte;
    0x45 InSquad "in_squad" None;
    0x46 NotInSquad "not_in_squad" None;
    0x47 PushComponent "push_component" Component;
    0x48 PushNull "push_null" None;
    0x49 PushCurve "push_curve" Byte;
    0x4A CallPartB "call_part_b" Byte;
    0x4B PushEventValue "push_event_value" EventValue;
    0x4C PushResult "push_result" None;
    0x4D SpawnPart "spawn_part" Byte;
    0x4E SpawnPartB "spawn_part_b" Byte;
    0x4F CommandB "command_b" Byte;
    0x51 RandomBranch "random_branch" Arms;
    0x52 PushShipWide "push_ship_wide" Wide;
    0x53 Nop "nop" None;
    0x54 PushSection19 "push_section_19" Byte;
    0x55 PushComponentAlt "push_component_alt" Component;
}

impl Opcode {
    /// Its byte.
    pub fn byte(self) -> u8 {
        self as u8
    }

    /// The opcode with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|opcode| opcode.name() == name)
    }

    /// Whether the instruction behind it can be reached from it; a call comes back there.
    pub fn falls_through(self) -> bool {
        !matches!(
            self,
            Self::Jump | Self::Return | Self::ReturnAlt | Self::RandomBranch
        )
    }

    /// The opcode that the engine's handler table makes of it: the second slot of a pair stands for
    /// the first.
    pub fn canonical(self) -> Self {
        match self {
            Self::BranchIfZeroAlt => Self::BranchIfZero,
            Self::ReturnAlt => Self::Return,
            Self::PushStringAlt => Self::PushString,
            Self::PushByteAlt => Self::PushByte,
            Self::PushComponentAlt => Self::PushComponent,
            other => other,
        }
    }
}
