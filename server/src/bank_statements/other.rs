//! An officer declares a line to be other money than a line by which a payment was decided.

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
    let line = i32::try_from(request.line).map_err(|_| Code::BankLineNotFound)?;
    let statement = super::find_statement(&mut *tx, &request.statement_id).await?;
    let statement_id = statement.statement_id;
    // Keeps the columns unchanged, and no payment uses a line meanwhile.
    sql::lock_to_use(&mut tx, statement_id).await?;
    bank_lines::lock(&mut tx).await?;
    guard::check_unchanged(&mut tx, &who.person).await?;
    if lines::line_use(&mut *tx, statement_id, line).await?.is_none() {
        return Err(Code::BankLineNotFound.into());
    }
    let (known, own) = bank_lines::known_line(&mut tx, statement_id, line).await?;
    if known.lines.standing(own) == Standing::Used {
        known.check_open(own)?;
    }
    let twin = known.used_twin(own).and_then(|(used, _)| Some((used.place(), used.used_by.clone()?)));
    let (other, transaction_no) = twin.ok_or(Code::BankLineIsOther)?;
    let row = known.row(own);
    let (day, amount) = (row.day, row.amount);
    sql::declare_other(&mut tx, statement_id, line, &reason, (who.person.person_id, context.now())).await?;
    let fact = OperationsFact::BankLineDeclaredOther { day, amount, other, transaction_no, reason };
    let place = row.place();
    let entry = Entry::by(&who.person, Subject::BankLine(statement_id, line), fact, &place);
    facts::record(&context, &mut tx, entry).await?;
    live::publish(&mut *tx, Change::of(&[Topic::BankStatements])).await?;
    Ok((tx, Nothing {}))
}
