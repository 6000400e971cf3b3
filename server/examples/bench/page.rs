//! The first page of the unpaid bills: requests a second over HTTP, and the same statement's in pgbench.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use gridbill_core::Day;
use gridbill_core::number::BulkId;
use serde_json::json;
use sqlx::PgPool;

use crate::wire::{Connection, post};
use crate::{Bench, median};

/// By turns, three times each.
const TURNS: u32 = 3;

pub async fn measure(bench: &Bench, pool: &PgPool, token: &str, time: Duration) -> anyhow::Result<()> {
    let (bulk_id, unpaid) = sinar(pool).await?;
    let path = format!("/billpayment-svc/api/v1/Bills/GetOutstandingBills/{bulk_id}");
    let call = post(&path, token, &json!({}));
    let mut connection = Connection::open(bench.portal).await?;
    let bytes = connection.call(&call).await?;
    let page = connection.data()?;
    ensure!(page["items"].as_array().is_some_and(|items| items.len() == 100), "not a whole page");
    let has_pgbench = Command::new("pgbench").arg("--version").output().is_ok_and(|output| output.status.success());
    let (mut http, mut sql) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        http.push(over_http(bench, &call, time / TURNS).await?);
        if has_pgbench {
            sql.push(by_pgbench(bench, &bulk_id, time / TURNS)?);
        }
    }
    let (http, connections) = (median(http), bench.connections);
    println!("\nThe first 100 of {unpaid} unpaid bills ({bytes} bytes), {connections} connections");
    println!("  over HTTP                {http:>9.0} requests a second");
    if sql.is_empty() {
        println!("  pgbench is not on PATH, so there is nothing to compare with");
    } else {
        let sql = median(sql);
        println!("  the same SQL in pgbench  {sql:>9.0} a second");
        println!("  HTTP reaches             {:>9.2} of it (aim: at least 0.60)", http / sql);
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "sets up a measurement, and is no part of the portal")]
async fn sinar(pool: &PgPool) -> anyhow::Result<(String, i64)> {
    let sinar = sqlx::query_as(
        "select bulk_id, (select count(*) from bill b where b.bulk_id = p.bulk_id and bill_is_unpaid(status))
         from person p where email = 'master@sinar.example'",
    );
    Ok(sinar.fetch_one(pool).await?)
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

/// The very statement that the portal sends, for a page of 100 and the row that tells whether there is a next one.
fn by_pgbench(bench: &Bench, bulk_id: &str, time: Duration) -> anyhow::Result<f64> {
    let today = Day::parse("2026-11-20").map_err(|code| anyhow::anyhow!("{code:?}"))?;
    let page =
        gridbill::bills::first_page_sql(BulkId::parse(bulk_id).map_err(|code| anyhow::anyhow!("{code:?}"))?, today);
    let page = page.map_err(|problem| anyhow::anyhow!("{problem:?}"))?.replace("$1", ":bulk").replace("$2", ":rows");
    let file = std::env::temp_dir().join(format!("gridbill-bench-{}.pgbench", std::process::id()));
    std::fs::write(&file, format!("\\set rows 101\n{page};\n"))?;
    let mut pgbench = Command::new("pgbench");
    pgbench.args(["-n", "-M", "prepared", "-j", "2", "-D"]);
    pgbench.arg(format!("bulk={bulk_id}")).arg("-f").arg(&file);
    pgbench.arg("-c").arg(bench.connections.to_string()).arg("-T").arg(time.as_secs().max(1).to_string());
    let output = pgbench.arg(&bench.database).output()?;
    std::fs::remove_file(&file)?;
    ensure!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout);
    let rate = told.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    rate.with_context(|| format!("pgbench told no rate: {told}"))
}
