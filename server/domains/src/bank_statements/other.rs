//! An officer declares a line to be other money than a line of another statement.

use std::collections::BTreeSet;

use gridbill_core::bank_statements::{DeclareOtherMoney, Standing};
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::OperationsFact;
use gridbill_core::findings::check_reason;
use gridbill_core::{Code, Topic};

use super::sql;
use crate::auth::guard;
use crate::endpoint::{Act, Tx};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::live::{self, Change};
use crate::payments::lines;
use crate::payments::staff::lines as bank_lines;

pub async fn declare(Act { context, who, request, mut tx, .. }: Act<DeclareOtherMoney>) -> Answer<(Tx, Nothing)> {
    let reason = check_reason(&request.reason)?;
    let [line, other_line] =
        [request.line, request.other_line].map(|line| i32::try_from(line).map_err(|_| Code::BankLineNotFound));
    let (line, other_line) = (line?, other_line?);
    let statement_id = super::find_statement(&mut *tx, &request.statement_id).await?.statement_id;
    let other_id = super::find_statement(&mut *tx, &request.other_statement_id).await?.statement_id;
    // Keeps the columns unchanged, and no payment uses a line meanwhile.
    for statement_id in BTreeSet::from([statement_id, other_id]) {
        sql::lock_to_use(&mut tx, statement_id).await?;
    }
    bank_lines::lock(&mut tx).await?;
    guard::check_unchanged(&mut tx, &who.person).await?;
    if lines::line_use(&mut *tx, statement_id, line).await?.is_none() {
        return Err(Code::BankLineNotFound.into());
    }
    let (known, own) = bank_lines::known_line(&mut tx, statement_id, line).await?;
    if known.lines.standing(own) == Standing::Used {
        known.check_open(own)?;
    }
    let is_alike = |other: &usize| {
        known.lines.may_be_same(own, *other) || known.lines.twin(own).is_some_and(|(twin, _)| twin == *other)
    };
    let other = known.index_of(other_id, other_line).filter(is_alike).ok_or(Code::BankLineIsOther)?;
    let by = (who.person.person_id, context.now());
    sql::declare_other(&mut tx, (statement_id, line), (other_id, other_line), &reason, by).await?;
    let (row, other) = (known.row(own), known.row(other));
    let fact = OperationsFact::BankLineDeclaredOther {
        day: row.day,
        amount: row.amount,
        other: other.place(),
        transaction_no: other.used_by.clone(),
        reason,
    };
    let place = row.place();
    let entry = Entry::by(&who.person, Subject::BankLine(statement_id, line), fact, &place);
    facts::record(&context, &mut tx, entry).await?;
    live::publish(&mut *tx, Change::of(&[Topic::BankStatements])).await?;
    Ok((tx, Nothing {}))
}
