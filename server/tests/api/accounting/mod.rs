//! Exports to accounting, over HTTP.

mod killed;
mod links;
mod numbers;
mod plans;
mod profiles;
mod runs;
mod scale;
mod schedules;
mod settlements;

use std::sync::Once;

use gridbill_core::accounting::{
    AccountingPreset, AccountingStream, RepeatAccountingRun, RunAccounting, SaveAccountingProfile, accounting_preset,
};
use gridbill_core::downloads::{Download, DownloadState, GetDownloadFile, GetDownloads};
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::number::InvoiceNo;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::costs::{centre, coding, part, set};
use crate::support::given::{self, SINAR, account_of};
use crate::support::portal::until;
use crate::support::{Actor, Portal, RefusedCall, sql};

/// A profile with the columns of a preset.
pub fn profile(preset: AccountingPreset, stream: AccountingStream, name: &str) -> Value {
    let mut draft = serde_json::to_value(accounting_preset(preset, stream)).expect("JSON");
    draft["name"] = name.into();
    draft["supplier"] = "400-T001".into();
    draft["payableAccount"] = "400-0000".into();
    draft["bankAccount"] = "310-0000".into();
    draft
}

/// A journal of bills, with a suspense account.
pub fn journal(name: &str) -> Value {
    let mut draft = profile(AccountingPreset::Journal, AccountingStream::Bills, name);
    draft["suspense"] = json!({ "ledgerAccount": "9999" });
    draft
}

/// A portal with three bills of RM 100.01. The accounts of the first two are coded half and half.
struct World {
    portal: Portal,
    payer: Actor,
    bills: Vec<InvoiceNo>,
    /// Starts the jobs that make files.
    work: Once,
}

impl World {
    async fn new() -> Self {
        let portal = Portal::with_people().await;
        let bills = given::bills(portal.pool(), SINAR, 3, "100.01").await;
        let keeper = portal.sign_in("keeper@sinar.example").await;
        centre(&keeper, "HQ", "Head office").await;
        centre(&keeper, "PLANT", "Plant").await;
        let world = Self { payer: portal.sign_in("payer@sinar.example").await, portal, bills, work: Once::new() };
        world.code(0, json!([part("HQ", 5_000), part("PLANT", 5_000)])).await;
        world.code(1, json!([part("HQ", 5_000), part("PLANT", 5_000)])).await;
        world
    }

    fn pool(&self) -> &PgPool {
        self.portal.pool()
    }

    fn account(&self, place: usize) -> String {
        account_of(&self.bills[place]).to_string()
    }

    async fn code(&self, place: usize, parts: Value) {
        let keeper = self.portal.sign_in("keeper@sinar.example").await;
        let coding = coding(&self.account(place), &[("2026-01-01", None, parts)]);
        set(&keeper, &[coding]).await.expect("coded");
    }

    /// Sets the amount of a bill to RM 90, as a corrected bill of the feed does.
    async fn correct(&self, place: usize) {
        let number = self.bills[place].as_str();
        let query = "update bill set total_amount_payable = 90, current_charge = 90 where invoice_no = $1";
        sql::run(self.pool(), query, &[&number]).await;
    }

    /// Stores the lines of bills of RM 100.01: energy, and a retail charge of RM 8.
    async fn deliver_lines(&self, bills: &[InvoiceNo]) {
        let line = |kind: &str, amount: &str| json!({ "kind": kind, "block": null, "tariff": null, "from": null, "to": null, "priced": null, "amount": amount });
        let charges = json!({ "lines": [line("energy", "92.01"), line("retail", "8.00")], "readings": [] });
        let numbers: Vec<&str> = bills.iter().map(InvoiceNo::as_str).collect();
        let query = "insert into bill_charges (bulk_id, invoice_no, charges)
                     select bulk_id, invoice_no, $1 from bill where invoice_no = any($2)";
        sql::run(self.pool(), query, &[&charges, &numbers]).await;
    }

    /// Cancels the e-invoice of a bill, which thereby leaves the books.
    async fn cancel_e_invoice(&self, place: usize) {
        given::set_e_invoices(self.pool(), &self.bills[place..=place], "cancelled").await;
    }

    /// Saves a new profile, and returns its id.
    async fn save(&self, draft: Value) -> String {
        let saved = self.payer.call_raw::<SaveAccountingProfile>(json!({ "id": SINAR, "draft": draft })).await;
        saved.expect("a profile")["profileId"].as_str().expect("an id").to_owned()
    }

    async fn run(&self, profile_id: &str, version: i64, is_sample: bool) -> Result<Value, RefusedCall> {
        let request = json!({ "id": SINAR, "profileId": profile_id, "version": version, "isSample": is_sample });
        self.payer.call_raw::<RunAccounting>(request).await
    }

    /// Makes a real run, and returns its answer.
    async fn real(&self, profile_id: &str) -> Value {
        self.run(profile_id, 1, false).await.expect("a run")
    }

    async fn again(&self, profile_id: &str, run_no: i64) -> Result<Value, RefusedCall> {
        let request = json!({ "id": SINAR, "profileId": profile_id, "runNo": run_no });
        self.payer.call_raw::<RepeatAccountingRun>(request).await
    }

    /// Waits for the file of a download.
    async fn file(&self, download: &Value) -> (String, Vec<u8>) {
        self.work.call_once(|| self.portal.work());
        let id = download["downloadId"].as_str().expect("an id");
        let ready: Download = until("the file", async || {
            let listed = self.payer.call::<GetDownloads>(Nothing {}).await.expect("downloads").items;
            let found = listed.into_iter().find(|one| one.download_id == id)?;
            assert_ne!(found.state, DownloadState::Failed, "{found:?}");
            (found.state == DownloadState::Ready).then_some(found)
        })
        .await;
        let (status, bytes) = self.payer.send(&GetDownloadFile::ENTRY, json!({ "downloadId": id })).await;
        assert_eq!(status, 200);
        (ready.name, bytes)
    }

    async fn text(&self, download: &Value) -> String {
        String::from_utf8(self.file(download).await.1).expect("UTF-8")
    }

    async fn marked(&self) -> i64 {
        sql::value(self.pool(), "select count(*) from accounting_document where is_current", &[]).await
    }
}
