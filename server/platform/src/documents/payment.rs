//! The document of a payment: a receipt once it is paid, before that an advice or a summary.

use gridbill_core::approvals::ProposalAct;
use gridbill_core::number::{AccountNo, ProposalId};
use gridbill_core::payments::{
    AmountLine, Document, PaymentItem, PaymentMethod, Settlement, Transaction, VersionedReference,
};
use gridbill_core::{Instant, Language};

use super::Sheet;
use super::draw::{Align, Colour, LEFT, RIGHT, ROW, SMALL, Style, TEXT};
use crate::config::Utility;

mod remittance;

/// Left edges of the second column and of the bills' account numbers.
const COLUMN: f32 = 300.0;
const ACCOUNT: f32 = 180.0;
/// Left limit of the amounts at the right margin, and the minimum distance between two texts.
const AMOUNT: f32 = 440.0;
const GAP: f32 = 8.0;

/// A payment with everything that its document shows.
pub struct Printed {
    pub transaction: Transaction,
    pub settlement: Settlement,
    pub receipt_no: Option<String>,
    pub receipt_at: Option<Instant>,
    pub fpx_transaction_id: Option<String>,
    pub credit_account_no: Option<AccountNo>,
    pub references: Vec<VersionedReference>,
    /// Sorted by number.
    pub invoices: Vec<PaymentItem>,
    /// None for a payment that needed no approval.
    pub approval: Option<PrintedApproval>,
}

/// The proposal that released a payment.
pub struct PrintedApproval {
    pub proposal_id: ProposalId,
    /// The oldest first.
    pub approvals: Vec<ProposalAct>,
}

/// The texts of the documents in a language; their titles are in core.
struct Words {
    care_line: &'static str,
    receipt_no: &'static str,
    transaction: &'static str,
    status: &'static str,
    submitted: &'static str,
    posted: &'static str,
    payer: &'static str,
    company: &'static str,
    paid_by: &'static str,
    method: &'static str,
    bank: &'static str,
    fpx: &'static str,
    references: [&'static str; 2],
    /// Headings when there are several submissions: for the first, and for each later one.
    submissions: [&'static str; 2],
    proposal: &'static str,
    approved: &'static str,
    in_place_of: &'static str,
    /// In the order of core's kinds.
    amounts: [&'static str; 7],
    bills: &'static str,
    invoice: &'static str,
    account: &'static str,
    amount: &'static str,
    total: &'static str,
    is_none: [&'static str; 2],
}

static ENGLISH: Words = Words {
    care_line: "Care line",
    receipt_no: "Receipt number",
    transaction: "Transaction number",
    status: "Status",
    submitted: "Submitted on",
    posted: "Posted on",
    payer: "Payer",
    company: "Bulk account {id}",
    paid_by: "Payment details",
    method: "Payment method",
    bank: "Bank",
    fpx: "FPX transaction",
    references: ["Reference number", "Cheque number"],
    submissions: ["Submitted first", "Submission {version}, after reconciliation"],
    proposal: "Proposal",
    approved: "Approved by",
    in_place_of: "{by} in place of {name}",
    amounts: [
        "Amount",
        "Billed",
        "Amount received",
        "Received so far",
        "Still missing",
        "Paid too much",
        "Credited to account {account}",
    ],
    bills: "Bills",
    invoice: "Invoice",
    account: "Account",
    amount: "Amount",
    total: "Total of the bills",
    is_none: [
        "This is not a receipt. The receipt follows once the payment is posted to the bills.",
        "This is not a receipt.",
    ],
};

static MALAY: Words = Words {
    care_line: "Talian khidmat",
    receipt_no: "Nombor resit",
    transaction: "Nombor transaksi",
    status: "Status",
    submitted: "Dihantar pada",
    posted: "Dicatatkan pada",
    payer: "Pembayar",
    company: "Akaun pukal {id}",
    paid_by: "Butiran pembayaran",
    method: "Kaedah pembayaran",
    bank: "Bank",
    fpx: "Transaksi FPX",
    references: ["Nombor rujukan", "Nombor cek"],
    submissions: ["Dihantar dahulu", "Penghantaran {version}, selepas penyesuaian"],
    proposal: "Cadangan",
    approved: "Diluluskan oleh",
    in_place_of: "{by} bagi pihak {name}",
    amounts: [
        "Amaun",
        "Amaun bil",
        "Amaun diterima",
        "Diterima setakat ini",
        "Masih kurang",
        "Lebihan bayaran",
        "Dikreditkan ke akaun {account}",
    ],
    bills: "Bil",
    invoice: "Invois",
    account: "Akaun",
    amount: "Amaun",
    total: "Jumlah bil",
    is_none: ["Ini bukan resit. Resit menyusul setelah pembayaran dicatatkan pada bil.", "Ini bukan resit."],
};

impl Printed {
    /// The file name.
    #[must_use]
    pub fn name(&self, language: Language) -> String {
        format!("{} {}.pdf", self.settlement.document.title(language), self.number())
    }

    /// The number of the receipt; that of the payment until it has one.
    fn number(&self) -> &str {
        self.receipt_no.as_deref().unwrap_or(self.transaction.transaction_no.as_str())
    }

    /// Renders the file.
    pub fn write(&self, language: Language, utility: &Utility) -> anyhow::Result<Vec<u8>> {
        self.draw(language, utility)?.bytes(language)
    }

    pub(super) fn draw(&self, language: Language, utility: &Utility) -> anyhow::Result<Sheet> {
        let mut page = self.begin(self.settlement.document.title(language), self.number(), language, utility)?;
        page.bills();
        Ok(page.sheet)
    }

    /// Draws everything above the bills.
    fn begin(&self, title: &str, number: &str, language: Language, utility: &Utility) -> anyhow::Result<Page<'_>> {
        let words = language.pick([&ENGLISH, &MALAY]);
        let sheet = Sheet::new(&format!("{title} {number}"))?;
        let mut page = Page { sheet, words, language, printed: self };
        page.sheet.dated(self.receipt_at.unwrap_or(self.transaction.payment_date));
        page.head(utility, title);
        page.amounts(Colour::accent(utility));
        page.paid_by();
        Ok(page)
    }
}

struct Page<'a> {
    sheet: Sheet,
    words: &'static Words,
    language: Language,
    printed: &'a Printed,
}

impl Page<'_> {
    fn head(&mut self, utility: &Utility, title: &str) {
        let (words, language) = (self.words, self.language);
        let Printed { transaction, receipt_no, receipt_at, .. } = self.printed;
        self.sheet.letterhead(utility, title, words.care_line, "");
        let begins = self.sheet.y;
        self.sheet.paragraph(&transaction.company_name, Style::new(10.0).strong(), LEFT, COLUMN - LEFT - 20.0);
        let company = words.company.replace("{id}", transaction.bulk_id.as_str());
        self.sheet.paragraph(&company, TEXT, LEFT, COLUMN - LEFT - 20.0);
        let ends = std::mem::replace(&mut self.sheet.y, begins);
        let fields = [
            (words.receipt_no, receipt_no.clone()),
            (words.transaction, Some(transaction.transaction_no.to_string())),
            (words.status, Some(transaction.status.word_for_customers(language).to_owned())),
            (words.submitted, Some(transaction.payment_date.shown(language))),
            (words.posted, receipt_at.map(|at| at.shown(language))),
            (words.payer, Some(transaction.requested_by.clone())),
        ];
        for (name, value) in fields.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            self.sheet.named(name, &value, COLUMN);
        }
        self.sheet.y = self.sheet.y.min(ends) - 12.0;
    }

