//! What a text in the script language says.
//!
//! Every node holds the bytes of the text that it was read from. Names stand as they are written:
//! what they mean depends on where they stand and on the mission, and is found when the text is
//! lowered.

use std::ops::Range;

use formats::script::Opcode;

use crate::Collection;

pub use super::literal::{Number, Width};

/// Bytes of the text.
pub type Span = Range<usize>;

/// Statements that run one after another.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Block {
    /// The statements, in order.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Bytes of its line; of its first line, where it opens a block.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq)]
pub enum StatementKind {
    /// `Wait(5)`: a command of the game.
    Command(Invocation),
    /// `call approach(reliant, 3)` or `spawn approach(reliant, 3)`.
    Call(Call),
    /// `yield`: the command `InterruptTriggerCode`.
    Yield,
    /// `convoy_killed += 1`.
    Store(Store),
    /// `if …:` with its `else if …:` and `else:`.
    If {
        /// The conditions in the order in which they are asked, with what then runs; never empty.
        branches: Vec<Branch>,
        /// What runs if none holds.
        otherwise: Option<Block>,
    },
    /// `random:` with its `below …:` and `else:`.
    Random {
        /// The arms in the order in which they are tried; never empty.
        arms: Vec<RandomArm>,
        /// What runs if none wins.
        otherwise: Option<Block>,
    },
    /// `either:` and `or:`: one of several blocks, with even odds; at least two.
    Either(Vec<Block>),
    /// `return`, with what the caller's `result` becomes.
    Return(Option<Expr>),
    /// `pass`, which does nothing and stands where a block needs a statement.
    Pass,
    /// `asm:`: instructions as they are.
    Asm(Vec<AsmLine>),
}

/// A condition, and what runs if it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// Bytes of its line.
    pub span: Span,
    /// The condition.
    pub condition: Expr,
    /// What runs.
    pub block: Block,
}

/// An arm of a random choice.
#[derive(Debug, Clone, PartialEq)]
pub struct RandomArm {
    /// Bytes of its line.
    pub span: Span,
    /// It wins if the roll, 0 to 99, is below this.
    pub below: u8,
    /// What runs.
    pub block: Block,
}

/// A word of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Where it stands.
    pub span: Span,
    /// The word.
    pub text: String,
}

/// A command with its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Invocation {
    /// The command's name.
    pub command: Word,
    /// Its arguments.
    pub arguments: Vec<Expr>,
}

/// A call of another routine.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Whether it runs beside this one, on a thread of its own.
    pub spawn: bool,
    /// The routine.
    pub routine: Reference,
    /// What it is given.
    pub arguments: Vec<Expr>,
}

/// A new value for something that keeps one.
#[derive(Debug, Clone, PartialEq)]
pub struct Store {
    /// What keeps it.
    pub target: Target,
    /// How it comes from the old one.
    pub operator: StoreOp,
    /// The right side.
    pub value: Expr,
}

/// What keeps a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// A global, by its id.
    Global(Name),
    /// `flag[…]`: one of the game's variables.
    Variable(Selector),
    /// `arg.…`: an argument of this routine.
    Argument(Selector),
}

/// One of several, by its name or its number.
#[derive(Debug, Clone, PartialEq)]
pub enum Selector {
    /// By its name.
    Name(Word),
    /// By its number.
    Number(Span, u32),
}

/// An id, as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    /// Where it stands, its prefix included.
    pub span: Span,
    /// The collection that its prefix names.
    pub prefix: Option<Collection>,
    /// The id.
    pub id: Word,
}

/// A record, by its id or its display name.
#[derive(Debug, Clone, PartialEq)]
pub enum Reference {
    /// By its id.
    Name(Name),
    /// By its display name, a byte a character.
    Quoted(Span, Vec<u8>),
}

impl Reference {
    /// Where it stands.
    pub fn span(&self) -> &Span {
        match self {
            Self::Name(name) => &name.span,
            Self::Quoted(span, _) => span,
        }
    }
}

/// Something that has a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// What could not be read; its problem has been told.
    Missing,
    /// A number.
    Number(Number),
    /// `true` or `false`.
    Bool(bool),
    /// `null`: no record.
    Null,
    /// `result`: what the last command gave, or the last routine called.
    Result,
    /// Quoted text, a byte a character: text, or the display name of a record.
    Text(Vec<u8>),
    /// An id.
    Name(Name),
    /// `reliant.component(3)`.
    Component(Reference, u32),
    /// `event.Killer`: a value of the event, by its label.
    Event(Word),
    /// `arg.speed` or `arg[0]`.
    Argument(Selector),
    /// `flag[jump_ready]` or `flag[0]`.
    Variable(Selector),
    /// `local[2]`.
    Local(u32),
    /// `percent(200, 30)`: so many hundredths of a value.
    Percent(Box<Expr>, u32),
    /// `last(ShotAt.Attacker, reliant)`: a value that an object keeps of its last such event.
    Last(Box<Last>),
    /// A command where its result is wanted.
    Command(Invocation),
    /// Two values and an operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// What `last(…)` asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Last {
    /// The condition, by its name or number.
    pub condition: Selector,
    /// Which of its values, by its label or place.
    pub value: Selector,
    /// Whose.
    pub object: Object,
}

