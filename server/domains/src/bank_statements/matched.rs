//! Compares the lines of a statement with the payments awaiting approval. Nothing is cached, because a proposal may
//! have been decided meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bank_statements::{
    AwaitedPayment, BankLine, EXACT_DAYS, Fit, GroupCount, LineDecision, LineGroup, MatchedPayment, OpenLine,
    OtherStatement, Standing, Why, match_awaited,
};
use gridbill_core::number::TransactionNo;
use gridbill_core::payments::fpx::bank_name;
use gridbill_core::{Day, Money};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::sql::{self, AwaitingPayment, StoredLine, StoredStatement};
use crate::error::Answer;
use crate::payments::known::Known;
use crate::payments::lines::{self, AwaitedMoney};

/// A payment awaiting approval, as core compares it and as the screen shows it.
pub struct Pending {
    pub payment_id: Uuid,
    pub version: i32,
    /// Another live or paid payment that uses one of its numbers.
    pub repeated_in: Option<TransactionNo>,
    pub awaited: AwaitedPayment,
    pub shown: MatchedPayment,
}

/// The sort key of a line within its statement.
pub type LineSortKey = (LineGroup, bool, Option<Day>, u32);

/// All lines of a statement, in display order.
pub struct Matched {
    pub lines: Vec<BankLine>,
    /// The payment of each matched line, by row.
    pub payments: BTreeMap<u32, (Uuid, i32)>,
}

impl Matched {
    pub async fn of(pool: &PgPool, statement: &StoredStatement) -> Answer<Self> {
        let mut db = pool.acquire().await?;
        let mut lines = sql::lines(&mut db, statement.statement_id).await?;
        let elsewhere = list_elsewhere(&mut db, statement, &lines).await?;
        add_uses_elsewhere(&mut db, &mut lines, &elsewhere).await?;
        drop(db);
        let waiting = sql::list_awaiting(pool, &[]).await?;
        let pending: Vec<Pending> =
            waiting.into_iter().filter_map(|row| row.pending().transpose()).collect::<Answer<_>>()?;
        let counted = match statement.first_day.zip(statement.last_day) {
            Some((from, to)) => {
                lines::awaited(pool, None, from.plus_days(-EXACT_DAYS), to.plus_days(EXACT_DAYS)).await?
            }
            None => Vec::new(),
        };
        Ok(matched(lines, &pending, &counted, &elsewhere))
    }

    /// Returns the payments that lines match exactly, by row, without this row.
    pub fn exact_but(&self, row: u32) -> BTreeMap<u32, Uuid> {
        let is_exact = |line: &&BankLine| line.line != row && line.fit == Some(Fit::Exact);
        let exact = self.lines.iter().filter(is_exact);
        exact.filter_map(|line| Some((line.line, self.payments.get(&line.line)?.0))).collect()
    }

