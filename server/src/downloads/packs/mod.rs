//! Audit packs: everything about a payment in one archive, which can be verified without the portal
//! (docs/domain/audit-pack.md). Core defines the files and verifies them.

use std::fs::File;

use gridbill_core::bills::BillDetails;
use gridbill_core::downloads::{AuditPackRequest, AuditPacksRequest, DownloadAuditPacks};
use gridbill_core::list::export::{AnyRow, ExportReader};
use gridbill_core::number::{InvoiceNo, TransactionNo};
use gridbill_core::packs::{
    APPROVAL, BANK, CHAIN, ChainHead, FINDINGS, FORMAT, Manifest, PAYMENT, PackKind, PackedApproval, PackedBank,
    PackedBill, PackedChain, PackedKey, PackedMessage, PackedPayment, QUERIES, README, RECEIPT, SETTLEMENTS, SealName,
    readme,
};
use gridbill_core::payments::PaymentItem;
use gridbill_core::settlements::{SettlementFilter, SettlementPart};
use gridbill_core::{Code, Day, Instant};

use super::job::Progress;
use super::making::{READ_AT_ONCE, Target as _, blocking, folder};
use super::sending::sent;
use super::text::Text;
use super::{archive, name, rows, too_large, words};
use crate::app::App;
use crate::approvals::packed;
use crate::auth::call_permits::{Subject as PermitSubject, Work};
use crate::auth::who::Customer;
use crate::documents::payment::Printed;
use crate::documents::{bill, query};
use crate::endpoint::{Prepare, Streamed};
use crate::error::Answer;
use crate::facts::Subject;
use crate::facts::proof::Proofs;
use crate::fpx::settings;
use crate::payments::details::FoundPayment;
use crate::payments::virtual_account;
use crate::{bills, findings, queries, settlements};

mod sql;
pub mod verify;
mod writer;

use writer::PackWriter;

/// Maximum bills of a payment whose pack is made while the caller waits. The pack of its month has no such limit.
const MAX_BILLS: usize = 2_000;
/// Maximum files of the packs of a month. A zip lists 65,535.
const MAX_FILES: i64 = 60_000;
/// Files of a payment's pack next to its bills: nine, messages of the bank and their keys.
const FILES_OF_A_PAYMENT: i64 = 13;
/// How often a pack is read again because its payment changed meanwhile.
const ATTEMPTS: u32 = 3;

/// Returns the pack of one payment.
pub async fn one(app: App, who: Customer, request: AuditPackRequest) -> Answer<Streamed> {
    let number = request.transaction_no;
    let evidence = Evidence::load(&app, &who, &number, &mut Proofs::default()).await?;
    if evidence.invoices.len() > MAX_BILLS {
        return Err(too_large(i64::try_from(MAX_BILLS).unwrap_or(i64::MAX)));
    }
    let _permit = app.document_permits.acquire().await?;
    let writer = begin(&app).await?;
    let writer = evidence.write(&app, &who, writer).await?;
    let file = blocking(move || writer.finish()).await?;
    sent(format!("{} {number}.zip", words::audit_pack(who.person.language)), file)
}

/// Finds the payments of a month, before its pack is requested.
pub async fn prepare(Prepare { app, who, request }: Prepare<DownloadAuditPacks>) -> Answer<(String, i64)> {
    let _permit = app.auth.call_permits.acquire(&app, PermitSubject::Person(who.person.person_id), Work::Read).await?;
    let paid = paid(&app, &who, &request).await?;
    if paid.is_empty() && settlements::list::all(&app, &who.bulk_id, &within(&request)).await?.is_empty() {
        return Err(Code::DownloadEmpty.into());
    }
    let bills: i64 = paid.iter().map(|payment| i64::from(payment.bills)).sum();
    let payments = i64::try_from(paid.len()).map_err(anyhow::Error::from)?;
    if bills > archive::MAX_DOCUMENTS {
        return Err(too_large(archive::MAX_DOCUMENTS));
    }
    if bills + payments * FILES_OF_A_PAYMENT > MAX_FILES {
        return Err(too_large(MAX_FILES / FILES_OF_A_PAYMENT));
    }
    let month = request.month.first_of_month().to_string();
    let month = month.get(..7).unwrap_or(&month);
    let title = format!("{} {month}", words::audit_packs(who.person.language));
    Ok((name(&app, &title, "zip"), payments.max(1)))
}

