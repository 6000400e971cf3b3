//! Documents of exports to accounting: the lines of a bill or payment, reversals and changes.

use std::collections::BTreeMap;

use super::{
    AccountingDocument, AccountingDraft, AccountingLine, AccountingSource, AccountingSums, BillSource, ChargeAccount,
    ChargeAmount, PaidBill, PaymentSource, SettlementSource,
};
use crate::bills::{ChargeKind, ChargeRole};
use crate::costs::split_amount;
use crate::{Code, Day, Money};

/// The document of a bill or payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentOutcome {
    /// The document.
    Document(Box<AccountingDocument>),
    /// The account of the bill has no coding, and the profile has no suspense account.
    Uncoded,
    /// A charge of this kind has no account, and the profile has several accounts for charges of its role.
    Unmapped(ChargeKind),
    /// Nothing is to be booked: every line is zero.
    Empty,
}

/// Returns the number of a document. The first document of a bill or payment has its number, later versions add their
/// own.
#[must_use]
pub fn document_no(source_no: &str, version: i32) -> String {
    if version <= 1 { source_no.to_owned() } else { format!("{source_no}-{version}") }
}

/// Returns the number of a settlement's document. The utility's number may end like a version of [`document_no`], but has
/// no `#`.
fn settlement_document_no(settlement_no: &str, version: i32) -> String {
    if version <= 1 { settlement_no.to_owned() } else { format!("{settlement_no}#{version}") }
}

/// Makes the document of a bill or payment. Its lines and the line of the supplier or bank add up to zero.
/// Fails with [`Code::AmountTooLarge`].
pub fn make_document(
    source: &AccountingSource,
    draft: &AccountingDraft,
    version: i32,
) -> Result<DocumentOutcome, Code> {
    match source {
        AccountingSource::Bills(bill) => bill_document(bill, draft, version),
        AccountingSource::Payments(payment) => payment_document(payment, draft, version).map(DocumentOutcome::of),
        AccountingSource::Settlements(settlement) => {
            settlement_document(settlement, draft, version).map(DocumentOutcome::of)
        }
    }
}

/// What the coding of an account decides about a line, in the order of comparison.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct BookedKey<'a> {
    /// Ledger account and cost centre; none if the profile decides both.
    coding: Option<(&'a str, Option<&'a str>)>,
    invoice_no: Option<&'a str>,
    is_suspense: bool,
}

impl DocumentOutcome {
    fn of(document: AccountingDocument) -> Self {
        if document.lines.is_empty() { Self::Empty } else { Self::Document(Box::new(document)) }
    }
}

fn bill_document(bill: &BillSource, draft: &AccountingDraft, version: i32) -> Result<DocumentOutcome, Code> {
    let Some(lines) = bill_lines(bill, draft)? else { return Ok(DocumentOutcome::Uncoded) };
    let is_divided = !bill.parts.is_empty();
    let mut accounts = charged(bill).map(|charge| charge_account(charge, &draft.charge_accounts));
    if let Some(kind) = accounts.find_map(Result::err).filter(|_| is_divided) {
        return Ok(DocumentOutcome::Unmapped(kind));
    }
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
        settled_by: None,
        reference: None,
        supplier: draft.supplier.clone(),
        lacks_charges: is_divided && bill.charges.is_empty() && !draft.charge_accounts.is_empty(),
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
        charge: None,
        coded_account: None,
        is_suspense: false,
    }
}

/// Divides a bill among the parts of its coding, and each part by ledger account. Lines of zero are left out. None if the
/// bill has an amount but no coding, and there is no suspense account.
///
/// A charge whose kind has a ledger account of its own is divided among the parts, too, and taken out of their amounts. So the
/// amount of a cost centre is the same with and without these accounts. Fails with [`Code::AmountTooLarge`].
pub fn bill_lines(bill: &BillSource, draft: &AccountingDraft) -> Result<Option<Vec<AccountingLine>>, Code> {
    if bill.parts.is_empty() {
        if bill.amount == Money::ZERO {
            return Ok(Some(Vec::new()));
        }
        return Ok(draft.suspense.as_ref().map(|suspense| {
            vec![AccountingLine {
                cost_centre: suspense.cost_centre.clone(),
                is_suspense: true,
                ..line(&suspense.ledger_account, bill.amount)
            }]
        }));
    }
    let amounts = split_amount(bill.amount, &bill.parts);
    let charges = divided_charges(bill, &draft.charge_accounts, &amounts)?;
    let mut lines = Vec::new();
    for (place, (part, amount)) in bill.parts.iter().zip(amounts).enumerate() {
        let taken_out = charges.iter().map(|charge| (charge, charge.amounts[place]));
        let own = amount.minus(Money::sum(taken_out.clone().map(|(_, amount)| amount))?)?;
        let cost_centre = (!part.code.is_empty()).then(|| part.code.clone());
        lines.push(AccountingLine { cost_centre: cost_centre.clone(), ..line(&part.ledger_account, own) });
        lines.extend(taken_out.map(|(charge, amount)| AccountingLine {
            cost_centre: cost_centre.clone(),
            charge: Some(charge.kind),
            coded_account: Some(part.ledger_account.clone()),
            ..line(charge.ledger_account, amount)
        }));
    }
    lines.retain(|line| line.amount != Money::ZERO);
    Ok(Some(lines))
}

