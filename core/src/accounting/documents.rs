//! Documents of exports to accounting: the lines of a bill or payment, reversals and changes.

use super::{
    AccountingDocument, AccountingDraft, AccountingLine, AccountingSource, AccountingSums, BillSource, PaymentSource,
    SuspenseAccount,
};
use crate::costs::{CodingPart, WHOLE, split_amount};
use crate::{Code, Money};

/// The document of a bill or payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentOutcome {
    /// The document.
    Document(Box<AccountingDocument>),
    /// The account of the bill has no coding, and the profile has no suspense account.
    Uncoded,
    /// Nothing is to be booked: every line is zero.
    Empty,
}

/// Returns the number of a document. The first document of a bill or payment has its number, later versions add their
/// own.
#[must_use]
pub fn document_no(source_no: &str, version: i32) -> String {
    if version <= 1 { source_no.to_owned() } else { format!("{source_no}-{version}") }
}

/// Makes the document of a bill or payment. Its lines and the line of the supplier or bank add up to zero.
///
/// # Errors
/// [`Code::AmountTooLarge`].
pub fn make_document(
    source: &AccountingSource,
    draft: &AccountingDraft,
    version: i32,
) -> Result<DocumentOutcome, Code> {
    match source {
        AccountingSource::Bills(bill) => bill_document(bill, draft, version),
        AccountingSource::Payments(payment) => payment_document(payment, draft, version).map(DocumentOutcome::of),
    }
}

impl DocumentOutcome {
    fn of(document: AccountingDocument) -> Self {
        if document.lines.is_empty() { Self::Empty } else { Self::Document(Box::new(document)) }
    }
}

fn bill_document(bill: &BillSource, draft: &AccountingDraft, version: i32) -> Result<DocumentOutcome, Code> {
    let Some(lines) = bill_lines(bill, draft.suspense.as_ref())? else { return Ok(DocumentOutcome::Uncoded) };
    let amount = Money::sum(lines.iter().map(|line| line.amount))?;
    Ok(DocumentOutcome::of(AccountingDocument {
        document_no: document_no(&bill.invoice_no, version),
        source_no: bill.invoice_no.clone(),
        reverses: None,
        date: bill.invoice_date,
        due_date: bill.due_date,
        period_from: bill.period_from,
        period_to: bill.period_to,
        account_no: Some(bill.account_no.to_string()),
        reference_id: bill.reference_id.clone(),
        batch_id: Some(bill.batch_id.clone()),
        collective_invoice_no: Some(bill.collective_invoice_no.clone()),
        method: None,
        reference: None,
        amount,
        lines,
        counter_line: line(&draft.payable_account, Money::ZERO.minus(amount)?),
    }))
}

fn line(ledger_account: &str, amount: Money) -> AccountingLine {
    AccountingLine {
        ledger_account: ledger_account.to_owned(),
        cost_centre: None,
        invoice_no: None,
        amount,
        is_suspense: false,
    }
}

/// Divides a bill among the parts of its coding, and each part by ledger account. Lines of zero are left out. None if the
/// bill has no coding and there is no suspense account.
///
/// # Errors
/// [`Code::AmountTooLarge`].
pub fn bill_lines(bill: &BillSource, suspense: Option<&SuspenseAccount>) -> Result<Option<Vec<AccountingLine>>, Code> {
    let whole;
    let (parts, is_suspense) = match (bill.parts.as_slice(), suspense) {
        ([], None) => return Ok(None),
        ([], Some(suspense)) => {
            whole = [CodingPart {
                code: suspense.cost_centre.clone().unwrap_or_default(),
                share: WHOLE,
                ledger_account: suspense.ledger_account.clone(),
            }];
            (whole.as_slice(), true)
        }
        (parts, _) => (parts, false),
    };
    let lines = parts.iter().zip(split_amount(bill.amount, parts)).filter(|(_, amount)| *amount != Money::ZERO);
    let lines = lines.map(|(part, amount)| AccountingLine {
        cost_centre: (!part.code.is_empty()).then(|| part.code.clone()),
        is_suspense,
        ..line(&part.ledger_account, amount)
    });
    Ok(Some(lines.collect()))
}

