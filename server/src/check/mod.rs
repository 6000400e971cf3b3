//! `gridbill check`: the invariants of domain.md, looked for in a live database. It reads one snapshot, so it may run
//! while people pay, and trusts nothing that the portal's own code decided on the way.

mod message;
mod sql;
mod transition;

use std::process::ExitCode;

use gridbill_core::permission::{Action, Area, Permissions, Role, Scope};
use sqlx::PgPool;

/// How many of the rows that break an invariant are named.
const NAMED: usize = 10;

/// An invariant, and what breaks it.
pub struct Finding {
    /// Its number in domain.md.
    pub number: u8,
    pub invariant: &'static str,
    /// The first rows, as a person can look them up.
    pub rows: Vec<String>,
    /// All of them.
    pub broken: u64,
}

/// What was looked at.
#[derive(Debug)]
pub struct Counts {
    pub bills: i64,
    pub payments: i64,
    pub items: i64,
    pub events: i64,
    pub messages: i64,
    pub answered: i64,
}

/// Looks, and tells. 0 when every invariant holds, 2 otherwise.
///
/// # Errors
/// When the database does not answer.
pub async fn run(pool: &PgPool) -> anyhow::Result<ExitCode> {
    let (counts, findings) = look(pool).await?;
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
    let Counts { bills, payments, items, events, messages, answered } = counts;
    println!(
        "looked at {bills} bills, {payments} payments with {items} items and {events} events, \
         {messages} messages of the gateway, {answered} answered calls"
    );
    println!("{}", if code == ExitCode::SUCCESS { "every invariant holds" } else { "NOT every invariant holds" });
    Ok(code)
}

/// Looks at everything, in one snapshot.
///
/// # Errors
/// When the database does not answer.
pub async fn look(pool: &PgPool) -> anyhow::Result<(Counts, Vec<Finding>)> {
    let decide = Scope { area: Area::PendingApproval, action: Action::Update };
    let deciders: Vec<&str> =
        Role::ALL.iter().filter(|role| role.allows(Permissions::default(), decide)).map(|role| role.code()).collect();
    let mut snapshot = pool.begin_with("begin isolation level repeatable read read only").await?;
    let counts = sql::counts(&mut snapshot).await?;
    let mut findings = sql::bills(&mut snapshot).await?;
    findings.extend(sql::amounts(&mut snapshot).await?);
    findings.extend(sql::events(&mut snapshot).await?);
    findings.extend(sql::money(&mut snapshot).await?);
    findings.extend(sql::people(&mut snapshot, &deciders).await?);
    findings.extend(sql::sessions(&mut snapshot).await?);
    findings.extend(sql::registrations(&mut snapshot).await?);
    findings.push(transition::look(&mut snapshot).await?);
    findings.push(message::look(&mut snapshot).await?);
    findings.sort_by_key(|finding| finding.number);
    snapshot.rollback().await?;
    Ok((counts, findings))
}

/// A finding of rows that Rust found.
fn finding(number: u8, invariant: &'static str, mut rows: Vec<String>) -> Finding {
    let broken = rows.len() as u64;
    rows.truncate(NAMED);
    Finding { number, invariant, rows, broken }
}
