//! Measures the first and last page of a bulk account's lists, and a search: requests per second over HTTP, and of the same statements in
//! pgbench.

use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use gridbill::check::measured::{Measured, search, statement};
use gridbill_core::Day;
use gridbill_core::number::{BulkId, InvoiceNo};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::wire::{self, Connection, post};
use crate::{Bench, median};

/// The Master of the demo's largest company. A token is valid for five minutes, longer than any list takes.
const SINAR: &str = "master@sinar.example";
/// Rounds, each of which measures both ways.
const TURNS: u32 = 3;
/// Rows of a page; batches are few, so their pages have fewer rows.
const ROWS: usize = 100;
const BATCHES: usize = 5;

/// A page request, over HTTP and as SQL.
struct Page {
    call: Vec<u8>,
    statement: String,
    /// The statement's values, in their order.
    values: Vec<String>,
}

pub async fn measure(bench: &Bench, pool: &PgPool, time: Duration) -> anyhow::Result<()> {
    let bulk_id = sinar(pool).await?;
    let lists = [
        (
            "unpaid bills",
            Measured::UnpaidBills,
            format!("/billpayment-svc/api/v1/Bills/GetOutstandingBills/{bulk_id}"),
            ROWS,
        ),
        ("batches", Measured::Batches, format!("/billpayment-svc/api/v1/Bills/GetBillsByBatch/{bulk_id}"), BATCHES),
        (
            "payments",
            Measured::Payments,
            format!("/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId={bulk_id}"),
            ROWS,
        ),
        ("accounts", Measured::Accounts, format!("/portal/api/v1/Accounts/GetAccounts/{bulk_id}"), ROWS),
    ];
    let has_pgbench = Command::new("pgbench").arg("--version").output().is_ok_and(|output| output.status.success());
    println!("\nLists over HTTP, {} connections, and the same SQL in pgbench: a second each", bench.connections);
    for (name, list, path, rows) in lists {
        let token = &wire::sign_in(bench.portal, SINAR, false).await?;
        let (total, ends) = ends(bench.portal, token, &path, rows).await?;
        for (which, cursor) in ends {
            let page = page(list, &bulk_id, token, &path, rows, cursor.as_deref())?;
            compare(bench, &format!("{which} {rows} of {total} {name}"), &page, has_pgbench, time).await?;
        }
    }
    let token = wire::sign_in(bench.portal, SINAR, false).await?;
    let found = by_number(pool, &bulk_id, &token).await?;
    compare(bench, "one bill of history by its number", &found, has_pgbench, time).await?;
    println!("  (aims: an unpaid page at least 0.70; a search at least 0.67, which is 1.5 times as long)");
    Ok(())
}

/// Compares both ways alternately, in requests per second.
async fn compare(bench: &Bench, what: &str, page: &Page, has_pgbench: bool, time: Duration) -> anyhow::Result<()> {
    let (mut http, mut sql) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        http.push(over_http(bench, &page.call, time / TURNS).await?);
        if has_pgbench {
            sql.push(by_pgbench(bench, page, time / TURNS)?);
        }
    }
    let http = median(http);
    print!("  {what:<36} {http:>7.0}");
    if sql.is_empty() {
        println!("  (pgbench is not on PATH)");
    } else {
        let sql = median(sql);
        println!("  {sql:>7.0}  {:>5.2} of it", http / sql);
    }
    Ok(())
}

/// Builds the search of history for the newest bill.
#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
async fn by_number(pool: &PgPool, bulk_id: &str, token: &str) -> anyhow::Result<Page> {
    let newest = sqlx::query_as::<_, (String, String)>(
        "select invoice_no, (now() at time zone 'Asia/Kuala_Lumpur')::date::text from bill where bulk_id = $1
         order by invoice_date desc, invoice_no desc limit 1",
    );
    let (number, today) = newest.bind(bulk_id).fetch_one(pool).await?;
    let wrong = |code| anyhow::anyhow!("{code:?}");
    let (id, invoice_no) = (BulkId::parse(bulk_id).map_err(wrong)?, InvoiceNo::parse(&number).map_err(wrong)?);
    let searched = search(&id, &invoice_no, Day::parse(&today).map_err(wrong)?);
    let (statement, mut values) = searched.map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
    values.push((ROWS + 1).to_string());
    let body = json!({ "recordCount": ROWS, "filter": { "search": number } });
    let path = format!("/billpayment-svc/api/v1/Bills/GetBillHistory/{bulk_id}");
    Ok(Page { call: post(&path, token, &body), statement, values })
}

