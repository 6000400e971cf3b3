//! The names of files in a pack, in both languages.

use super::{APPROVAL, BANK, CHAIN, FINDINGS, MANIFEST, MANIFEST_SUM, PAYMENT, QUERIES, README, RECEIPT};
use crate::Language;

/// Returns the purpose of a file.
pub fn file_title(name: &str, language: Language) -> &'static str {
    // The pack of a month has a folder for each payment.
    let name = name.split_once('/').filter(|(folder, _)| folder.starts_with('P')).map_or(name, |(_, name)| name);
    language.pick(match name {
        README => ["Explanation", "Penjelasan"],
        MANIFEST | MANIFEST_SUM => ["List of files", "Senarai fail"],
        PAYMENT => ["Payment", "Pembayaran"],
        RECEIPT => ["Receipt or payment document", "Resit atau dokumen pembayaran"],
        FINDINGS => ["Findings", "Penemuan"],
        QUERIES => ["Queries", "Pertanyaan"],
        APPROVAL => ["Proposal and approvals", "Cadangan dan kelulusan"],
        BANK => ["Bank confirmation", "Pengesahan bank"],
        CHAIN => ["Facts and seals", "Fakta dan meterai"],
        name if name.starts_with("bills/") => ["Bill", "Bil"],
        name if name.starts_with("queries/") => ["Query", "Pertanyaan"],
        name if name.starts_with("bank/") => ["Message or key of FPX", "Mesej atau kunci FPX"],
        _ => ["Unknown file", "Fail tidak dikenali"],
    })
}
