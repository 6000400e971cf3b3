//! Candidates for a line that matches no payment by itself: payments, and other lines that may belong to it.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bank_statements::{
    Candidate, CandidateWhy, EXACT_DAYS, MatchCandidate, MatchCandidates, MatchCandidatesRequest, MatchLine, OpenLine,
    RepeatedLine, Standing, rank, said_keys,
};
use gridbill_core::list::Sort;
use gridbill_core::number::TransactionNo;
use gridbill_core::page::PageParams;
use gridbill_core::payments::fpx::bank_name;
use gridbill_core::payments::officers::needs_two;
use gridbill_core::payments::{ReconcileKind, Status, TransactionFilter};
use gridbill_core::search::recognise;
use gridbill_core::{Code, Money, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::matched::{Matched, Pending};
use super::name_of;
use super::sql::{self, AwaitingPayment, FoundLine, StoredLine, StoredStatement};
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list;
use crate::payments::known::Known;
use crate::payments::list::Payments;
use crate::payments::staff::lines as bank_lines;

/// Maximum payments per response; an officer searches for the others.
const MAX_PAYMENTS: usize = 50;
/// Maximum other lines per response.
const MAX_LINES: usize = 20;
/// Maximum other lines that are compared with each other, nearest by day.
const MAX_EXAMINED: usize = 200;
/// Maximum payments that a search reads.
const MAX_SEARCHED: u32 = 1_000;
/// Days around a line in which a search looks for other lines: a quarter. Without a search it is [`EXACT_DAYS`].
const SEARCHED_DAYS: i64 = 92;

pub async fn candidates(app: App, _: Staff, request: MatchCandidatesRequest) -> Answer<MatchCandidates> {
    let stored = super::find_statement(&app.pool, &request.statement_id).await?;
    let row = i32::try_from(request.line).map_err(|_| Code::BankLineNotFound)?;
    let mut db = app.pool.acquire().await?;
    let found = sql::lines(&mut db, stored.statement_id).await?;
    let found = found.into_iter().find(|line| line.line == row && line.problem.is_none());
    let (line, repeats) = shown(&mut db, &stored, found.ok_or(Code::BankLineNotFound)?).await?;
    drop(db);
    // Without a search, what the statement matches exactly is left out on both sides.
    let exact = Matched::of(&app.pool, &stored).await?.exact_but(request.line);
    let (payments, more_payments) = payments(&app, &line, &exact, typed(request.search.as_ref())).await?;
    let (lines, more_lines) = other_lines(&app, &stored, &line, &exact, typed(request.line_search.as_ref())).await?;
    Ok(MatchCandidates { line, repeats, payments, more_payments, lines, more_lines })
}

fn typed(search: Option<&String>) -> &str {
    search.map_or("", |text| text.trim())
}

async fn shown(
    db: &mut PgConnection,
    stored: &StoredStatement,
    mut line: StoredLine,
) -> Answer<(MatchLine, Option<RepeatedLine>)> {
    let (known, own) = bank_lines::known_line(&mut *db, stored.statement_id, line.line).await?;
    let repeats = known.lines.twin(own).map(|(twin, is_proven)| {
        let row = known.row(twin);
        RepeatedLine {
            statement_id: row.statement_id.to_string(),
            bank_name: bank_name(&row.bank_id).unwrap_or(&row.bank_id).to_owned(),
            file_name: row.file_name.clone(),
            line: u32::try_from(row.line).unwrap_or_default(),
            transaction_no: row.used_by.clone(),
            is_proven,
        }
    });
    let is_open = match known.lines.standing(own) {
        Standing::Open | Standing::Used => true,
        // The shares of the same transfer were taken from another file of the bank.
        Standing::SameAs(used) if known.row(used).bank_id == stored.bank_id.as_str() => {
            let used = known.row(used);
            let mut shares = sql::uses_of(&mut *db, &[used.statement_id]).await?;
            line.used = shares.remove(&(used.statement_id, used.line)).unwrap_or_default();
            true
        }
        Standing::SameAs(_) | Standing::MayBe(_) => false,
    };
    let open = line.open_money().filter(|_| is_open).unwrap_or(Money::ZERO);
    let line = MatchLine {
        statement_id: stored.statement_id.to_string(),
        bank_name: name_of(&stored.bank_id),
        file_name: stored.file_name.clone(),
        line: u32::try_from(line.line).unwrap_or_default(),
        day: line.day.ok_or(Code::BankLineNotFound)?,
        reference: line.reference,
        description: line.description,
        amount: line.amount.ok_or(Code::BankLineNotFound)?,
        open,
        used: line.used,
    };
    Ok((line, repeats))
}

/// Lists the payments that may match the line, or those that the search finds. Also returns how many more there are.
async fn payments(
    app: &App,
    line: &MatchLine,
    exact: &BTreeMap<u32, Uuid>,
    typed: &str,
) -> Answer<(Vec<MatchCandidate>, i64)> {
    if !line.open.is_positive() {
        return Ok((Vec::new(), 0));
    }
    let keys = said_keys(&line.reference, &line.description);
    let days = (line.day.plus_days(-EXACT_DAYS), line.day.plus_days(EXACT_DAYS));
    let accepted = sql::accepted_for(&app.pool, &keys, line.open, days).await?;
    let mut waiting = Vec::new();
    for row in sql::list_awaiting(&app.pool, &accepted).await? {
        waiting.extend(Expecting::of(app, row)?);
    }
    if typed.is_empty() {
        waiting.retain(|one| exact.values().all(|payment_id| *payment_id != one.pending.payment_id));
    } else {
        let matching = searched(app, typed).await?;
        waiting.retain(|one| matching.contains(&one.pending.shown.transaction_no) || one.contains_text(typed));
    }
    let candidates: Vec<Candidate<'_>> = waiting
        .iter()
        .map(|one| Candidate {
            payment_no: &one.pending.awaited.payment_no,
            numbers: &one.pending.awaited.numbers,
            expected: one.pending.shown.expected,
            day: one.pending.awaited.day,
            payer: one.pending.shown.bulk_id.as_str(),
            company: &one.pending.shown.company_name,
        })
        .collect();
    let open = OpenLine {
        day: line.day,
        reference: &line.reference,
        description: &line.description,
        amount: line.open,
        is_of_other_bank: false,
    };
    let mut ranked = rank(&open, &candidates);
    if typed.is_empty() {
        ranked.retain(|(_, why)| *why < CandidateWhy::Other);
    }
    let more = i64::try_from(ranked.len().saturating_sub(MAX_PAYMENTS)).unwrap_or(i64::MAX);
    ranked.truncate(MAX_PAYMENTS);
    Ok((ranked.into_iter().map(|(place, why)| waiting[place].shown(why)).collect(), more))
}

/// Searches payments awaiting approval, with the same rules as the list of pending payments.
async fn searched(app: &App, typed: &str) -> Answer<BTreeSet<TransactionNo>> {
    let filter = TransactionFilter { search: Some(typed.to_owned()), ..TransactionFilter::default() };
    let payments = Payments::of_all(Some(&[Status::PendingApproval]), &filter)
        .map_err(|problem| Problem::at("search", problem))?;
    let wanted = PageParams { record_count: Some(MAX_SEARCHED), cursor: None };
    let page = list::page(&app.pool, &payments, Sort::default(), wanted).await?;
    Ok(page.items.into_iter().map(|row| row.transaction_no).collect())
}

/// A payment and the money that it expects.
struct Expecting {
    pending: Pending,
    is_accepted: bool,
    proposed_by: Option<String>,
    needs_second_officer: bool,
}

impl Expecting {
    /// Returns `None` for a payment that expects no money, because a line was already counted for it.
    fn of(app: &App, row: AwaitingPayment) -> Answer<Option<Self>> {
        let over = match row.reconcile_type.map(ReconcileKind::from_type).transpose()? {
            Some(ReconcileKind::Overpayment) => row.reconcile_amount,
            Some(ReconcileKind::Insufficient) | None => None,
        };
        let credits = row.billed.plus(over.unwrap_or(Money::ZERO))?;
        let is_accepted = !row.awaits_approval;
        let awaited_money = row.awaited_money;
        if row.awaits_approval && row.is_counted {
            return Ok(None);
        }
        let proposed_by = row.proposed_by.clone();
        let needs_second_officer =
            !is_accepted && (proposed_by.is_some() || needs_two(credits, app.config.payments.second_officer_above));
        let Some(mut pending) = row.pending()? else { return Ok(None) };
        if is_accepted {
            let Some(amount) = awaited_money else { return Ok(None) };
            pending.shown.expected = amount;
        }
        Ok(Some(Self { pending, is_accepted, proposed_by, needs_second_officer }))
    }

    /// Whether an accepted payment contains the text. The list of pending payments does not include accepted payments.
    fn contains_text(&self, typed: &str) -> bool {
        let shown = &self.pending.shown;
        let has = |text: &str| text.to_lowercase().contains(&typed.to_lowercase());
        self.is_accepted
            && (has(shown.transaction_no.as_str())
                || has(&shown.company_name)
                || shown.reference_numbers.iter().any(|number| has(number))
                || Money::parse(typed).is_ok_and(|amount| amount == shown.expected))
    }

    fn shown(&self, why: CandidateWhy) -> MatchCandidate {
        MatchCandidate {
            payment: self.pending.shown.clone(),
            version: self.pending.version,
            why,
            is_accepted: self.is_accepted,
            proposed_by: self.proposed_by.clone(),
            needs_second_officer: self.needs_second_officer,
        }
    }
}

/// Lists other lines with open money, nearest day first. Also returns how many more there are.
async fn other_lines(
    app: &App,
    stored: &StoredStatement,
    line: &MatchLine,
    exact: &BTreeMap<u32, Uuid>,
    typed: &str,
) -> Answer<(Vec<MatchLine>, i64)> {
    recognise(typed).map_err(|problem| Problem::at("lineSearch", problem))?;
    let days = if typed.is_empty() { EXACT_DAYS } else { SEARCHED_DAYS };
    let own = (stored.statement_id, i32::try_from(line.line).unwrap_or(i32::MAX));
    let mut found = sql::open_lines(&app.pool, line.day.plus_days(-days), line.day.plus_days(days), own).await?;
    let is_exact = |one: &FoundLine| {
        one.statement_id == stored.statement_id && u32::try_from(one.line).is_ok_and(|row| exact.contains_key(&row))
    };
    found.retain(|one| !typed.is_empty() || !is_exact(one));
    let lower = typed.to_lowercase();
    let amount = Money::parse(typed).ok();
    found.retain(|one| {
        let has = |text: &str| text.to_lowercase().contains(&lower);
        has(&one.reference)
            || has(&one.description)
            || amount.is_some_and(|amount| [one.amount, one.open].contains(&amount))
    });
    found.sort_by_key(|one| (one.day.days_since(line.day).abs(), one.statement_id != stored.statement_id, one.line));
    let unexamined = found.len().saturating_sub(MAX_EXAMINED);
    found.truncate(MAX_EXAMINED);
    let mut found = without_repetitions(app, found, own).await?;
    let more = i64::try_from(unexamined + found.len().saturating_sub(MAX_LINES)).unwrap_or(i64::MAX);
    found.truncate(MAX_LINES);
    Ok((found.into_iter().map(FoundLine::shown).collect(), more))
}

/// Leaves out lines that are or may be used in another file, and all but the first of those that are one transfer.
async fn without_repetitions(app: &App, found: Vec<FoundLine>, own: (Uuid, i32)) -> Answer<Vec<FoundLine>> {
    let days = || found.iter().map(|line| line.day);
    let Some(days) = days().min().zip(days().max()) else { return Ok(found) };
    let amounts: BTreeSet<Money> = found.iter().map(|line| line.amount).collect();
    let mut db = app.pool.acquire().await?;
    let known = Known::by_amount(&mut db, amounts, days).await?;
    drop(db);
    let mut kept: Vec<(Money, usize)> =
        known.iter().filter_map(|(amount, known)| Some((*amount, known.index_of(own.0, own.1)?))).collect();
    let mut is_other = |line: &FoundLine| {
        let Some(known) = known.get(&line.amount) else { return false };
        let Some(at) = known.index_of(line.statement_id, line.line) else { return false };
        let is_open = matches!(known.lines.standing(at), Standing::Open | Standing::Used);
        let is_shown = || kept.iter().any(|(amount, other)| *amount == line.amount && known.lines.is_same(at, *other));
        let is_new = is_open && !is_shown();
        kept.extend(is_new.then_some((line.amount, at)));
        is_new
    };
    Ok(found.into_iter().filter(|line| is_other(line)).collect())
}

impl FoundLine {
    fn shown(self) -> MatchLine {
        MatchLine {
            statement_id: self.statement_id.to_string(),
            bank_name: name_of(&self.bank_id),
            file_name: self.file_name,
            line: u32::try_from(self.line).unwrap_or_default(),
            day: self.day,
            reference: self.reference,
            description: self.description,
            amount: self.amount,
            open: self.open,
            used: Vec::new(),
        }
    }
}
