//! The utility's feed, called like its nightly job: the built program, its exit code, and the stored data.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use gridbill::feed::{self, Account, Bill, Outcome};
use gridbill_core::bills::{BulkRequest, GetOutstandingBillsCard};
use gridbill_core::number::BulkId;
use gridbill_core::payments::MakePayment;

use crate::support::database::Content;
use crate::support::{Portal, given, sql};

/// A folder of one test with copies of the fixtures.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("gridbill-feed-{}-{test}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for fixture in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/feed")).expect("the fixtures") {
            let fixture = fixture.expect("a fixture").path();
            if fixture.is_dir() {
                continue;
            }
            fs::copy(&fixture, folder.join(fixture.file_name().expect("a name"))).expect("a copy");
        }
        Self(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.file(name), content).expect("written");
        self.file(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn import(portal: &Portal, what: &str, file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridbill"));
    let url = portal.app.config.database_url.as_ref().expect("an address");
    command.args(["import", what]).arg(file).env("DATABASE_URL", url).env("RUST_LOG", "error");
    command
}

/// Runs a command. Returns exit code, output and error output.
pub fn run(mut command: Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("a code"), text(stdout), text(stderr))
}

fn ended(portal: &Portal, what: &str, file: &Path) -> (i32, String) {
    let (code, output, errors) = run(import(portal, what, file));
    (code, if code == 1 { errors } else { output })
}

async fn loaded(portal: &Portal, folder: &Folder) {
    feed::import::<Account>(&portal.app, &folder.file("accounts.csv")).await.expect("accounts");
    feed::import::<Bill>(&portal.app, &folder.file("bills.csv")).await.expect("bills");
}