/// Writes the packs of a month to a file, with the settlements of the month.
/// Fails with [`Code::DownloadEmpty`] if nothing was paid, [`Code::DownloadTooLarge`] above the files of a zip,
/// [`Code::DownloadNotKept`] if there is no disk space.
pub async fn month(
    app: &App,
    who: &Customer,
    request: &AuditPacksRequest,
    progress: &mut Progress<'_>,
) -> Answer<File> {
    let paid = paid(app, who, request).await?;
    let settled = settlements::list::all(app, &who.bulk_id, &within(request)).await?;
    if paid.is_empty() && settled.is_empty() {
        return Err(Code::DownloadEmpty.into());
    }
    let company_name = sql::company(&app.pool, &who.bulk_id).await?;
    let mut writer = begin(app).await?;
    let (mut proofs, mut done, mut seal) = (Proofs::default(), 0, None);
    for payment in paid {
        let evidence = Evidence::load(app, who, &payment.transaction_no, &mut proofs).await?;
        seal = evidence.seal();
        writer.open_folder(payment.transaction_no.as_str());
        writer = evidence.write(app, who, writer).await?;
        writer.close_folder();
        done += 1;
        // What the request could not know: files of queries, and of each message of the bank.
        if writer.count() > usize::try_from(MAX_FILES).map_err(anyhow::Error::from)? {
            return Err(too_large(done));
        }
        progress.at(done).await?;
    }
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        kind: PackKind::Month,
        transaction_no: None,
        month: Some(request.month.first_of_month()),
        bulk_id: who.bulk_id.clone(),
        company_name,
        language: who.person.language,
        product_version: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: app.now(),
        head: None,
        seal,
        files: Vec::new(),
    };
    let reader = reader(app, who);
    blocking(move || {
        write_settlements(&mut writer, settled, reader)?;
        writer.add_manifest(manifest)?;
        writer.finish()
    })
    .await
}

/// Selects the settlements that were paid in the month.
fn within(request: &AuditPacksRequest) -> SettlementFilter {
    let first = request.month.first_of_month();
    let last = first.plus_days(31).first_of_month().plus_days(-1);
    SettlementFilter { from: Some(first), to: Some(last), ..SettlementFilter::default() }
}

async fn paid(app: &App, who: &Customer, request: &AuditPacksRequest) -> Answer<Vec<sql::PaidPayment>> {
    let first = request.month.first_of_month();
    let next = first.plus_days(31).first_of_month();
    Ok(sql::paid_between(&app.pool, &who.bulk_id, first.begins(), next.begins()).await?)
}

/// Begins an archive with its explanation.
async fn begin(app: &App) -> Answer<PackWriter> {
    let folder = folder(app).await?;
    let page = format!("{}/verifyPack", app.config.public_url());
    blocking(move || {
        let mut writer = PackWriter::begin(tempfile::tempfile_in(&folder)?);
        writer.add(README, readme(&page).as_bytes())?;
        Ok(writer)
    })
    .await
}

/// Everything about a payment except the documents of its bills, which are written one after another.
struct Evidence {
    payment: PackedPayment,
    printed: Printed,
    invoices: Vec<InvoiceNo>,
    approval: Option<PackedApproval>,
    bank: PackedBank,
    /// The messages of FPX and its keys, as files.
    bank_files: Vec<(String, Vec<u8>)>,
    chain: PackedChain,
    made_at: Instant,
}

impl Evidence {
    /// Loads a payment with its facts. If the payment changes meanwhile, it is loaded again.
    async fn load(app: &App, who: &Customer, number: &TransactionNo, proofs: &mut Proofs) -> Answer<Self> {
        let mut attempt = 1;
        loop {
            let evidence = Self::load_once(app, who, number, proofs).await?;
            let now = FoundPayment::by_number(&app.pool, Some(&who.bulk_id), number).await?;
            let is_same = now.transaction.status == evidence.payment.status && now.version == evidence.payment.version;
            if is_same || attempt == ATTEMPTS {
                return Ok(evidence);
            }
            attempt += 1;
        }
    }