    /// Draws the amounts billed and received; the last amount is large.
    fn amounts(&mut self, accent: Colour) {
        let words = self.words;
        let lines = self.printed.settlement.lines(self.printed.transaction.status);
        let Some((last, before)) = lines.split_last() else { return };
        let height = 74.0;
        self.sheet.bar(LEFT, self.sheet.y - height, RIGHT - LEFT, height, Colour::SHADE);
        self.sheet.bar(LEFT, self.sheet.y - height, 3.0, height, accent);
        let top = self.sheet.y;
        let name = |AmountLine { kind, .. }: &AmountLine| {
            let account = self.printed.credit_account_no.as_ref().map(ToString::to_string).unwrap_or_default();
            words.amounts[*kind as usize].replace("{account}", &account)
        };
        self.sheet.put_at(&name(last), TEXT.grey(), LEFT + 16.0, top - 24.0, Align::Start);
        let amount = last.amount.shown();
        let large = self.sheet.fitting(&amount, Style::new(21.0).strong(), COLUMN - LEFT - 32.0);
        self.sheet.put_at(&amount, large, LEFT + 16.0, top - 50.0, Align::Start);
        self.sheet.y = top - 8.0;
        for line in before {
            self.sheet.y -= ROW + 1.0;
            self.sheet.put(&name(line), TEXT, COLUMN, Align::Start);
            self.sheet.put(&line.amount.shown(), TEXT, RIGHT - 12.0, Align::End);
        }
        self.sheet.y = top - height - 8.0;
        let is_none = match self.printed.settlement.document {
            Document::Receipt => return,
            Document::Advice => words.is_none[0],
            Document::Summary => words.is_none[1],
        };
        self.sheet.paragraph(is_none, TEXT.strong(), LEFT, RIGHT - LEFT);
        self.sheet.space(4.0);
    }

