//! The names of files in a pack, in both languages.

use super::{APPROVAL, BANK, CHAIN, FINDINGS, MANIFEST, MANIFEST_SUM, PAYMENT, QUERIES, README, RECEIPT, SETTLEMENTS};
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
        SETTLEMENTS => ["Payments made elsewhere", "Bayaran di tempat lain"],
        APPROVAL => ["Proposal and approvals", "Cadangan dan kelulusan"],
        BANK => ["Bank confirmation", "Pengesahan bank"],
        CHAIN => ["Facts and seals", "Fakta dan meterai"],
        name if name.starts_with("bills/") => ["Bill", "Bil"],
        name if name.starts_with("queries/") => ["Query", "Pertanyaan"],
        name if name.starts_with("bank/") => ["Message or key of FPX", "Mesej atau kunci FPX"],
        _ => ["Unknown file", "Fail tidak dikenali"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_of_a_pack_has_its_own_title() {
        let files = [
            README,
            MANIFEST,
            PAYMENT,
            RECEIPT,
            FINDINGS,
            QUERIES,
            SETTLEMENTS,
            APPROVAL,
            BANK,
            CHAIN,
            "bills/510000000001.pdf",
            "queries/1.pdf",
            "bank/key.pem",
            "notes.txt",
        ];
        let titles: std::collections::BTreeSet<_> = files.iter().map(|file| file_title(file, Language::En)).collect();
        assert_eq!(titles.len(), files.len(), "{titles:?}");
        assert_eq!(file_title(MANIFEST_SUM, Language::En), file_title(MANIFEST, Language::En));
        for file in files {
            let in_month = format!("P2611200000001/{file}");
            assert_eq!(file_title(&in_month, Language::Ms), file_title(file, Language::Ms), "{file}");
        }
        assert_eq!(file_title("other/bills/1.pdf", Language::En), file_title("notes.txt", Language::En));
    }
}