    async fn load_once(app: &App, who: &Customer, number: &TransactionNo, proofs: &mut Proofs) -> Answer<Self> {
        let (db, bulk_id) = (&app.pool, &who.bulk_id);
        let found = FoundPayment::by_number(db, Some(bulk_id), number).await?;
        if found.transaction.taken_over_at.is_some() {
            // The portal has no facts of it, so a pack would prove nothing.
            return Err(Code::DownloadEmpty.into());
        }
        let (references, items) = (found.references(db).await?, found.all_invoices(db).await?);
        let printed_approval = found.approval(db).await?;
        let approval = match &found.proposal_id {
            Some(proposal_id) => Some(packed::load(db, bulk_id, proposal_id, who.person.language).await?),
            None => None,
        };
        let mut subjects = vec![Subject::Payment(found.payment_id).to_string()];
        subjects.extend(found.proposal_id.as_ref().map(|id| Subject::Proposal(id).to_string()));
        let chain = proofs.of(db, &subjects).await?;
        let (bank, bank_files) = bank(app, who, &found).await?;
        let settlement = found.settlement()?;
        let payment = PackedPayment {
            transaction_no: number.clone(),
            payment_id: found.payment_id.to_string(),
            bulk_id: bulk_id.clone(),
            company_name: found.transaction.company_name.clone(),
            status: found.transaction.status,
            payment_method: found.transaction.payment_method,
            bank_name: found.transaction.bank_name.clone(),
            requested_by: found.transaction.requested_by.clone(),
            requested_at: found.transaction.payment_date,
            version: found.version,
            amount: found.transaction.transaction_amount,
            paid_amount: found.transaction.paid_amount,
            reconcile: found.latest_reconcile_request(),
            credit_account_no: found.credit_account_no.clone(),
            receipt_no: found.receipt_no.clone(),
            receipt_at: found.receipt_at,
            references: references.clone(),
            bills: items.iter().map(packed_bill).collect(),
            held_bills: sql::held_bills(db, found.payment_id).await?,
        };
        let invoices = items.iter().map(|item| item.invoice_no.clone()).collect();
        let printed = Printed {
            references,
            invoices: items,
            settlement,
            approval: printed_approval,
            receipt_no: found.receipt_no,
            receipt_at: found.receipt_at,
            fpx_transaction_id: found.fpx_transaction_id,
            credit_account_no: found.credit_account_no,
            transaction: found.transaction,
        };
        Ok(Self { payment, printed, invoices, approval, bank, bank_files, chain, made_at: app.now() })
    }

    /// Returns the newest seal.
    fn seal(&self) -> Option<SealName> {
        self.chain.seals.last().map(|seal| SealName { day: seal.day, hash: seal.hash.clone() })
    }

    /// Writes the files of the payment and their manifest.
    async fn write(mut self, app: &App, who: &Customer, writer: PackWriter) -> Answer<PackWriter> {
        let mut writer = writer;
        for part in self.invoices.chunks(READ_AT_ONCE) {
            let details = app.read(|app| async move { bills::all_printed(&app, who, part).await }).await?;
            // The document of a bill that is no longer in the bulk account cannot be made.
            for bill in &mut self.payment.bills {
                let is_gone = part.contains(&bill.invoice_no)
                    && !details.iter().any(|found| found.bill.invoice_no == bill.invoice_no);
                if is_gone {
                    bill.file = None;
                }
            }
            writer = write_bills(app, who, writer, details).await?;
        }
        let listed = findings::of_bills(&app.pool, &who.bulk_id, &self.invoices, who.person.language).await?;
        let queries = queries::of_bills(app, who, &self.invoices).await?;
        let of_bills = SettlementFilter { invoice_nos: Some(self.invoices.clone()), ..SettlementFilter::default() };
        let settled = settlements::list::all(app, &who.bulk_id, &of_bills).await?;
        let reader = reader(app, who);
        let (app, who) = (app.clone(), who.clone());
        blocking(move || {
            let (language, utility) = (who.person.language, &app.config.utility);
            writer.add(RECEIPT, &self.printed.write(language, utility)?)?;
            for (place, query) in (1..).zip(&queries) {
                let file = format!("queries/{place}-{}.pdf", query.invoice_no);
                writer.add(&file, &query::write(language, utility, query, self.made_at)?)?;
            }
            for (file, bytes) in &self.bank_files {
                writer.add(file, bytes)?;
            }
            writer.add_json(PAYMENT, &self.payment)?;
            writer.add_json(FINDINGS, &listed)?;
            writer.add_json(QUERIES, &queries)?;
            write_settlements(&mut writer, settled, reader)?;
            if let Some(approval) = &self.approval {
                writer.add_json(APPROVAL, approval)?;
            }
            writer.add_json(BANK, &self.bank)?;
            writer.add_json(CHAIN, &self.chain)?;
            let manifest = self.manifest(&who);
            writer.add_manifest(manifest)?;
            Ok(writer)
        })
        .await
    }