    /// Counts and sums the lines of each group.
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

/// The sort key of a line: by group, exact matches first, then oldest first, then in file order.
pub fn sort_key(line: &BankLine) -> LineSortKey {
    let day = line.day.filter(|_| line.group != LineGroup::Other);
    (line.group, line.fit == Some(Fit::Near), day, line.line)
}

/// A line of another statement that is or may be the same transfer.
pub struct Elsewhere {
    statement_id: Uuid,
    bank_id: String,
    file_name: String,
    /// The row in the other file.
    line: i32,
    is_of_other_bank: bool,
    /// The payment that uses it.
    used_by: Option<TransactionNo>,
    /// Whether it certainly is the same transfer.
    is_proven: bool,
}

/// Finds a line of another statement for each line of a statement, by row: a used line that is or may be the same
/// transfer, otherwise one that certainly is, of another bank if possible.
pub async fn list_elsewhere(
    db: &mut PgConnection,
    statement: &StoredStatement,
    lines: &[StoredLine],
) -> Answer<BTreeMap<i32, Elsewhere>> {
    let Some(days) = statement.first_day.zip(statement.last_day) else { return Ok(BTreeMap::new()) };
    let credits = || lines.iter().filter(|line| line.problem.is_none()).filter_map(|line| line.amount);
    let amounts: BTreeSet<Money> = credits().collect();
    let known = Known::by_amount(db, amounts, days).await?;
    let bank_id = statement.bank_id.as_str();
    let find = |line: &StoredLine| {
        let known = known.get(&line.amount.filter(|_| line.problem.is_none())?)?;
        let own = known.index_of(line.statement_id, line.line)?;
        let (other, is_proven) = match known.lines.standing(own) {
            Standing::Used => return None,
            Standing::SameAs(used) => (used, true),
            Standing::MayBe(used) => (used, false),
            Standing::Open => {
                let is_of_other_bank = |at: usize| known.row(at).bank_id != bank_id;
                (known.lines.same_elsewhere(own, is_of_other_bank)?, true)
            }
        };
        let row = known.row(other);
        let elsewhere = Elsewhere {
            statement_id: row.statement_id,
            bank_id: row.bank_id.clone(),
            file_name: row.file_name.clone(),
            line: row.line,
            is_of_other_bank: row.bank_id != bank_id,
            used_by: row.used_by.clone(),
            is_proven,
        };
        Some((line.line, elsewhere))
    };
    Ok(lines.iter().filter_map(find).collect())
}

/// Adds the payments that use the same transfer in another statement of the bank.
async fn add_uses_elsewhere(
    db: &mut PgConnection,
    lines: &mut [StoredLine],
    elsewhere: &BTreeMap<i32, Elsewhere>,
) -> Answer<()> {
    let is_decided = |other: &&Elsewhere| other.is_decided_in_bank();
    let statements: BTreeSet<Uuid> = elsewhere.values().filter(is_decided).map(|other| other.statement_id).collect();
    if statements.is_empty() {
        return Ok(());
    }
    let uses = sql::uses_of(db, &statements.into_iter().collect::<Vec<_>>()).await?;
    for line in lines {
        if let Some(other) = elsewhere.get(&line.line).filter(is_decided) {
            line.used = uses.get(&(other.statement_id, other.line)).cloned().unwrap_or_default();
        }
    }
    Ok(())
}

fn matched(
    stored: Vec<StoredLine>,
    pending: &[Pending],
    counted: &[AwaitedMoney],
    elsewhere: &BTreeMap<i32, Elsewhere>,
) -> Matched {
    let is_used_elsewhere = |line: &StoredLine| elsewhere.get(&line.line).is_some_and(|other| other.used_by.is_some());
    let (open, other): (Vec<StoredLine>, Vec<StoredLine>) =
        stored.into_iter().partition(|line| line.problem.is_none() && line.used.is_empty() && !is_used_elsewhere(line));
    let settled = counted.iter().map(|one| {
        AwaitedPayment::settled(one.transaction_no.to_string(), one.number_key.clone(), one.amount, one.day)
    });
    let awaited: Vec<AwaitedPayment> = pending.iter().map(|payment| payment.awaited.clone()).chain(settled).collect();
    let is_of_other_bank = |line: &StoredLine| elsewhere.get(&line.line).is_some_and(|other| other.is_of_other_bank);
    let compared: Vec<OpenLine<'_>> = open.iter().filter_map(|line| line.open(is_of_other_bank(line))).collect();
    let found = match_awaited(&compared, &awaited);
    let mut lines: Vec<BankLine> = other.into_iter().map(|line| not_open(line, elsewhere)).collect();
    let mut payments = BTreeMap::new();
    for (line, found) in open.into_iter().zip(found) {
        let row = u32::try_from(line.line).unwrap_or_default();
        // Money that was counted earlier has no proposal; nothing more is decided on it.
        let payment = found.and_then(|found| pending.get(found.awaited));
        let before = found.and_then(|found| counted.get(found.awaited.checked_sub(pending.len())?));
        if let Some(payment) = payment {
            payments.insert(row, (payment.payment_id, payment.version));
        }
        let group = match found.and_then(|found| found.proposal).map(|proposal| proposal.decision) {
            Some(LineDecision::Accept) => LineGroup::Accept,
            Some(LineDecision::Insufficient) => LineGroup::Insufficient,
            Some(LineDecision::Overpayment) => LineGroup::Overpayment,
            None => LineGroup::Unmatched,
        };
        let why = found.map_or_else(|| (line.ordinal > 1).then_some(Why::Repeated), |found| found.why);
        let repeated_in = payment.filter(|_| why == Some(Why::NumberRepeated)).and_then(|one| one.repeated_in.clone());
        lines.push(BankLine {
            fit: payment.and(found).map(|found| found.fit),
            why,
            proposal: found.and_then(|found| found.proposal),
            payment: payment.map(|payment| payment.shown.clone()),
            other_payment: before.map(|one| one.transaction_no.clone()).or(repeated_in),
            other_statement: elsewhere.get(&line.line).map(Elsewhere::shown),
            ..shown(line, group)
        });
    }
    lines.sort_by_key(sort_key);
    Matched { lines, payments }
}

/// Converts a line that is not open: used here, used in another bank's statement, or not a credit.
fn not_open(line: StoredLine, elsewhere: &BTreeMap<i32, Elsewhere>) -> BankLine {
    let other = elsewhere.get(&line.line);
    let is_used_elsewhere = line.used.is_empty() && line.problem.is_none();
    let is_partly_used = !line.used.is_empty() && line.open_money().is_some_and(Money::is_positive);
    let is_proven = other.is_some_and(|other| other.is_proven);
    let (group, why) = match () {
        () if is_partly_used => (LineGroup::Unmatched, Some(Why::PartlyUsed)),
        () if is_used_elsewhere && is_proven => (LineGroup::Unmatched, Some(Why::UsedInOtherBank)),
        () if is_used_elsewhere => (LineGroup::Unmatched, Some(Why::MayBeSame)),
        () if line.problem.is_some() => (LineGroup::Other, None),
        () => (LineGroup::Decided, None),
    };
    BankLine {
        why,
        other_payment: other.filter(|_| is_used_elsewhere).and_then(|other| other.used_by.clone()),
        other_statement: other.map(Elsewhere::shown),
        open: line.open_money().filter(|_| !is_used_elsewhere),
        ..shown(line, group)
    }
}

impl Elsewhere {
    /// Whether it certainly is the same transfer, and a payment uses it in a statement of the same bank.
    pub const fn is_decided_in_bank(&self) -> bool {
        self.is_proven && self.used_by.is_some() && !self.is_of_other_bank
    }

