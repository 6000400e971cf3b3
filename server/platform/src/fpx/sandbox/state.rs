//! The sandbox's state, and the file that restores it after a restart.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use gridbill_core::Instant;
use serde::Serialize;

use super::fault::Fault;
use super::payment::Payment;
use crate::fpx::message::Signed;

/// One attempt to post a confirmation to the merchant.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// When the confirmation was posted.
    pub at: Instant,
    /// The answer code in the confirmation.
    pub code: String,
    /// The kind of fault or repeat, or empty.
    pub note: &'static str,
    /// The merchant's HTTP status; `None` if it was not reached.
    pub status: Option<u16>,
    /// The start of the merchant's answer, or the error.
    pub answer: String,
}

/// Payments, banks and pending faults.
pub struct State {
    /// In order of arrival.
    payments: Vec<Payment>,
    by_order_no: HashMap<String, usize>,
    file: File,
    serial: u32,
    /// Banks that take no payments now.
    pub offline: BTreeSet<String>,
    /// Whether FPX is within its operating hours.
    pub open: bool,
    /// Faults of the next confirmation, by order number.
    pub faults: HashMap<String, Vec<Fault>>,
    /// Confirmations that wait until the next one overtakes them, by order number.
    pub held: HashMap<String, Signed>,
    /// Deliveries, by order number.
    pub deliveries: HashMap<String, Vec<Delivery>>,
}

impl State {
    /// Reads the payments of earlier runs. Each line of the file is a snapshot of a payment; the last snapshot of each
    /// payment counts.
    pub fn open(folder: &Path, offline: &[String]) -> anyhow::Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join("payments.jsonl");
        let payments = latest(&read(&path)?);
        let file = rewrite(&path, &payments)?;
        let by_order_no =
            payments.iter().enumerate().map(|(at, payment)| (payment.order_no().to_owned(), at)).collect();
        Ok(Self {
            by_order_no,
            serial: u32::try_from(payments.len()).unwrap_or_default(),
            payments,
            file,
            offline: offline.iter().cloned().collect(),
            open: true,
            faults: HashMap::new(),
            held: HashMap::new(),
            deliveries: HashMap::new(),
        })
    }

    /// All payments, oldest first.
    pub fn payments(&self) -> &[Payment] {
        &self.payments
    }

    /// The payment with this exchange order number.
    pub fn find(&self, order_no: &str) -> Option<&Payment> {
        self.by_order_no.get(order_no).and_then(|at| self.payments.get(*at))
    }

    /// The payment with this FPX number.
    pub fn find_by_fpx_id(&self, fpx_txn_id: &str) -> Option<&Payment> {
        self.payments.iter().rev().find(|payment| payment.fpx_txn_id == fpx_txn_id)
    }

    /// Stores a new payment or the new state of a known one. Writes the file before memory.
    pub fn store(&mut self, payment: Payment) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(&payment)?;
        line.push(b'\n');
        self.file.write_all(&line).context("cannot write the sandbox's payments")?;
        if let Some(known) = self.by_order_no.get(payment.order_no()).and_then(|at| self.payments.get_mut(*at)) {
            *known = payment;
        } else {
            self.by_order_no.insert(payment.order_no().to_owned(), self.payments.len());
            self.payments.push(payment);
        }
        Ok(())
    }

    /// Returns a new FPX number: the time to the second, and 4 digits that distinguish payments of the same second.
    pub fn next_fpx_txn_id(&mut self, now: Instant) -> String {
        self.serial = (self.serial + 1) % 10_000;
        format!("{}{:04}", &now.compact()[2..], self.serial)
    }
}

fn read(path: &PathBuf) -> anyhow::Result<Vec<Payment>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    // Text after the last newline was being written when the program was killed: its request was never answered.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().enumerate().map(|(at, line)| {
        serde_json::from_str(line).with_context(|| format!("line {} of {} is broken", at + 1, path.display()))
    });
    lines.collect()
}

fn latest(snapshots: &[Payment]) -> Vec<Payment> {
    let mut payments: Vec<Payment> = vec![];
    let mut places: HashMap<&str, usize> = HashMap::new();
    for snapshot in snapshots {
        let place = *places.entry(snapshot.order_no()).or_insert(payments.len());
        match payments.get_mut(place) {
            Some(known) => known.clone_from(snapshot),
            None => payments.push(snapshot.clone()),
        }
    }
    payments
}

/// Rewrites the file with one line per payment, and opens it for appending.
fn rewrite(path: &Path, payments: &[Payment]) -> anyhow::Result<File> {
    let draft = path.with_extension("draft");
    let mut text = Vec::new();
    for payment in payments {
        serde_json::to_writer(&mut text, payment)?;
        text.push(b'\n');
    }
    fs::write(&draft, text)
        .and_then(|()| fs::rename(&draft, path))
        .with_context(|| format!("cannot write {}", path.display()))?;
    OpenOptions::new().append(true).open(path).with_context(|| format!("cannot open {}", path.display()))
}