    fn manifest(&self, who: &Customer) -> Manifest {
        let payments = self.chain.subjects.first();
        let head = payments.and_then(|subject| {
            let last = subject.facts.last()?;
            Some(ChainHead { subject: subject.subject.clone(), place: last.place, hash: last.hash.clone() })
        });
        Manifest {
            format: FORMAT.to_owned(),
            kind: PackKind::Payment,
            transaction_no: Some(self.payment.transaction_no.clone()),
            month: None,
            bulk_id: who.bulk_id.clone(),
            company_name: self.payment.company_name.clone(),
            language: who.person.language,
            product_version: env!("CARGO_PKG_VERSION").to_owned(),
            made_at: self.made_at,
            head,
            seal: self.seal(),
            files: Vec::new(),
        }
    }
}

fn reader(app: &App, who: &Customer) -> ExportReader {
    ExportReader { language: who.person.language, is_staff: false, today: Day::at(app.now()) }
}

/// Writes settlements with the columns of their list.
fn write_settlements(
    writer: &mut PackWriter,
    settled: Vec<SettlementPart>,
    reader: ExportReader,
) -> anyhow::Result<()> {
    let mut text = Text::begin(Vec::new(), rows::list("settlements")?.columns, reader)?;
    let settled: Vec<AnyRow> = settled.into_iter().map(|part| Box::new(part) as AnyRow).collect();
    text.rows(&settled)?;
    writer.add(SETTLEMENTS, &text.finish()?)
}

fn packed_bill(item: &PaymentItem) -> PackedBill {
    PackedBill {
        invoice_no: item.invoice_no.clone(),
        account_no: item.account_no.clone(),
        amount: item.amount,
        file: Some(bill_file(&item.invoice_no)),
    }
}

fn bill_file(invoice_no: &InvoiceNo) -> String {
    format!("bills/{invoice_no}.pdf")
}

async fn write_bills(
    app: &App,
    who: &Customer,
    mut writer: PackWriter,
    details: Vec<BillDetails>,
) -> Answer<PackWriter> {
    let (app, language, bulk_id) = (app.clone(), who.person.language, who.bulk_id.clone());
    let today = Day::at(app.now());
    blocking(move || {
        let account = virtual_account(&app, &bulk_id);
        let from = bill::From { utility: &app.config.utility, account: &account };
        for details in &details {
            writer.add(&bill_file(&details.bill.invoice_no), &bill::write(language, &from, details, today)?)?;
        }
        Ok(writer)
    })
    .await
}

/// Loads the bank's part of a payment, with its files.
async fn bank(app: &App, who: &Customer, found: &FoundPayment) -> Answer<(PackedBank, Vec<(String, Vec<u8>)>)> {
    let (mut messages, mut files) = (Vec::new(), Vec::new());
    let stored = match &found.merchant_tran_id {
        Some(order_no) => sql::messages(&app.pool, &who.bulk_id, order_no).await?,
        None => Vec::new(),
    };
    for (place, message) in (1..).zip(stored) {
        let file = format!("bank/{place}-{}.txt", message.way);
        files.push((file.clone(), message.raw.into_bytes()));
        let sql::StoredMessage { at, way, outcome, key_id, .. } = message;
        messages.push(PackedMessage { file, at, way, outcome, key_id });
    }
    let mut keys = Vec::new();
    for key in settings::known_keys(&app.config)? {
        if messages.iter().any(|message| message.key_id.as_deref() == Some(key.id())) {
            let file = format!("bank/fpx-key-{}.pem", key.id());
            files.push((file.clone(), key.to_pem()?));
            keys.push(PackedKey { key_id: key.id().to_owned(), file });
        }
    }
    let lines = sql::lines(&app.pool, &who.bulk_id, found.payment_id).await?;
    let order_no = found.merchant_tran_id.clone();
    Ok((PackedBank { order_no, messages, keys, lines, decided_at: found.decided_at }, files))
}