    fn shown(&self) -> OtherStatement {
        OtherStatement {
            statement_id: self.statement_id.to_string(),
            bank_name: bank_name(&self.bank_id).unwrap_or(&self.bank_id).to_owned(),
            file_name: self.file_name.clone(),
            line: u32::try_from(self.line).unwrap_or_default(),
        }
    }
}

fn shown(line: StoredLine, group: LineGroup) -> BankLine {
    let open = line.open_money();
    BankLine {
        statement_id: line.statement_id.to_string(),
        open,
        line: u32::try_from(line.line).unwrap_or_default(),
        group,
        day: line.day,
        reference: line.reference,
        description: line.description,
        amount: line.amount,
        // The page of lines adds what the row has besides.
        written_amount: None,
        problem: line.problem,
        cells: Vec::new(),
        fit: None,
        why: None,
        proposal: None,
        payment: None,
        used: line.used,
        other_payment: None,
        other_statement: None,
    }
}

impl AwaitingPayment {
    /// Returns `None` for a payment whose amounts give no expected sum.
    pub fn pending(self) -> Answer<Option<Pending>> {
        let awaited = self.awaited()?;
        let Some(expected) = awaited.expected() else { return Ok(None) };
        Ok(Some(Pending {
            payment_id: self.payment_id,
            version: self.version,
            repeated_in: self.repeated_in,
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
