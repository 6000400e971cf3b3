//! Verifies the bank's confirmation of a payment.

use std::cmp::Ordering;

use super::{Outcome, PackRemark, PackedBank, PackedPayment, PublicKey};
use crate::Money;
use crate::payments::fpx::{CONFIRMATION_FIELDS, Verdict, read_amount, verdict};
use crate::payments::{PaymentMethod, ReconcileKind, Status};

/// Checks the bank's part. `file` returns the text of a file of the pack, `given` is FPX's key if the reader has it.
pub fn check_bank<'a>(
    payment: &PackedPayment,
    bank: &PackedBank,
    file: impl Fn(&str) -> Option<&'a str>,
    given: Option<&PublicKey>,
) -> (Outcome, Vec<PackRemark>) {
    if payment.payment_method == PaymentMethod::Fpx {
        check_messages(payment, bank, file, given)
    } else {
        check_lines(payment, bank)
    }
}

fn check_lines(payment: &PackedPayment, bank: &PackedBank) -> (Outcome, Vec<PackRemark>) {
    if payment.status != Status::Paid {
        return (Outcome::NotApplicable, vec![PackRemark::NotPaid]);
    }
    if bank.lines.is_empty() {
        return (Outcome::Unproven, vec![PackRemark::NoLines]);
    }
    let lines = Money::sum(bank.lines.iter().map(|line| line.amount)).unwrap_or(Money::ZERO);
    let paid = received(payment).unwrap_or(Money::ZERO);
    let remark = PackRemark::LinesDiffer { lines: lines.shown(), paid: paid.shown() };
    match lines.cmp(&paid) {
        Ordering::Equal => (Outcome::Holds, Vec::new()),
        // The statement with the other line may not be uploaded yet.
        Ordering::Less => (Outcome::Unproven, vec![remark]),
        Ordering::Greater => (Outcome::Fails, vec![remark]),
    }
}

/// Returns the amount that arrived for a paid payment. A missing difference was paid before the payment was posted.
fn received(payment: &PackedPayment) -> Option<Money> {
    let kind = payment.reconcile.as_ref().and_then(|asked| ReconcileKind::from_type(asked.reconcile_type).ok());
    match (kind, &payment.reconcile) {
        (Some(ReconcileKind::Overpayment), Some(asked)) => payment.amount.plus(asked.reconcile_amount).ok(),
        _ => Some(payment.amount),
    }
}

fn check_messages<'a>(
    payment: &PackedPayment,
    bank: &PackedBank,
    file: impl Fn(&str) -> Option<&'a str>,
    given: Option<&PublicKey>,
) -> (Outcome, Vec<PackRemark>) {
    let mut remarks = Vec::new();
    let (mut outcome, mut is_confirmed) = (Outcome::Holds, false);
    for message in bank.messages.iter().filter(|message| message.key_id.is_some()) {
        let name = message.file.clone();
        let key_id = message.key_id.as_deref().unwrap_or_default();
        let packed = bank.keys.iter().find(|key| key.key_id == key_id);
        let packed = packed.and_then(|key| PublicKey::from_pem(file(&key.file)?)).filter(|key| key.id() == key_id);
        let Some(key) = given.filter(|key| key.id() == key_id).cloned().or(packed) else {
            outcome = outcome.max(Outcome::Unproven);
            remarks.push(PackRemark::KeyMissing { name });
            continue;
        };
        let fields = file(&message.file).map(read_form).unwrap_or_default();
        let get = |field: &str| {
            let found = fields.iter().find(|(name, _)| name.strip_prefix("fpx_") == Some(field));
            found.map_or("", |(_, value)| value.as_str())
        };
        let signed = CONFIRMATION_FIELDS.map(get).join("|");
        let is_signed = hex::decode(get("checkSum")).is_ok_and(|signature| key.verifies(&signed, &signature));
        let is_approved = verdict(get("debitAuthCode")) == Verdict::Approved;
        let amount = read_amount(get("txnAmount"));
        let fault = match () {
            () if !is_signed => PackRemark::SignatureInvalid { name },
            () if Some(get("sellerExOrderNo")) != bank.order_no.as_deref() => PackRemark::OrderDiffers { name },
            () if is_approved && amount != Some(payment.amount) => {
                PackRemark::AmountDiffers { name, amount: get("txnAmount").to_owned() }
            }
            () => {
                is_confirmed |= is_approved;
                continue;
            }
        };
        outcome = Outcome::Fails;
        remarks.push(fault);
    }
    match payment.status {
        Status::Paid if !is_confirmed && outcome == Outcome::Holds => (Outcome::Fails, vec![PackRemark::Unconfirmed]),
        Status::Paid => (outcome, remarks),
        _ if outcome == Outcome::Holds => (Outcome::NotApplicable, vec![PackRemark::NotPaid]),
        _ => (outcome, remarks),
    }
}

/// Reads the names and values of a form. `+` is a space.
fn read_form(text: &str) -> Vec<(String, String)> {
    let pairs = text.trim().split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| *first == b'%').and_then(|digits| hex::decode(digits).ok());
        match (first, escaped) {
            (_, Some(byte)) => {
                bytes.extend(byte);
                rest = &after[2..];
                continue;
            }
            (b'+', None) => bytes.push(b' '),
            (byte, None) => bytes.push(*byte),
        }
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_as_it_was_sent() {
        let read = read_form("\nfpx_a=1%2F2+3&fpx_b=&c=%C3%B6%&d=%zz\n");
        let pairs: Vec<_> = read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("fpx_a", "1/2 3"), ("fpx_b", ""), ("c", "ö%"), ("d", "%zz")]);
    }
}
