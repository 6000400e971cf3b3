//! Measures paying very many bills: over HTTP, and by the same statements in psql.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::bills;
use crate::statements::{self, MEASURED};
use crate::wire::{Connection, post};
use crate::{BULK_ID, Bench, EMAIL, median};

/// Measures both ways alternately. Each payment is declined before the next one.
pub async fn measure(bench: &Bench, pool: &PgPool, customer: &str, staff: &str) -> anyhow::Result<()> {
    let mut connection = Connection::open(bench.portal).await?;
    for payment_id in bills::left_behind(pool).await? {
        decline(&mut connection, staff, &payment_id.to_string()).await?;
    }
    let invoices = &bills::payable(pool, bench.invoices).await?[..];
    let person_id = person(pool).await?;
    let (mut http, mut psql) = (Vec::new(), Vec::new());
    let has_psql = Command::new("psql").arg("--version").output().is_ok_and(|output| output.status.success());
    // The first round is a warm-up.
    for round in 0..=bench.rounds {
        let call = make_payment(invoices, customer);
        let begun = Instant::now();
        connection.call(&call).await?;
        let took = begun.elapsed().as_secs_f64() * 1e3;
        let made = connection.data()?;
        let payment_id = made["eBulkPaymentID"].as_str().context("no payment")?.to_owned();
        decline(&mut connection, staff, &payment_id).await?;
        let same = if has_psql {
            let payment_id = Uuid::now_v7();
            let (script, statements) = statements::script(invoices, payment_id, person_id)?;
            let took = by_psql(&bench.database, &script, statements)?;
            decline(&mut connection, staff, &payment_id.to_string()).await?;
            Some(took)
        } else {
            None
        };
        if round > 0 {
            http.push(took);
            psql.extend(same);
        }
    }
    let (http, rounds) = (median(http), bench.rounds);
    println!("\nMakePayment of {} invoices, the middle one of {rounds}", invoices.len());
    println!("  over HTTP                {http:>9.1} ms");
    if psql.is_empty() {
        println!("  psql is not on PATH, so there is nothing to compare with");
    } else {
        let psql = median(psql);
        println!("  the same SQL in psql     {psql:>9.1} ms");
        println!("  HTTP takes               {:>9.2} times as long (aim: at most 1.4)", http / psql);
    }
    Ok(())
}

fn make_payment(invoices: &[String], token: &str) -> Vec<u8> {
    let total = format!("{}00.00", invoices.len());
    let body = json!({
        "bulkId": BULK_ID, "invoiceNos": invoices, "paymentMethod": "EFT_GIRO", "bankId": "MBB0228",
        "referenceNumbers": [{ "number": "BENCH1", "amount": total }], "totalAmount": total,
    });
    let call = post("/billpayment-svc/api/v1/Payment/MakePayment", token, &body);
    keyed(&call)
}

/// Adds a new idempotency key, as the app does, so that the answer is stored.
fn keyed(call: &[u8]) -> Vec<u8> {
    let call = String::from_utf8_lossy(call);
    call.replacen("\r\n", &format!("\r\nidempotency-key: {}\r\n", Uuid::now_v7()), 1).into_bytes()
}

async fn decline(connection: &mut Connection, staff: &str, payment_id: &str) -> anyhow::Result<()> {
    let body = json!({ "eBulkPaymentID": payment_id });
    connection.call(&post("/billpayment-svc/api/v1/Admin/PaymentReject", staff, &body)).await?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
async fn person(pool: &PgPool) -> anyhow::Result<Uuid> {
    let person = sqlx::query_scalar("select person_id from person where email = $1");
    Ok(person.bind(EMAIL).fetch_one(pool).await?)
}

/// Returns the milliseconds from `begin` to `commit`, by psql's own clock.
fn by_psql(database: &str, script: &str, statements: usize) -> anyhow::Result<f64> {
    let file = std::env::temp_dir().join(format!("gridbill-bench-{}.sql", std::process::id()));
    std::fs::write(&file, script)?;
    let output = Command::new("psql").args(["-X", "-q", "-f"]).arg(&file).arg(database).output()?;
    std::fs::remove_file(&file)?;
    ensure!(output.status.success(), "psql: {}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout);
    let (_, measured) = told.split_once(MEASURED).context("psql printed nothing")?;
    let times = measured.lines().filter_map(|line| line.strip_prefix("Time: ")?.split(' ').next()?.parse::<f64>().ok());
    let times: Vec<f64> = times.collect();
    ensure!(times.len() == statements, "psql printed {} times: {measured}", times.len());
    Ok(times.iter().sum())
}