async fn count(portal: &Portal) -> i64 {
    sql::value(portal.pool(), "select count(*) from bill", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_file_again_changes_nothing_and_a_changed_one_only_what_changed() {
    let (portal, folder) = (Portal::durable(Content::Tables).await, Folder::new("again"));
    let (accounts, bills) = (folder.file("accounts.csv"), folder.file("bills.csv"));
    for (what, file) in [("accounts", &accounts), ("bills", &bills)] {
        let (code, output) = ended(&portal, what, file);
        assert_eq!((code, output.trim()), (0, format!("{what}: 4 new, 0 changed, 0 unchanged, 0 rejected").as_str()));
        let (code, output) = ended(&portal, what, file);
        assert_eq!((code, output.trim()), (0, format!("{what}: 0 new, 0 changed, 4 unchanged, 0 rejected").as_str()));
    }
    // The same bills as written by Windows: byte order mark, other line ends, columns in reverse order.
    let outcome = feed::import::<Bill>(&portal.app, &folder.file("bills-windows.csv")).await.expect("imported");
    assert_eq!(outcome, Outcome { unchanged: 4, ..Outcome::default() });
    let mended = folder.write("bills.csv", folder.read("bills.csv").replace("650.10", "651.00"));
    let outcome = feed::import::<Bill>(&portal.app, &mended).await.expect("imported");
    assert_eq!((outcome.changed, outcome.new, outcome.rejected), (4, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_malformed_row_is_refused_with_its_line_and_reason_and_the_rest_is_loaded() {
    let (portal, folder) = (Portal::durable(Content::Tables).await, Folder::new("malformed"));
    loaded(&portal, &folder).await;
    for (what, good, bad) in [
        ("accounts", 3, 16),
        ("bills", 2, 42),
        ("charges", 1, 31),
        ("kinds", 1, 11),
        ("certificates", 1, 12),
        ("deposits", 1, 13),
        ("settlements", 1, 14),
    ] {
        let file = folder.file(&format!("{what}-malformed.csv"));
        let (code, output) = ended(&portal, what, &file);
        assert_eq!(code, 3, "{output}");
        let first = format!("{what}: {good} new, 0 changed, 0 unchanged, {bad} rejected\n");
        assert!(output.starts_with(&first), "{output}");
        let name = format!("{what}-malformed.rejected.csv");
        let expected = fs::read_to_string(format!("fixtures/feed/expected/{name}")).expect("what is expected");
        assert_eq!(folder.read(&name), expected);
        // An import without errors deletes the file of rejected rows.
        let head = folder.read(&format!("{what}.csv"));
        folder.write(&format!("{what}-malformed.csv"), head);
        assert_eq!(ended(&portal, what, &file).0, 0);
        assert!(!folder.file(&name).exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_differ_in_their_ending_have_their_own_rejected_rows() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("endings"));
    let wrong = folder.read("accounts.csv").replace(",active", ",asleep");
    for (name, rejected) in [
        ("accounts.2026-11-20", "accounts.2026-11-20.rejected.csv"),
        ("accounts.2026-11-21", "accounts.2026-11-21.rejected.csv"),
        ("accounts.txt", "accounts.txt.rejected.csv"),
        ("accounts.CSV", "accounts.rejected.csv"),
    ] {
        let outcome = feed::import::<Account>(&portal.app, &folder.write(name, &wrong)).await.expect("imported");
        assert!(outcome.rejected > 0 && folder.file(rejected).exists(), "{name}");
    }
    let good = folder.write("accounts.2026-11-20", folder.read("accounts.csv"));
    feed::import::<Account>(&portal.app, &good).await.expect("imported");
    assert!(folder.file("accounts.2026-11-21.rejected.csv").exists(), "only its own file is deleted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_feed_is_refused_as_a_whole() {
    let (portal, folder) = (Portal::durable(Content::Tables).await, Folder::new("whole"));
    let bills = folder.read("bills.csv");
    let utf16: Vec<u8> = bills.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, content, reason) in [
        ("empty.csv", Vec::new(), "the file is empty"),
        ("missing.csv", bills.replace(",dueDate,", ",").into_bytes(), "missing \"dueDate\""),
        ("unknown.csv", bills.replace(",dueDate,", ",dueDay,").into_bytes(), "unknown \"dueDay\""),
        ("twice.csv", bills.replace("invoiceNo,", "invoiceNo,invoiceNo,").into_bytes(), "a column twice"),
        ("utf16.csv", [b"\xff\xfe".to_vec(), utf16].concat(), "not UTF-8"),
        ("accounts.csv", folder.read("accounts.csv").into_bytes(), "unknown \"registrationNo\""),
        ("long.csv", "x".repeat(20_000).into_bytes(), "longer than"),
    ] {
        let (code, errors) = ended(&portal, "bills", &folder.write(name, content));
        assert!(code == 1 && errors.contains(reason), "{name}: {code} {errors}");
    }
    let (code, errors) = ended(&portal, "bills", &folder.file("nowhere.csv"));
    assert!(code == 1 && errors.contains("opening"), "{errors}");
    assert_eq!(count(&portal).await, 0);
    // A file without rows is valid.
    let header = bills.lines().next().expect("a header").to_owned();
    assert_eq!(ended(&portal, "bills", &folder.write("none.csv", header)).0, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_is_killed_continues_where_it_stopped() {
    let (portal, folder) = (Portal::durable(Content::Tables).await, Folder::new("killed"));
    loaded(&portal, &folder).await;
    let bills = folder.read("bills.csv");
    let mut lines = bills.lines();
    let (header, row) = (lines.next().expect("a header"), lines.next().expect("a bill"));
    let rows: Vec<String> = (0..21_000).map(|n| row.replacen("510000000001", &format!("52{n:010}"), 1)).collect();
    let file = folder.write("many.csv", format!("{header}\n{}\n", rows.join("\n")));
    let mut child = import(&portal, "bills", &file).stderr(Stdio::piped()).spawn().expect("the program runs");
    let told = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    assert!(told.map_while(Result::ok).any(|line| line == "10000 bills read"));
    child.kill().expect("killed");
    child.wait().expect("ended");
    let before = count(&portal).await - 4;
    assert!(before >= 10_000 && before % 10_000 == 0 || before == 21_000, "{before}");
    let outcome = feed::import::<Bill>(&portal.app, &file).await.expect("imported");
    assert_eq!((outcome.new + outcome.unchanged, outcome.changed, outcome.rejected), (21_000, 0, 0));
    assert!(outcome.unchanged >= before.unsigned_abs(), "{outcome:?}");
    assert_eq!(count(&portal).await, 21_004);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_waits_for_its_account_to_be_tagged() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("waits"));
    loaded(&portal, &folder).await;
    let master = portal.sign_in("master@sinar.example").await;
    let id = || BulkRequest { id: BulkId::parse(given::SINAR).expect("a bulk account") };
    assert_eq!(master.call::<GetOutstandingBillsCard>(id()).await.expect("figures").total_bills, 0);
    let query = "insert into electricity_account (account_no, bulk_id, tagged_at) values ('210000000001', $1, now())";
    sql::run(portal.pool(), query, &[&given::SINAR]).await;
    let outcome = feed::import::<Bill>(&portal.app, &folder.file("bills.csv")).await.expect("imported");
    assert_eq!((outcome.changed, outcome.unchanged), (1, 3));
    let card = master.call::<GetOutstandingBillsCard>(id()).await.expect("figures");
    assert_eq!((card.total_bills, card.amount_payable.to_string().as_str()), (1, "650.10"));
    // A new bill of an account in a bulk account is visible immediately.
    let more = folder.read("bills.csv").replace("510000000001", "510000000005");
    feed::import::<Bill>(&portal.app, &folder.write("more.csv", more)).await.expect("imported");
    assert_eq!(master.call::<GetOutstandingBillsCard>(id()).await.expect("figures").total_bills, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_in_a_payment_keeps_its_amount_and_its_payment() {
    let (portal, folder) = (Portal::with_people().await, Folder::new("payment"));
    loaded(&portal, &folder).await;
    let query = "with tagged as (insert into electricity_account (account_no, bulk_id, tagged_at)
                                 values ('210000000001', $1, now()) returning account_no)
                 update bill set bulk_id = $1 where account_no in (select account_no from tagged)";
    sql::run(portal.pool(), query, &[&given::SINAR]).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let request = given::eft(&[given::invoice("510000000001")], "650.10");
    payer.call::<MakePayment>(request).await.expect("a payment");
    let changed = |from: &str, to: &str| {
        let bills = folder.read("bills.csv");
        let rows: Vec<_> = bills.lines().take(2).collect();
        folder.write("changed.csv", rows.join("\n").replace(from, to))
    };
    let outcome = feed::import::<Bill>(&portal.app, &changed("650.10", "1.00")).await.expect("imported");
    assert_eq!((outcome.changed, outcome.rejected), (0, 1));
    let rejected = folder.read("changed.rejected.csv");
    assert!(rejected.contains("The amounts of a bill that is paid, or in a payment, cannot be changed."), "{rejected}");
    let outcome = feed::import::<Bill>(&portal.app, &changed("2026-12-01", "2026-12-15")).await.expect("imported");
    assert_eq!((outcome.changed, outcome.rejected), (1, 0));
    let outcome = feed::import::<Bill>(&portal.app, &changed("210000000001", "210000000002")).await.expect("imported");
    assert_eq!((outcome.changed, outcome.rejected), (0, 1));
    let rejected = folder.read("changed.rejected.csv");
    assert!(rejected.contains("Account 210000000001 has an invoice of this number."), "{rejected}");
    let (_, broken) = gridbill::check::look(portal.pool()).await.expect("a check");
    assert!(broken.iter().all(|finding| finding.broken == 0));
}
