//! Builds a psql script of a payment's statements. The texts come from the records in `.sqlx`, which the portal's macros check, so they
//! cannot differ from the portal's.

use std::fmt::Write as _;

use anyhow::{Context as _, ensure};
use gridbill_core::payments::Status;
use serde_json::Value;
use uuid::Uuid;

use crate::BULK_ID;

/// psql prints this before the measured part.
pub const MEASURED: &str = "measured from here";

/// A recorded statement with the types of its parameters.
struct Recorded {
    statement: String,
    types: Vec<&'static str>,
}

fn recorded() -> anyhow::Result<Vec<Recorded>> {
    let mut all = Vec::new();
    for file in std::fs::read_dir(".sqlx").context("run this in the tree")? {
        let record: Value = serde_json::from_slice(&std::fs::read(file?.path())?)?;
        let types = record["describe"]["parameters"]["Left"].as_array().map(Vec::as_slice).unwrap_or_default();
        let types = types.iter().map(|name| postgres_type(name.as_str().unwrap_or_default())).collect();
        all.push(Recorded { statement: record["query"].as_str().unwrap_or_default().to_owned(), types });
    }
    Ok(all)
}

/// Returns the PostgreSQL type of a recorded parameter.
fn postgres_type(name: &str) -> &'static str {
    match name {
        "Bool" => "boolean",
        "Bytea" => "bytea",
        "Int2" => "smallint",
        "Int4" => "integer",
        "Int8" => "bigint",
        "Jsonb" => "jsonb",
        "Numeric" => "numeric",
        "NumericArray" => "numeric[]",
        "JsonbArray" => "jsonb[]",
        "TextArray" => "text[]",
        "Timestamptz" => "timestamptz",
        "Uuid" => "uuid",
        "UuidArray" => "uuid[]",
        _ => "text",
    }
}

/// Returns the only statement that contains this text.
fn with<'a>(recorded: &'a [Recorded], part: &str) -> anyhow::Result<&'a Recorded> {
    let mut found = recorded.iter().filter(|record| record.statement.contains(part));
    let one = found.next().with_context(|| format!("no recorded statement has {part:?}"))?;
    ensure!(found.next().is_none(), "several recorded statements have {part:?}");
    Ok(one)
}

/// Returns the script that pays these invoices by EFT with one reference number, and its number of statements.
pub fn script(invoices: &[String], payment_id: Uuid, person_id: Uuid) -> anyhow::Result<(String, usize)> {
    let recorded = recorded()?;
    let list = |items: &[String]| format!("'{{{}}}'", items.join(","));
    let accounts: Vec<String> = invoices.iter().map(|invoice| format!("229{}", &invoice[3..])).collect();
    let amounts = vec!["100.00".to_owned(); invoices.len()];
    let (total, count) = (format!("{}00.00", invoices.len()), invoices.len());
    let (id, person, all) = (format!("'{payment_id}'"), format!("'{person_id}'"), list(invoices));
    let pending = Status::PendingApproval as i16;
    let calls = [
        ("pg_try_advisory_xact_lock", format!("{person}, '{payment_id}'")),
        ("answer from answered_call where person_id = $1", format!("{person}, '{payment_id}'")),
        ("\"to: Instant\" from method_window where method", "'EFT_GIRO'".to_owned()),
        ("select name, online from fpx_bank", "'MBB0228'".to_owned()),
        ("invoice_no = any($2)\n           order by invoice_no for update", format!("'{BULK_ID}', {all}")),
        ("role = $2 and bulk_id is not distinct from $3", format!("{person}, 'member', '{BULK_ID}', true, false")),
        ("from bill_on_hold\n           where bulk_id = $1 and invoice_no = any($2)", format!("'{BULK_ID}', {all}")),
        ("from approval_policy\n           where bulk_id = $1 and state = 'inForce'", format!("'{BULK_ID}'")),
        (
            "nextval('transaction_number')",
            format!(
                "{id}, to_char(now(), 'YYMMDD'), '{BULK_ID}', 'EFT_GIRO', {pending}, {total}, {count}, {count}, 'MBB0228', \
                 'Maybank2E', {person}, now(), null, null"
            ),
        ),
        ("as item (invoice_no", format!("'{BULK_ID}', {id}, {all}, {}, {}", list(&accounts), list(&amounts))),
        (
            "with ordinality as reference",
            format!("'{BULK_ID}', {id}, 1, 'EFT_GIRO', 'Maybank2E', '{{BENCH1}}', '{{{total}}}'"),
        ),
        ("update bill set status = $2 where invoice_no = any", format!("{all}, {pending}")),
        (
            "insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, acting_role",
            format!(
                "'payment:{payment_id}', 'PaymentSubmitted', '{{\"before\": null, \"after\": {{\"status\": {pending}, \"version\": 1}}}}', \
                 'P0', '{BULK_ID}', {person}, 'Bench', 'member', '127.0.0.1', 'bench', now(), '{{}}', '{{}}', '{{}}', \
                 '{{pccrAdmin}}', null, 'changed', '{{}}', 150, 'notifications', false, null, '{{}}', '{{}}', '{{}}', null"
            ),
        ),
        ("upper(ltrim(r.number", format!("'{BULK_ID}', '{{BENCH1}}', {id}, 200")),
        (
            "insert into answered_call (person_id, key, endpoint, request_hash, answer, at) values",
            format!("{person}, '{payment_id}', 'MakePayment', '\\x00', '\\x{}', now()", "00".repeat(150)),
        ),
    ];
    let mut script = String::from("\\set ON_ERROR_STOP on\n\\pset format unaligned\n\\o /dev/null\n");
    for (place, (part, _)) in calls.iter().enumerate() {
        let Recorded { statement, types } = with(&recorded, part)?;
        writeln!(script, "prepare call{place}({}) as {statement};", types.join(", "))?;
    }
    writeln!(script, "\\timing on\n\\echo {MEASURED}\nbegin;")?;
    for (place, (_, arguments)) in calls.iter().enumerate() {
        writeln!(script, "execute call{place}({arguments});")?;
    }
    script.push_str("commit;\n");
    // Also counts `begin` and `commit`.
    Ok((script, calls.len() + 2))
}