    fn paid_by(&mut self) {
        let words = self.words;
        let Printed { transaction, fpx_transaction_id, references, .. } = self.printed;
        self.sheet.heading(words.paid_by);
        let (first, later) = references.split_at(references.partition_point(|one| one.version == 1));
        if !later.is_empty() {
            self.submission(words.submissions[0]);
        }
        self.method(transaction.payment_method, transaction.bank_name.as_deref(), fpx_transaction_id.as_deref());
        self.numbers(first);
        // Each submission has its own method, because a difference may be paid by another method or from another bank.
        for submission in later.chunk_by(|one, next| one.version == next.version) {
            let Some(one) = submission.first() else { continue };
            self.submission(&words.submissions[1].replace("{version}", &one.version.to_string()));
            self.method(one.payment_method, one.bank_name.as_deref(), None);
            self.numbers(submission);
        }
        self.approval();
        self.sheet.space(6.0);
    }

    /// Writes the proposal, and who approved it and when.
    fn approval(&mut self) {
        let words = self.words;
        let Some(PrintedApproval { proposal_id, approvals }) = &self.printed.approval else { return };
        self.sheet.row();
        self.sheet.put(words.proposal, TEXT.grey(), LEFT, Align::Start);
        self.sheet.put(proposal_id.as_str(), TEXT, ACCOUNT, Align::Start);
        for ProposalAct { by, in_place_of, at, .. } in approvals {
            let name = match in_place_of {
                Some(name) => words.in_place_of.replace("{by}", by).replace("{name}", name),
                None => by.clone(),
            };
            self.sheet.row();
            self.sheet.put(words.approved, TEXT.grey(), LEFT, Align::Start);
            self.sheet.put_cut(&name, TEXT, ACCOUNT, AMOUNT - ACCOUNT);
            self.sheet.put(&at.shown(self.language), TEXT, RIGHT, Align::End);
        }
    }

    /// Writes the heading of a submission.
    fn submission(&mut self, name: &str) {
        self.sheet.ensure_space(ROW * 3.0);
        self.sheet.row();
        self.sheet.put(name, TEXT.strong(), LEFT, Align::Start);
    }

    fn method(&mut self, method: PaymentMethod, bank: Option<&str>, fpx: Option<&str>) {
        let words = self.words;
        let fields = [(words.method, Some(method.word(self.language))), (words.bank, bank), (words.fpx, fpx)];
        for (name, value) in fields.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            self.sheet.row();
            self.sheet.put(name, TEXT.grey(), LEFT, Align::Start);
            self.sheet.put_cut(value, TEXT, ACCOUNT, RIGHT - ACCOUNT);
        }
    }

    /// Writes EFT or cheque numbers.
    fn numbers(&mut self, references: &[VersionedReference]) {
        for VersionedReference { number, amount, payment_method, .. } in references {
            let name = self.words.references[usize::from(*payment_method == PaymentMethod::Cheque)];
            self.sheet.row();
            self.sheet.put(name, TEXT.grey(), LEFT, Align::Start);
            self.sheet.put_cut(number, TEXT, ACCOUNT, AMOUNT - ACCOUNT);
            self.sheet.put_amount(&amount.shown(), TEXT, RIGHT, RIGHT - AMOUNT - GAP);
        }
    }

    /// Writes every bill, and the total.
    fn bills(&mut self) {
        let words = self.words;
        self.sheet.heading(words.bills);
        self.columns();
        for PaymentItem { invoice_no, account_no, reference_id, amount, .. } in &self.printed.invoices {
            if self.sheet.row() {
                self.columns();
                self.sheet.row();
            }
            let account = [Some(account_no.as_str()), reference_id.as_deref()];
            let account = account.into_iter().flatten().collect::<Vec<_>>().join(" · ");
            self.sheet.put(invoice_no.as_str(), TEXT, LEFT, Align::Start);
            self.sheet.put_cut(&account, TEXT, ACCOUNT, AMOUNT - ACCOUNT);
            self.sheet.put_amount(&amount.shown(), TEXT, RIGHT, RIGHT - AMOUNT - GAP);
        }
        self.sheet.divider(LEFT, RIGHT, 3.0, Colour::GREY);
        self.sheet.row();
        self.sheet.put(words.total, TEXT.strong(), LEFT, Align::Start);
        self.sheet.put(&self.printed.settlement.billed.shown(), TEXT.strong(), RIGHT, Align::End);
    }

    /// Writes the column headings, at the head of each page.
    fn columns(&mut self) {
        let words = self.words;
        self.sheet.row();
        self.sheet.put(words.invoice, SMALL.grey(), LEFT, Align::Start);
        self.sheet.put(words.account, SMALL.grey(), ACCOUNT, Align::Start);
        self.sheet.put(words.amount, SMALL.grey(), RIGHT, Align::End);
    }
}