fn payment_document(
    payment: &PaymentSource,
    draft: &AccountingDraft,
    version: i32,
) -> Result<AccountingDocument, Code> {
    let mut lines: Vec<AccountingLine> = payment
        .bills
        .iter()
        .map(|bill| AccountingLine {
            invoice_no: Some(bill.invoice_no.clone()),
            ..line(&draft.payable_account, bill.amount)
        })
        .collect();
    // The payment may differ from its bills: too little was paid, or more, which became a credit.
    let difference = payment.amount.minus(Money::sum(payment.bills.iter().map(|bill| bill.amount))?)?;
    lines.push(line(&draft.payable_account, difference));
    lines.retain(|line| line.amount != Money::ZERO);
    Ok(AccountingDocument {
        document_no: document_no(&payment.transaction_no, version),
        source_no: payment.transaction_no.clone(),
        reverses: None,
        date: payment.paid_on,
        due_date: None,
        period_from: None,
        period_to: None,
        account_no: None,
        reference_id: None,
        batch_id: None,
        collective_invoice_no: None,
        method: Some(payment.method),
        reference: payment.reference.clone(),
        amount: payment.amount,
        lines,
        counter_line: line(&draft.bank_account, Money::ZERO.minus(payment.amount)?),
    })
}

impl AccountingDocument {
    /// Returns the document that cancels this one. It has the same date, so both are in one period of the books.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`].
    pub fn reversal(&self) -> Result<Self, Code> {
        let opposite = |line: &AccountingLine| {
            Money::ZERO.minus(line.amount).map(|amount| AccountingLine { amount, ..line.clone() })
        };
        Ok(Self {
            document_no: format!("{}-R", self.document_no),
            reverses: Some(self.document_no.clone()),
            amount: Money::ZERO.minus(self.amount)?,
            lines: self.lines.iter().map(opposite).collect::<Result<_, _>>()?,
            counter_line: opposite(&self.counter_line)?,
            ..self.clone()
        })
    }

    /// Whether two documents of a bill or payment book the same: date, amounts, ledger accounts and cost centres of their
    /// lines. A change of the profile alone is no difference, so the suspense account and the accounts of supplier and bank
    /// are not compared.
    #[must_use]
    pub fn books_same(&self, other: &Self) -> bool {
        let is_same_line = |(one, other): (&AccountingLine, &AccountingLine)| {
            let is_of_profile = (one.is_suspense && other.is_suspense) || self.method.is_some();
            one.amount == other.amount
                && one.invoice_no == other.invoice_no
                && one.is_suspense == other.is_suspense
                && (is_of_profile
                    || (one.ledger_account == other.ledger_account && one.cost_centre == other.cost_centre))
        };
        self.date == other.date
            && self.amount == other.amount
            && self.lines.len() == other.lines.len()
            && self.lines.iter().zip(&other.lines).all(is_same_line)
    }

    /// Returns the sums of the debits and of the credits, both without a sign.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`].
    pub fn debit_and_credit(&self) -> Result<(Money, Money), Code> {
        let lines = || self.lines.iter().chain([&self.counter_line]).map(|line| line.amount);
        let debit = Money::sum(lines().filter(|amount| amount.is_positive()))?;
        let credit = Money::sum(lines().filter(|amount| !amount.is_positive()).map(Money::absolute))?;
        Ok((debit, credit))
    }

    /// Whether the sum is negative, so that it is a credit note.
    #[must_use]
    pub fn is_credit_note(&self) -> bool {
        !self.amount.is_positive() && self.amount != Money::ZERO
    }
}

impl AccountingSums {
    /// Adds a document.
    ///
    /// # Errors
    /// [`Code::AmountTooLarge`].
    pub fn add(&mut self, document: &AccountingDocument) -> Result<(), Code> {
        let (debit, credit) = document.debit_and_credit()?;
        self.documents += 1;
        self.reversals += i64::from(document.reverses.is_some());
        self.credit_notes += i64::from(document.is_credit_note());
        self.lines += i64::try_from(document.lines.len()).unwrap_or(i64::MAX);
        self.debit = self.debit.plus(debit)?;
        self.credit = self.credit.plus(credit)?;
        let suspense = document.lines.iter().filter(|line| line.is_suspense).map(|line| line.amount);
        self.suspense = self.suspense.plus(Money::sum(suspense)?)?;
        Ok(())
    }
}
