//! How much a text has to spell out: its statements, and the numbers whose width is forced.

use crate::routine::ast::{Block, Expr, ExprKind, Statement, StatementKind};

/// The cost of a block.
pub(super) fn of_block(block: &Block) -> usize {
    block.statements.iter().map(of_statement).sum()
}

fn of_statement(statement: &Statement) -> usize {
    1 + match &statement.kind {
        StatementKind::Command(invocation) => of_exprs(&invocation.arguments),
        StatementKind::Call(call) => of_exprs(&call.arguments),
        StatementKind::Store(store) => of_expr(&store.value),
        StatementKind::If {
            branches,
            otherwise,
        } => {
            let branches = branches
                .iter()
                .map(|it| of_expr(&it.condition) + of_block(&it.block));
            branches.sum::<usize>() + otherwise.as_ref().map_or(0, of_block)
        }
        StatementKind::Random { arms, otherwise } => {
            let arms = arms.iter().map(|arm| 1 + of_block(&arm.block));
            arms.sum::<usize>() + otherwise.as_ref().map_or(0, of_block)
        }
        StatementKind::Either(blocks) => blocks.iter().map(of_block).sum(),
        StatementKind::Return(value) => value.as_ref().map_or(0, of_expr),
        StatementKind::Asm(lines) => lines.len(),
        StatementKind::Yield | StatementKind::Pass => 0,
    }
}

fn of_exprs(exprs: &[Expr]) -> usize {
    exprs.iter().map(of_expr).sum()
}

fn of_expr(expr: &Expr) -> usize {
    match &expr.kind {
        ExprKind::Number(number) => usize::from(number.width.is_some()),
        ExprKind::Percent(value, _) => of_expr(value),
        ExprKind::Command(invocation) => of_exprs(&invocation.arguments),
        ExprKind::Binary(_, left, right) => of_expr(left) + of_expr(right),
        _ => 0,
    }
}