/// Returns the total, and the start of the first and the last page.
pub async fn ends(
    portal: SocketAddr,
    token: &str,
    path: &str,
    rows: usize,
) -> anyhow::Result<(i64, Vec<(&'static str, Option<String>)>)> {
    let mut connection = Connection::open(portal).await?;
    let (mut cursor, mut last, mut total) = (None, None, 0);
    loop {
        connection.call(&post(path, token, &body(rows, cursor.as_deref()))).await?;
        let page = connection.data()?;
        total = page["total"].as_i64().unwrap_or(total);
        last.clone_from(&cursor);
        cursor = page["next"].as_str().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    let mut ends = vec![("first", None)];
    ends.extend(last.map(|last| ("last ", Some(last))));
    Ok((total, ends))
}

pub fn body(rows: usize, cursor: Option<&str>) -> Value {
    json!({ "recordCount": rows, "cursor": cursor })
}

fn page(
    list: Measured,
    bulk_id: &str,
    token: &str,
    path: &str,
    rows: usize,
    cursor: Option<&str>,
) -> anyhow::Result<Page> {
    let after = cursor.map(keys).transpose()?;
    let id = BulkId::parse(bulk_id).map_err(|code| anyhow::anyhow!("{code:?}"))?;
    let statement = statement(list, &id, after.as_deref()).map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
    let keys = after.into_iter().flatten().map(|value| value.context("a key without a value"));
    let mut values = vec![bulk_id.to_owned()];
    values.extend(keys.collect::<anyhow::Result<Vec<_>>>()?);
    // One row more than the page, to see if there is a next one. If the total is stored, its condition needs the bulk account again.
    values.extend([(rows + 1).to_string(), bulk_id.to_owned()]);
    Ok(Page { call: post(path, token, &body(rows, cursor)), statement, values })
}

/// Returns the keys in a cursor, without the mark that binds it to its list.
fn keys(cursor: &str) -> anyhow::Result<Vec<Option<String>>> {
    const MARK: usize = 6;
    let bytes = hex::decode(cursor)?;
    let (_, values): (i64, _) = serde_json::from_slice(bytes.get(MARK..).unwrap_or_default())?;
    Ok(values)
}

#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
async fn sinar(pool: &PgPool) -> anyhow::Result<String> {
    let sinar = sqlx::query_scalar("select bulk_id from person where email = $1");
    Ok(sinar.bind(SINAR).fetch_one(pool).await?)
}

async fn over_http(bench: &Bench, call: &[u8], time: Duration) -> anyhow::Result<f64> {
    let begun = Instant::now();
    let asking: Vec<_> = (0..bench.connections)
        .map(|_| {
            let (portal, call) = (bench.portal, call.to_vec());
            tokio::spawn(async move {
                let mut connection = Connection::open(portal).await?;
                let mut answers = 0_u32;
                while begun.elapsed() < time {
                    connection.call(&call).await?;
                    answers += 1;
                }
                anyhow::Ok(answers)
            })
        })
        .collect();
    let mut answers = 0;
    for task in asking {
        answers += task.await??;
    }
    Ok(f64::from(answers) / begun.elapsed().as_secs_f64())
}

/// Runs the portal's exact statement in pgbench.
fn by_pgbench(bench: &Bench, page: &Page, time: Duration) -> anyhow::Result<f64> {
    let values: Vec<(usize, String)> = (1..).zip(page.values.iter().cloned()).collect();
    let named = |text: String, (place, _): &(usize, String)| text.replace(&format!("${place}"), &format!(":v{place}"));
    let file = std::env::temp_dir().join(format!("gridbill-bench-{}.pgbench", std::process::id()));
    std::fs::write(&file, format!("{};\n", values.iter().rev().fold(page.statement.clone(), named)))?;
    let mut pgbench = Command::new("pgbench");
    pgbench.args(["-n", "-M", "prepared", "-j", "2"]);
    for (place, value) in &values {
        pgbench.arg("-D").arg(format!("v{place}={value}"));
    }
    pgbench.arg("-f").arg(&file).arg("-c").arg(bench.connections.to_string());
    pgbench.arg("-T").arg(time.as_secs().max(1).to_string());
    let output = pgbench.arg(&bench.database).output()?;
    std::fs::remove_file(&file)?;
    ensure!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout);
    let rate = told.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    rate.with_context(|| format!("pgbench printed no rate: {told}"))
}