/// Returns the charges of a bill that book something.
fn charged(bill: &BillSource) -> impl Iterator<Item = &ChargeAmount> {
    bill.charges.iter().filter(|charge| charge.amount != Money::ZERO)
}

/// Returns the ledger account of a charge: that of its kind, or for a kind of the utility's own, that of the portal's kinds
/// with its role. None if there is neither, so that the charge stays on the account of the coding.
/// Fails with the kind if the portal's kinds with its role have several accounts.
fn charge_account<'a>(charge: &ChargeAmount, accounts: &'a [ChargeAccount]) -> Result<Option<&'a str>, ChargeKind> {
    if let Some(own) = accounts.iter().find(|account| account.kind == charge.kind) {
        return Ok(Some(&own.ledger_account));
    }
    if charge.kind.standard_role().is_some() {
        return Ok(None);
    }
    // The portal has no kind for green energy: a premium follows the use, like the fuel adjustment.
    let role = if charge.role == ChargeRole::Green { ChargeRole::Adjustment } else { charge.role };
    let of_role = accounts.iter().filter(|account| account.kind.standard_role() == Some(role));
    let mut of_role = of_role.map(|account| account.ledger_account.as_str());
    let first = of_role.next();
    if of_role.any(|other| Some(other) != first) { Err(charge.kind) } else { Ok(first) }
}

/// A charge that has a ledger account of its own, with its amount for each part.
struct DividedCharge<'a> {
    kind: ChargeKind,
    ledger_account: &'a str,
    amounts: Vec<Money>,
}

/// Divides each charge that has a ledger account of its own among the parts, whose amounts are `amounts`. If nothing else is
/// left of the bill, the last charge gets what is left of each part, so that no sen stays on the account of the coding.
fn divided_charges<'a>(
    bill: &BillSource,
    accounts: &'a [ChargeAccount],
    amounts: &[Money],
) -> Result<Vec<DividedCharge<'a>>, Code> {
    let place = |kind| accounts.iter().position(|account| account.kind == kind).unwrap_or(accounts.len());
    let mut own: Vec<(&ChargeAmount, &str)> = Vec::new();
    for charge in charged(bill) {
        if let Ok(Some(account)) = charge_account(charge, accounts) {
            own.push((charge, account));
        }
    }
    own.sort_by_key(|(charge, _)| place(charge.kind));
    let sum = Money::sum(own.iter().map(|(charge, _)| charge.amount))?;
    let divided = own.iter().map(|&(charge, ledger_account)| DividedCharge {
        kind: charge.kind,
        ledger_account,
        amounts: split_amount(charge.amount, &bill.parts),
    });
    let mut divided: Vec<_> = divided.collect();
    if sum == bill.amount
        && let Some(last) = divided.pop()
    {
        let rest = amounts
            .iter()
            .enumerate()
            .map(|(place, amount)| amount.minus(Money::sum(divided.iter().map(|charge| charge.amounts[place]))?));
        let amounts = rest.collect::<Result<_, _>>()?;
        divided.push(DividedCharge { amounts, ..last });
    }
    Ok(divided)
}

fn payment_document(
    payment: &PaymentSource,
    draft: &AccountingDraft,
    version: i32,
) -> Result<AccountingDocument, Code> {
    let document =
        paid_document(&payment.transaction_no, payment.paid_on, payment.amount, &payment.bills, draft, version)?;
    Ok(AccountingDocument { method: Some(payment.method), reference: payment.reference.clone(), ..document })
}

/// Of a settlement that was taken back, nothing is left.
fn settlement_document(
    settlement: &SettlementSource,
    draft: &AccountingDraft,
    version: i32,
) -> Result<AccountingDocument, Code> {
    let SettlementSource { settlement_no, paid_on, amount, bills, .. } = settlement;
    Ok(AccountingDocument {
        document_no: settlement_document_no(settlement_no, version),
        account_no: Some(settlement.account_no.to_string()),
        settled_by: Some(settlement.method),
        reference: Some(settlement.reference.clone()).filter(|text| !text.is_empty()),
        ..paid_document(settlement_no, *paid_on, *amount, bills, draft, version)?
    })
}

