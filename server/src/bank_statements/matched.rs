//! The lines of a statement compared with the payments that wait, anew each time: what was proposed a moment ago may have been
//! decided since.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::Money;
use gridbill_core::bank_statements::{
    Awaited, BankLine, Fit, GroupCount, LineDecision, LineGroup, MatchedPayment, OpenLine, Why, matches,
};
use sqlx::PgPool;
use uuid::Uuid;

use super::sql::{self, Stored, StoredLine, Waiting};
use crate::error::Answer;

/// A payment as core compares it, and as evidence.
pub struct Pending {
    pub payment_id: Uuid,
    pub version: i32,
    pub awaited: Awaited,
    pub shown: MatchedPayment,
}

/// All lines of a statement, in the order in which they are shown.
pub struct Matched {
    pub lines: Vec<BankLine>,
    /// The payment of each line that has one, by the line's row.
    pub payments: BTreeMap<u32, (Uuid, i32)>,
}

impl Matched {
    pub async fn of(pool: &PgPool, statement: &Stored) -> Answer<Self> {
        let lines = sql::lines(pool, statement.statement_id).await?;
        let waiting = sql::waiting(pool).await?;
        let pending: Vec<Pending> =
            waiting.into_iter().filter_map(|row| row.pending().transpose()).collect::<Answer<_>>()?;
        Ok(matched(lines, &pending))
    }

    /// How many lines there are of each group, and what they come to.
    pub fn groups(&self) -> Answer<Vec<GroupCount>> {
        let groups: BTreeSet<LineGroup> = self.lines.iter().map(|line| line.group).collect();
        let count = |group| -> Answer<GroupCount> {
            let own = || self.lines.iter().filter(move |line| line.group == group);
            let exact = own().filter(|line| line.fit == Some(Fit::Exact)).count();
            let amount = Money::sum(own().filter_map(|line| line.amount))?;
            let [lines, exact] = [own().count(), exact].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
            Ok(GroupCount { group, lines, exact, amount })
        };
        groups.into_iter().map(count).collect()
    }
}

/// Where a line stands: by what is proposed, the exact ones first, then as in the file.
pub fn place(line: &BankLine) -> (LineGroup, bool, u32) {
    (line.group, line.fit == Some(Fit::Near), line.line)
}

fn matched(stored: Vec<StoredLine>, pending: &[Pending]) -> Matched {
    let (open, other): (Vec<StoredLine>, Vec<StoredLine>) =
        stored.into_iter().partition(|line| line.problem.is_none() && line.used.is_none());
    let awaited: Vec<Awaited> = pending.iter().map(|payment| payment.awaited.clone()).collect();
    let compared: Vec<OpenLine<'_>> = open.iter().filter_map(StoredLine::open).collect();
    let found = matches(&compared, &awaited);
    let mut lines: Vec<BankLine> = other.into_iter().map(settled).collect();
    let mut payments = BTreeMap::new();
    for (line, found) in open.into_iter().zip(found) {
        let row = u32::try_from(line.line).unwrap_or_default();
        if let Some(found) = found {
            let payment = &pending[found.awaited];
            payments.insert(row, (payment.payment_id, payment.version));
        }
        let group = match found.and_then(|found| found.proposal).map(|proposal| proposal.decision) {
            Some(LineDecision::Accept) => LineGroup::Accept,
            Some(LineDecision::Insufficient) => LineGroup::Insufficient,
            Some(LineDecision::Overpayment) => LineGroup::Overpayment,
            None => LineGroup::Unmatched,
        };
        lines.push(BankLine {
            fit: found.map(|found| found.fit),
            why: found.map_or_else(|| (line.ordinal > 1).then_some(Why::Repeated), |found| found.why),
            proposal: found.and_then(|found| found.proposal),
            payment: found.map(|found| pending[found.awaited].shown.clone()),
            ..shown(line, group)
        });
    }
    lines.sort_by_key(place);
    Matched { lines, payments }
}

/// A line by which a payment was decided, or that is none of money that came in.
fn settled(mut line: StoredLine) -> BankLine {
    let used = line.used.take();
    let group = if used.is_some() { LineGroup::Decided } else { LineGroup::Other };
    BankLine { used, ..shown(line, group) }
}

fn shown(line: StoredLine, group: LineGroup) -> BankLine {
    BankLine {
        line: u32::try_from(line.line).unwrap_or_default(),
        group,
        day: line.day,
        reference: line.reference,
        description: line.description,
        amount: line.amount,
        problem: line.problem,
        fit: None,
        why: None,
        proposal: None,
        payment: None,
        used: None,
    }
}

impl Waiting {
    /// None for one whose amounts do not come to anything that could arrive.
    fn pending(self) -> Answer<Option<Pending>> {
        let awaited = self.awaited()?;
        let Some(expected) = awaited.expected() else { return Ok(None) };
        Ok(Some(Pending {
            payment_id: self.payment_id,
            version: self.version,
            shown: MatchedPayment {
                e_bulk_payment_id: self.payment_id.to_string(),
                transaction_no: self.transaction_no,
                company_name: self.company_name,
                bulk_id: self.bulk_id,
                payment_method: self.method,
                bank_name: self.bank_name,
                requested_at: self.requested_at,
                reference_numbers: self.numbers,
                expected,
                billed: self.billed,
            },
            awaited,
        }))
    }
}
