//! From text to statements.
//!
//! A problem costs the line that has it and no more: the lines around it are read all the same, and
//! a block whose first line is broken keeps what it holds. So half-written text still gives every
//! statement that can be read, and one pass tells every problem.

mod asm;
mod cursor;
mod expr;
mod statement;

use super::ast::{AsmLine, Block, Span, Statement, StatementKind};
use super::token::{Line, TokenKind, lines};

use cursor::Cursor;

pub(crate) use asm::{BYTES, DEFAULT_ARM};

/// Blocks inside one another that a text may have.
const MAX_DEPTH: usize = 48;

/// What a text says, and what of it says nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parsed {
    /// The statements that could be read.
    pub ast: Block,
    /// What could not, in order.
    pub errors: Vec<SyntaxProblem>,
}

/// Something in a text that says nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxProblem {
    /// Bytes of the text.
    pub span: Span,
    /// What is wrong, and the way out.
    pub message: String,
}

/// Reads a text.
pub fn parse(text: &str) -> Parsed {
    let lines: Vec<Line> = lines(text)
        .into_iter()
        .filter(|line| !line.tokens.is_empty())
        .collect();
    let mut parser = Parser {
        text,
        lines: &lines,
        at: 0,
        depth: 0,
        problems: Vec::new(),
    };
    let mut ast = Block::default();
    let mut first = true;
    // A later line that stands left of the first one starts over at its own place.
    while let Some(line) = parser.peek() {
        if !first {
            parser.misplaced(line);
        }
        first = false;
        ast.statements.extend(parser.block(line.indent).statements);
    }
    parser.mind_fractions();
    let mut errors = parser.problems;
    errors.sort_by_key(|problem| (problem.span.start, problem.span.end));
    Parsed { ast, errors }
}

/// Reads the lines of a text one after another.
struct Parser<'a> {
    text: &'a str,
    /// Those that hold anything.
    lines: &'a [Line],
    at: usize,
    depth: usize,
    problems: Vec<SyntaxProblem>,
}

impl<'a> Parser<'a> {
    /// Tells of `+.5` and its like: it reads as one half, and is the operator `+.` and a 5.
    fn mind_fractions(&mut self) {
        let lines = self.lines;
        let pairs = lines.iter().flat_map(|line| line.tokens.windows(2));
        for pair in pairs {
            let [operator, number] = pair else { continue };
            let TokenKind::Symbol(symbol) = operator.kind else {
                continue;
            };
            let touches =
                number.kind == TokenKind::Number && number.span.start == operator.span.end;
            if symbol.len() > 1 && symbol.ends_with('.') && touches {
                let message = format!(
                    "the script has no fractions; `{symbol}` is an operator, so put a space behind it, \
                     or write `percent(value, hundredths)`"
                );
                self.tell(operator.span.start..number.span.end, message);
            }
        }
    }

    fn peek(&self) -> Option<&'a Line> {
        self.lines.get(self.at)
    }

    fn tell(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(SyntaxProblem {
            span,
            message: message.into(),
        });
    }

    fn misplaced(&mut self, line: &Line) {
        self.tell(
            line.content(),
            "this line is indented like no block that is open here; a block is the deeper lines \
             under a line that ends in `:`",
        );
    }

    /// The next line if it stands at `indent` and starts with `word`.
    fn follows(&self, indent: usize, word: &str) -> Option<&'a Line> {
        self.peek()
            .filter(|line| line.indent == indent && self.starts_with(line, word))
    }

    fn starts_with(&self, line: &Line, word: &str) -> bool {
        line.tokens
            .first()
            .and_then(|token| self.text.get(token.span.clone()))
            .is_some_and(|first| first == word)
    }

    /// The statements of the lines from here on that stand at `indent` or deeper.
    fn block(&mut self, indent: usize) -> Block {
        let mut block = Block::default();
        while let Some(line) = self.peek().filter(|line| line.indent >= indent) {
            if line.indent > indent {
                self.misplaced(line);
                if let Some(inner) = self.deeper(line.indent) {
                    block.statements.extend(inner.statements);
                }
                continue;
            }
            self.at += 1;
            block.statements.extend(self.statement(line));
        }
        block
    }

    /// The block under a line, which must not be empty.
    fn block_under(&mut self, line: &Line) -> Block {
        match self.peek().filter(|next| next.indent > line.indent) {
            Some(next) => self.deeper(next.indent).unwrap_or_default(),
            None => {
                self.no_block(line);
                Block::default()
            }
        }
    }

    fn no_block(&mut self, line: &Line) {
        let last = line.tokens.last().map(|token| token.span.clone());
        self.tell(
            last.unwrap_or_else(|| line.content()),
            "nothing is indented under this line; a block that does nothing is `pass`",
        );
    }

    /// The block of the lines from here on, one level further in.
    fn deeper(&mut self, indent: usize) -> Option<Block> {
        if self.depth >= MAX_DEPTH {
            let line = self.peek()?;
            self.tell(
                line.content(),
                format!("more than {MAX_DEPTH} blocks inside one another"),
            );
            while self.peek().is_some_and(|line| line.indent >= indent) {
                self.at += 1;
            }
            return None;
        }
        self.depth += 1;
        let block = self.block(indent);
        self.depth -= 1;
        Some(block)
    }

    /// The lines of the `asm:` block under a line.
    fn asm_under(&mut self, line: &Line) -> Vec<AsmLine> {
        let mut read = Vec::new();
        let Some(first) = self.peek().filter(|next| next.indent > line.indent) else {
            self.no_block(line);
            return read;
        };
        while let Some(next) = self.peek().filter(|next| next.indent > line.indent) {
            self.at += 1;
            if next.indent != first.indent {
                self.misplaced(next);
            }
            let mut cursor = Cursor::new(self.text, next);
            let kind = asm::line(&mut cursor).and_then(|kind| cursor.finish().map(|()| kind));
            match kind {
                Ok(kind) => read.push(AsmLine {
                    span: next.content(),
                    kind,
                }),
                Err(problem) => self.problems.push(problem),
            }
        }
        read
    }

    /// Reads one part of a line that opens a block, and that the line ends in `:` behind it.
    fn header<T>(
        &mut self,
        cursor: &mut Cursor<'_>,
        read: impl FnOnce(&mut Cursor<'_>) -> cursor::Parse<T>,
    ) -> Option<T> {
        let part = read(cursor).and_then(|part| {
            cursor.expect(":", "at the end of the line that opens a block")?;
            if cursor.is_at_end() {
                Ok(part)
            } else {
                cursor.problem("a block starts on the line below its `:`, indented")
            }
        });
        match part {
            Ok(part) => Some(part),
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }
}

/// The statement that a line makes, where nothing is under it.
fn simple(line: &Line, kind: StatementKind) -> Statement {
    Statement {
        span: line.content(),
        kind,
    }
}
