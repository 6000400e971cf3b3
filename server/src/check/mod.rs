//! `gridbill check`: looks for violations of the invariants (docs/domain/invariants.md) in a live database. It reads
//! one snapshot, so it can run while users pay, and does not rely on earlier decisions of the portal's own code.

mod bank;
mod chain;
mod lines;
pub mod measured;
mod message;
mod sql;
mod transition;

use std::process::ExitCode;

use gridbill_core::permission::{Action, Area, Permissions, Role, Scope};
use sqlx::{PgConnection, PgPool};

use crate::config::Config;
use crate::fpx::{VerifyingKey, settings};

/// Maximum rows named per violated invariant.
const MAX_ROWS: usize = 10;

/// An invariant, and the rows that violate it.
#[derive(Debug)]
pub struct Finding {
    /// The invariant's number in docs/domain/invariants.md.
    pub number: u8,
    pub invariant: &'static str,
    /// The first rows, named so that a person can look them up.
    pub rows: Vec<String>,
    /// The number of all violating rows.
    pub broken: u64,
}

/// How many rows were checked.
#[derive(Debug)]
pub struct Counts {
    pub bills: i64,
    pub payments: i64,
    pub items: i64,
    pub facts: i64,
    pub messages: i64,
    pub answered: i64,
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckResult {
    pub counts: Counts,
    pub findings: Vec<Finding>,
    /// Findings that violate no invariant but need the attention of staff.
    pub notes: Vec<String>,
}

/// Runs the check and prints the result. Returns 0 when every invariant holds, 2 otherwise.
/// Fails when the database does not answer, or a key of FPX cannot be read.
pub async fn run(pool: &PgPool, config: &Config) -> anyhow::Result<ExitCode> {
    let keys = settings::known_keys(config)?;
    let CheckResult { counts, findings, notes } = look_with(pool, &keys).await?;
    let mut code = ExitCode::SUCCESS;
    for finding in &findings {
        let Finding { number, invariant, broken, rows } = finding;
        if *broken == 0 {
            println!("{number:>2}  holds   {invariant}");
            continue;
        }
        code = ExitCode::from(2);
        println!("{number:>2}  BROKEN  {invariant}: {broken}");
        for row in rows {
            println!("            {row}");
        }
    }
    for note in &notes {
        println!("    note    {note}");
    }
    let Counts { bills, payments, items, facts, messages, answered } = counts;
    println!(
        "looked at {bills} bills, {payments} payments with {items} items, {facts} facts, \
         {messages} messages of the gateway, {answered} answered calls"
    );
    println!("{}", if code == ExitCode::SUCCESS { "every invariant holds" } else { "NOT every invariant holds" });
    Ok(code)
}

/// Checks everything except signatures.
pub async fn look(pool: &PgPool) -> anyhow::Result<(Counts, Vec<Finding>)> {
    let CheckResult { counts, findings, .. } = look_by(pool, None).await?;
    Ok((counts, findings))
}

/// Checks everything, with these keys of FPX.
pub async fn look_with(pool: &PgPool, keys: &[VerifyingKey]) -> anyhow::Result<CheckResult> {
    look_by(pool, Some(keys)).await
}

/// Begins a snapshot without the pool's limit for statements: the lines of all bills are read by one.
const SNAPSHOT: &str = "begin isolation level repeatable read read only; set local statement_timeout = 0";

/// Checks everything in one snapshot; `None` skips signatures.
async fn look_by(pool: &PgPool, keys: Option<&[VerifyingKey]>) -> anyhow::Result<CheckResult> {
    let mut snapshot = pool.begin_with(SNAPSHOT).await?;
    let counts = sql::counts(&mut snapshot).await?;
    let mut findings = Vec::new();
    for part in Part::ALL {
        findings.extend(part.look(&mut snapshot).await?);
    }
    let messages = message::look(&mut snapshot, keys).await?;
    findings.extend(messages.findings);
    findings.sort_by_key(|finding| finding.number);
    let waiting = sql::money_that_waits(&mut snapshot).await?;
    let erased = sql::erased_facts(&mut snapshot).await?;
    let repeated = sql::repeated_companies(&mut snapshot).await?;
    snapshot.rollback().await?;
    let mut notes: Vec<String> = messages
        .unverified
        .iter()
        .map(|(key, messages)| {
            let key = message::short(key);
            format!("{messages} messages of FPX were verified by the key {key}, which is unknown now: not verified")
        })
        .collect();
    if erased > 0 {
        notes.push(format!("{erased} facts are without the personal data of former users, which was erased"));
    }
    if !repeated.is_empty() {
        notes.push(format!(
            "{} pairs are of one company, stored before company numbers were compared: staff must decide which one stays",
            repeated.len()
        ));
        notes.extend(repeated.into_iter().map(|pair| format!("    {pair}")));
    }
    if let Some(first) = waiting.first() {
        let (payments, amount) = (first.of, first.amount.shown());
        notes.push(format!(
            "{payments} approvals over {amount} came after their payment had ended, or twice: staff must act"
        ));
        notes.extend(waiting.into_iter().map(|waiting| format!("    order {}", waiting.what)));
    }
    Ok(CheckResult { counts, findings, notes })
}

/// Invariants that are checked together. Tests damage one record and check only the part that must notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Bills,
    Amounts,
    Events,
    Money,
    BankLines,
    People,
    Independence,
    Tenants,
    Sessions,
    Registrations,
    Queries,
    Approvals,
    Costs,
    Accounting,
    PaymentGroups,
    Webhooks,
    PersonalData,
    Totals,
    BillLines,
    Findings,
    BankMessages,
    Transitions,
    Chain,
}