/// Something with an object ID.
#[derive(Debug, Clone, PartialEq)]
pub enum Object {
    /// A ship, a flight group or a squad.
    Record(Reference),
    /// The ID itself.
    Id(Span, u32),
}

macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $symbol:literal $opcode:ident;)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $symbol, "`.")] $variant,)*
        }

        impl $name {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// As it is written.
            pub fn symbol(self) -> &'static str {
                match self {
                    $(Self::$variant => $symbol,)*
                }
            }

            /// Its instruction.
            pub fn opcode(self) -> Opcode {
                match self {
                    $(Self::$variant => Opcode::$opcode,)*
                }
            }
        }
    };
}

operators! {
    /// An operator between two values. The float forms have a dot (script-vm V36, V43).
    BinaryOp {
        Or "or" LogicalOr;
        And "and" LogicalAnd;
        Equal "==" Equal;
        NotEqual "!=" NotEqual;
        Greater ">" Greater;
        GreaterEqual ">=" GreaterEqual;
        Less "<" Less;
        LessEqual "<=" LessEqual;
        GreaterF ">." GreaterF;
        GreaterEqualF ">=." GreaterEqualF;
        LessF "<." LessF;
        LessEqualF "<=." LessEqualF;
        In "in" InFlightGroup;
        NotIn "not in" NotInFlightGroup;
        Add "+" Add;
        Sub "-" Sub;
        AddF "+." AddF;
        SubF "-." SubF;
        Mul "*" Mul;
        Div "/" Div;
        MulF "*." MulF;
        DivF "/." DivF;
    }
}

operators! {
    /// How a store's new value comes from the old one. The float forms have a dot (script-vm V46).
    StoreOp {
        Assign "=" Assign;
        Add "+=" AddAssign;
        Sub "-=" SubAssign;
        Mul "*=" MulAssign;
        Div "/=" DivAssign;
        AddF "+=." AddAssignF;
        SubF "-=." SubAssignF;
        MulF "*=." MulAssignF;
        DivF "/=." DivAssignF;
    }
}

impl BinaryOp {
    /// How closely it binds: `or` is 0, `and` 1, comparisons and `in` 2, `+` and `-` 3, `*` and `/` 4.
    pub fn precedence(self) -> u8 {
        match self {
            Self::Or => 0,
            Self::And => 1,
            Self::Add | Self::Sub | Self::AddF | Self::SubF => 3,
            Self::Mul | Self::Div | Self::MulF | Self::DivF => 4,
            _ => Self::COMPARISON,
        }
    }

    /// Precedence of the comparisons, of which one cannot follow another without brackets.
    pub const COMPARISON: u8 = 2;

    /// Whether it asks for membership.
    pub fn is_membership(self) -> bool {
        matches!(self, Self::In | Self::NotIn)
    }
}

/// A line of an `asm:` block.
#[derive(Debug, Clone, PartialEq)]
pub struct AsmLine {
    /// Where it stands.
    pub span: Span,
    /// What it holds.
    pub kind: AsmKind,
}

/// What a line of an `asm:` block holds.
#[derive(Debug, Clone, PartialEq)]
pub enum AsmKind {
    /// `name:`, a place that branches lead to.
    Label(Word),
    /// An instruction.
    Code(Opcode, AsmOperand),
    /// `bytes 00 11 22`: bytes as they are.
    Bytes(Vec<u8>),
}

/// What follows a mnemonic.
#[derive(Debug, Clone, PartialEq)]
pub enum AsmOperand {
    /// Nothing.
    None,
    /// A number, or something that has one.
    Value(AsmValue),
    /// `#3`: an index into the constant table.
    Index(Span, u32),
    /// A ship and a component.
    Component(AsmValue, u8),
    /// A condition, the place of a value, and an object.
    EventValue(AsmValue, u8, AsmValue),
    /// A label.
    Target(Word),
    /// Text as it is stored, its NUL included.
    Text(Vec<u8>),
    /// Where a random branch leads.
    Arms(Word, Vec<AsmArm>),
}

/// An operand that is a number, or something that has one.
#[derive(Debug, Clone, PartialEq)]
pub enum AsmValue {
    /// A number.
    Number(Span, u32),
    /// A record by its id; a command, a condition or a variable by its name.
    Name(Name),
    /// A record by its display name.
    Quoted(Span, Vec<u8>),
}

/// An arm of a random branch, as `La below 30` or `default below 60 extra 5`.
#[derive(Debug, Clone, PartialEq)]
pub struct AsmArm {
    /// Its label; `None` leads where the default does.
    pub target: Option<Word>,
    /// It wins if the roll is below this.
    pub threshold: u8,
    /// A byte that nothing reads.
    pub unread: u8,
}
