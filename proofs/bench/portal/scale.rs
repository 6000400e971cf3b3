//! Compares a bulk account of 10,000 bills alone in a database with the same among all others' bills: its most frequent calls must take
//! about the same time. Also measures home of the bulk account with the most unpaid bills.

use std::net::SocketAddr;
use std::time::Instant;

use serde_json::{Value, json};

use crate::companies::{SCALE, SCALE_BILLS};
use crate::page::{body, ends};
use crate::wire::{self, Connection, post};
use crate::{BULK_ID, Bench, EMAIL, median};

/// Rows of a page; batches are few, so their pages have fewer rows.
const ROWS: usize = 100;
const BATCHES: usize = 5;
/// The largest allowed ratio of a call's time among all bills.
const AIM: f64 = 1.3;

/// A portal with the company: on few bills, or on all.
struct Place {
    connection: Connection,
    token: String,
    times: Vec<f64>,
}

impl Place {
    async fn at(portal: SocketAddr) -> anyhow::Result<Self> {
        let token = wire::sign_in(portal, &SCALE.email(), false).await?;
        Ok(Self { connection: Connection::open(portal).await?, token, times: Vec::new() })
    }

    async fn time(&mut self, path: &str, body: &Value) -> anyhow::Result<()> {
        let call = post(path, &self.token, body);
        let began = Instant::now();
        self.connection.call(&call).await?;
        self.times.push(began.elapsed().as_secs_f64() * 1_000.0);
        Ok(())
    }
}

pub async fn measure(bench: &Bench, small: SocketAddr) -> anyhow::Result<()> {
    let (mut few, mut all) = (Place::at(small).await?, Place::at(bench.portal).await?);
    let rounds = bench.rounds * 20;
    println!(
        "\n{SCALE_BILLS} bills of one bulk account alone and among all: milliseconds over HTTP, the middle of {rounds} by turns"
    );
    let (mut worst, mut first) = (0.0_f64, 0.0);
    for (name, path, body) in calls(bench, &all.token).await? {
        for place in [&mut few, &mut all] {
            place.time(&path, &body).await?;
            place.times.clear();
        }
        for round in 0..rounds {
            // Alternate the order, so that other load on the machine affects both alike.
            let [one, other] = if round % 2 == 0 { [&mut few, &mut all] } else { [&mut all, &mut few] };
            one.time(&path, &body).await?;
            other.time(&path, &body).await?;
        }
        let (alone, among) = (median(few.times.clone()), median(all.times.clone()));
        worst = worst.max(among / alone);
        print!("  {name:<34}{alone:>8.2}{among:>8.2}{:>7.2} times", among / alone);
        if name.ends_with("first page") {
            first = among;
        }
        println!(
            "{}",
            if name.ends_with("last page") { format!(", {:.2} of the first", among / first) } else { String::new() }
        );
    }
    println!("  the worst is {worst:.2} times (aim: at most {AIM})");
    giant(bench, rounds).await
}

/// Measures home of the bulk account that pays ten thousand bills at a time in the other measurement.
async fn giant(bench: &Bench, rounds: usize) -> anyhow::Result<()> {
    let token = wire::sign_in(bench.portal, EMAIL, false).await?;
    let mut connection = Connection::open(bench.portal).await?;
    let mut times = Vec::new();
    for _ in 0..=rounds {
        let began = Instant::now();
        connection.call(&post(&format!("/portal/api/v1/Home/{BULK_ID}"), &token, &json!({}))).await?;
        times.push(began.elapsed().as_secs_f64() * 1_000.0);
    }
    println!("  home of {} unpaid bills           {:>8.2}", bench.invoices, median(times));
    Ok(())
}

type Call = (&'static str, String, Value);

/// Builds the calls. The position before the last page is the same in both databases, because the bills are the same.
async fn calls(bench: &Bench, token: &str) -> anyhow::Result<Vec<Call>> {
    let bills = |name: &str| format!("/billpayment-svc/api/v1/Bills/{name}/{}", SCALE.bulk_id);
    let mut calls = vec![("home", format!("/portal/api/v1/Home/{}", SCALE.bulk_id), json!({}))];
    for (first, last, path, rows) in [
        ("unpaid bills, first page", "unpaid bills, last page", bills("GetOutstandingBills"), ROWS),
        ("by batch, first page", "by batch, last page", bills("GetBillsByBatch"), BATCHES),
        ("history, first page", "history, last page", bills("GetBillHistory"), ROWS),
    ] {
        let (_, ends) = ends(bench.portal, token, &path, rows).await?;
        for ((_, cursor), name) in ends.into_iter().zip([first, last]) {
            calls.push((name, path.clone(), body(rows, cursor.as_deref())));
        }
    }
    for (name, searched) in [
        ("search by number", "996000004711"),
        ("search by a part of a number", "004711"),
        ("search by what an account is called", "Shop 471"),
    ] {
        let body = json!({ "recordCount": ROWS, "filter": { "search": searched } });
        calls.push((name, bills("GetBillHistory"), body));
    }
    Ok(calls)
}
