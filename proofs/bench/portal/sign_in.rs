//! Measures wrong sign-ins: known and unknown users must take the same time, or the time would reveal who is a customer.

use std::time::Instant;

use anyhow::ensure;
use serde_json::json;
use sqlx::PgPool;

use crate::wire::{Connection, post};
use crate::{Bench, median};

/// Makes one attempt per address: five would lock it, and then no password is checked.
pub async fn measure(bench: &Bench, pool: &PgPool) -> anyhow::Result<()> {
    let count = bench.sign_ins;
    make(pool, count).await?;
    let mut connection = Connection::open(bench.portal).await?;
    // Warm up, so that the first attempts are like the others.
    for number in 0..20 {
        attempt(&mut connection, &format!("warm{number}@nowhere.example")).await?;
    }
    let (mut known, mut unknown) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for number in 0..count {
        // Alternate the order, so that other load on the machine affects both alike.
        for is_known in [number % 2 == 0, number % 2 != 0] {
            let (place, times) = if is_known { ("bench", &mut known) } else { ("nowhere", &mut unknown) };
            times.push(attempt(&mut connection, &format!("signin{number}@{place}.example")).await?);
        }
    }
    let (known, unknown) = (spread(known), spread(unknown));
    println!("\n{count} wrong sign-ins of known users, and {count} of unknown users, alternately");
    println!("  there      median {:>7.2} ms, quartiles {:.2} and {:.2}", known[1], known[0], known[2]);
    println!("  not there  median {:>7.2} ms, quartiles {:.2} and {:.2}", unknown[1], unknown[0], unknown[2]);
    println!("  difference        {:>7.2} ms (aim: less than 2)", (known[1] - unknown[1]).abs());
    Ok(())
}

/// Returns the milliseconds of one attempt.
async fn attempt(connection: &mut Connection, email: &str) -> anyhow::Result<f64> {
    let body = json!({ "username": email, "password": "Not-the-passw0rd" });
    let call = post("/user-svc/api/v1/User/Login", "", &body);
    let begun = Instant::now();
    connection.ask(&call).await?;
    let time = begun.elapsed().as_secs_f64() * 1_000.0;
    ensure!(connection.said("wrongCredentials"), "{email} got another answer");
    Ok(time)
}

/// Returns the lower quartile, the median and the upper quartile.
fn spread(mut times: Vec<f64>) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times.get(times.len() * part / 4).copied().unwrap_or_default();
    [at(1), median(times.clone()), at(3)]
}

/// Adds users with the demo's password and no counted attempts.
#[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
async fn make(pool: &PgPool, count: usize) -> anyhow::Result<()> {
    let count = i64::try_from(count)?;
    sqlx::query("delete from login_attempts where email like 'signin%@%' or email like 'warm%@%'")
        .execute(pool)
        .await?;
    sqlx::query(
        "insert into person (person_id, email, name, password_hash, is_staff, activated_at, created_at)
         select gen_random_uuid(), 'signin' || n || '@bench.example', 'Somebody', known.password_hash, false, now(), now()
         from generate_series(0, $1 - 1) n,
              (select password_hash from person where email = 'master@sinar.example') known
         on conflict do nothing",
    )
    .bind(count)
    .execute(pool)
    .await?;
    let there = sqlx::query_scalar::<_, i64>("select count(*) from person where email like 'signin%@bench.example'");
    ensure!(there.fetch_one(pool).await? >= count, "the demo's users are missing, so no address is known");
    Ok(())
}
