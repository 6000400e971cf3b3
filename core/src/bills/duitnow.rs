//! The text of a DuitNow QR: EMVCo's merchant-presented QR with the data objects of PayNet, version 1.5
//! (docs/domain/bills.md#banking-app).

use std::fmt::Write as _;

use crate::Money;
use crate::number::{AccountNo, InvoiceNo};

/// The application identifier of DuitNow QR.
const APPLICATION: &str = "A0000006150001";
/// The version of the format. DuitNow has its own.
const VERSION: &str = "02";
/// The ringgit (ISO 4217) and Malaysia (ISO 3166).
const CURRENCY: &str = "458";
const COUNTRY: &str = "MY";
/// Maximum characters of a merchant's name and city, and of an amount.
const MAX_NAME: usize = 25;
const MAX_CITY: usize = 15;
const MAX_AMOUNT: usize = 13;

/// A merchant, as its bank registered it for DuitNow QR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merchant<'a> {
    /// PayNet's number of the merchant's bank.
    pub acquirer_id: &'a str,
    /// The merchant's number at its bank.
    pub merchant_id: &'a str,
    /// The merchant category code (ISO 18245).
    pub category: &'a str,
    /// The name that the banking app shows.
    pub name: &'a str,
    /// The city, or `MY`.
    pub city: &'a str,
}

/// The bill that a QR pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QrBill<'a> {
    /// The bill number.
    pub invoice_no: &'a InvoiceNo,
    /// The electricity account, as the customer's label.
    pub account_no: &'a AccountNo,
}

/// Writes the text of a QR. With a bill it is a dynamic QR, which is used once; without one it is a static QR. Returns
/// `None` for an amount that is not above zero or too long for a QR.
#[must_use]
pub fn duitnow_text(merchant: &Merchant<'_>, amount: Money, bill: Option<QrBill<'_>>) -> Option<String> {
    let amount = Some(amount).filter(|amount| amount.is_positive())?.to_string();
    if amount.len() > MAX_AMOUNT {
        return None;
    }
    let mut account = String::new();
    add(&mut account, "00", APPLICATION);
    add(&mut account, "01", merchant.acquirer_id);
    add(&mut account, "02", merchant.merchant_id);
    let mut text = String::new();
    add(&mut text, "00", VERSION);
    add(&mut text, "01", if bill.is_some() { "12" } else { "11" });
    add(&mut text, "26", &account);
    add(&mut text, "52", merchant.category);
    add(&mut text, "53", CURRENCY);
    add(&mut text, "54", &amount);
    add(&mut text, "58", COUNTRY);
    add(&mut text, "59", &common_characters(merchant.name, MAX_NAME));
    add(&mut text, "60", &common_characters(merchant.city, MAX_CITY));
    if let Some(QrBill { invoice_no, account_no }) = bill {
        let mut additional = String::new();
        add(&mut additional, "01", invoice_no.as_str());
        add(&mut additional, "06", account_no.as_str());
        add(&mut text, "62", &additional);
    }
    // The checksum covers its own tag and length.
    text.push_str("6304");
    let checksum = crc16(text.as_bytes());
    _ = write!(text, "{checksum:04X}");
    Some(text)
}

/// Appends a data object: tag, length in two digits, value.
fn add(text: &mut String, tag: &str, value: &str) {
    _ = write!(text, "{tag}{:02}{value}", value.len());
}

/// Drops the characters that the format does not have, and cuts the text.
fn common_characters(text: &str, max: usize) -> String {
    let plain: String = text.chars().filter(|one| one.is_ascii_graphic() || *one == ' ').take(max).collect();
    plain.trim().to_owned()
}

/// Computes the checksum CRC-16/CCITT-FALSE: polynomial 1021, initial value FFFF.
#[must_use]
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc: u16, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            let shifted = crc << 1;
            if crc & 0x8000 == 0 { shifted } else { shifted ^ 0x1021 }
        })
    })
}