/// Debits the supplier for each bill and credits the bank.
fn paid_document(
    source_no: &str,
    date: Day,
    amount: Money,
    bills: &[PaidBill],
    draft: &AccountingDraft,
    version: i32,
) -> Result<AccountingDocument, Code> {
    let paid = |bill: &PaidBill| AccountingLine {
        invoice_no: Some(bill.invoice_no.clone()),
        ..line(&draft.payable_account, bill.amount)
    };
    let mut lines: Vec<AccountingLine> = bills.iter().map(paid).collect();
    // The payment may differ from its bills: too little was paid, or more, which became a credit.
    let difference = amount.minus(Money::sum(bills.iter().map(|bill| bill.amount))?)?;
    lines.push(line(&draft.payable_account, difference));
    lines.retain(|line| line.amount != Money::ZERO);
    Ok(AccountingDocument {
        document_no: document_no(source_no, version),
        source_no: source_no.to_owned(),
        reverses: None,
        date,
        due_date: None,
        period_from: None,
        period_to: None,
        account_no: None,
        reference_id: None,
        batch_id: None,
        collective_invoice_no: None,
        method: None,
        settled_by: None,
        reference: None,
        supplier: draft.supplier.clone(),
        lacks_charges: false,
        amount,
        lines,
        counter_line: line(&draft.bank_account, Money::ZERO.minus(amount)?),
    })
}

impl AccountingDocument {
    /// Whether it books a payment, in the portal or outside.
    #[must_use]
    pub const fn is_payment(&self) -> bool {
        self.method.is_some() || self.settled_by.is_some()
    }

    /// Returns the ledger account of the supplier that it is booked on.
    pub(super) fn payable_account(&self) -> Option<&String> {
        let line = if self.is_payment() { self.lines.first() } else { Some(&self.counter_line) };
        line.map(|line| &line.ledger_account)
    }

    /// Returns the ledger account of the bank that a payment is booked on.
    pub(super) fn bank_account(&self) -> Option<&String> {
        self.is_payment().then_some(&self.counter_line.ledger_account)
    }

    /// Returns the document that cancels this one. It has the same date, so both are in one period of the books. If the files
    /// had no account of the supplier or bank until now, it has that of the profile. Fails with [`Code::AmountTooLarge`].
    pub fn reversal(&self, draft: &AccountingDraft) -> Result<Self, Code> {
        let opposite = |line: &AccountingLine| {
            Money::ZERO.minus(line.amount).map(|amount| AccountingLine { amount, ..line.clone() })
        };
        let mut counter_line = opposite(&self.counter_line)?;
        if counter_line.ledger_account.is_empty() {
            let account = if self.is_payment() { &draft.bank_account } else { &draft.payable_account };
            counter_line.ledger_account.clone_from(account);
        }
        Ok(Self {
            document_no: format!("{}{}R", self.document_no, if self.settled_by.is_some() { '#' } else { '-' }),
            reverses: Some(self.document_no.clone()),
            amount: Money::ZERO.minus(self.amount)?,
            lines: self.lines.iter().map(opposite).collect::<Result<_, _>>()?,
            counter_line,
            ..self.clone()
        })
    }

    /// Whether a newer document of the bill or payment books the same as this one: date, amounts, ledger accounts and cost
    /// centres of their lines. A change of the profile alone is no difference, so the suspense account, the accounts of charges,
    /// and those of supplier and bank are not compared. Accounts of charges are once the charges that this one lacks are known.
    #[must_use]
    pub fn books_same(&self, newer: &Self) -> bool {
        let by_charge = self.lacks_charges && !newer.lacks_charges;
        self.date == newer.date && self.amount == newer.amount && self.booked(by_charge) == newer.booked(by_charge)
    }

    /// Returns the sums of the lines by what the coding decides; on their own accounts if `by_charge`.
    fn booked(&self, by_charge: bool) -> BTreeMap<BookedKey<'_>, Money> {
        let mut booked = BTreeMap::new();
        for line in &self.lines {
            let is_of_profile = line.is_suspense || self.is_payment();
            let coded_account = line.coded_account.as_deref().filter(|_| !by_charge);
            let account = coded_account.unwrap_or(&line.ledger_account);
            let key = BookedKey {
                coding: (!is_of_profile).then_some((account, line.cost_centre.as_deref())),
                invoice_no: line.invoice_no.as_deref(),
                is_suspense: line.is_suspense,
            };
            let sum: &mut Money = booked.entry(key).or_default();
            *sum = sum.plus(line.amount).unwrap_or(*sum);
        }
        booked.retain(|_, sum| *sum != Money::ZERO);
        booked
    }

    /// Returns the sums of the debits and of the credits, both without a sign. Fails with [`Code::AmountTooLarge`].
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
    /// Adds a document. Fails with [`Code::AmountTooLarge`].
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