impl Part {
    pub const ALL: [Self; 23] = [
        Self::Bills,
        Self::Amounts,
        Self::Events,
        Self::Money,
        Self::BankLines,
        Self::People,
        Self::Independence,
        Self::Tenants,
        Self::Sessions,
        Self::Registrations,
        Self::Queries,
        Self::Approvals,
        Self::Costs,
        Self::Accounting,
        Self::PaymentGroups,
        Self::Webhooks,
        Self::PersonalData,
        Self::Totals,
        Self::BillLines,
        Self::Findings,
        Self::BankMessages,
        Self::Transitions,
        Self::Chain,
    ];

    /// Checks the invariants of this part.
    pub async fn look(self, db: &mut PgConnection) -> anyhow::Result<Vec<Finding>> {
        Ok(match self {
            Self::Bills => sql::bills(db).await?.into_iter().chain(sql::balances(db).await?).collect(),
            Self::Amounts => sql::amounts(db).await?,
            Self::Events => sql::events(db).await?,
            Self::Money => sql::money(db).await?,
            Self::BankLines => sql::bank_lines(db).await?,
            Self::People => {
                let decide = Scope { area: Area::PendingApproval, action: Action::Update };
                let deciders = Role::ALL.iter().filter(|role| role.allows(Permissions::default(), decide));
                sql::people(db, &deciders.map(|role| role.code()).collect::<Vec<_>>()).await?
            }
            Self::Independence => sql::independence(db).await?,
            Self::Tenants => sql::tenants(db).await?,
            Self::Sessions => sql::sessions(db).await?,
            Self::Registrations => sql::registrations(db).await?,
            Self::Queries => sql::queries(db).await?,
            Self::Approvals => sql::approvals(db).await?,
            Self::Costs => sql::costs(db).await?,
            Self::Accounting => sql::accounting(db).await?,
            Self::PaymentGroups => sql::payment_groups(db).await?,
            Self::Webhooks => sql::webhooks(db).await?,
            Self::PersonalData => sql::personal_data(db).await?,
            Self::Totals => sql::totals(db).await?,
            Self::BillLines => vec![lines::look(db).await?],
            Self::Findings => sql::findings(db).await?,
            Self::BankMessages => bank::look(db).await?,
            Self::Transitions => vec![transition::look(db).await?],
            Self::Chain => chain::look(db).await?,
        })
    }
}

/// Builds a finding from rows that Rust code found.
fn finding(number: u8, invariant: &'static str, mut rows: Vec<String>) -> Finding {
    let broken = rows.len() as u64;
    rows.truncate(MAX_ROWS);
    Finding { number, invariant, rows, broken }
}
