//! The names of exported lists and their columns.

use gridbill_core::Language;

/// Returns the name of a list for files and sheets: at most 31 characters, and only characters that Excel allows in
/// sheet names.
pub fn title(list: &str, language: Language) -> Option<&'static str> {
    let words = match list {
        "activity" | "staffActivity" => ["Activity log", "Log aktiviti"],
        "batches" | "batchReviews" => ["Bill batches", "Kelompok bil"],
        "outstandingBills" => ["Unpaid bills", "Bil belum dibayar"],
        "outstandingCharges" => ["Outstanding charges", "Caj belum dijelaskan"],
        "billHistory" => ["Bill history", "Sejarah bil"],
        "proposals" => ["Proposals", "Cadangan"],
        "queries" | "queryQueue" => ["Queries", "Pertanyaan"],
        "payments" | "pendingPayments" | "allPayments" => ["Payments", "Pembayaran"],
        "invoices" | "invoicesForStaff" => ["Invoices", "Invois"],
        "accounts" | "accountsForStaff" | "accountsInGroup" | "accountsInNoGroup" => {
            ["Electricity accounts", "Akaun elektrik"]
        }
        "pendingAccounts" | "allPendingAccounts" => ["Accounts pending for action", "Akaun menunggu tindakan"],
        "bulkAccounts" => ["Bulk accounts", "Akaun pukal"],
        "costCentres" => ["Cost centres", "Pusat kos"],
        "uncodedAccounts" => ["Accounts without cost centre", "Akaun tanpa pusat kos"],
        "accountingRuns" => ["Accounting runs", "Larian perakaunan"],
        "accountingDocuments" => ["Accounting documents", "Dokumen perakaunan"],
        "costReport" => ["Cost by cost centre", "Kos mengikut pusat kos"],
        "carbonReport" => ["Emissions", "Pelepasan"],
        "deposits" => ["Deposits", "Cagaran"],
        "findings" => ["Findings", "Penemuan"],
        "groups" => ["Account groups", "Kumpulan akaun"],
        "businessUsers" => ["Business users", "Pengguna perniagaan"],
        "members" => ["Users", "Pengguna"],
        "settlements" => ["Payments made elsewhere", "Bayaran di tempat lain"],
        "staffUsers" => ["Staff users", "Pengguna kakitangan"],
        "registrations" => ["Registrations", "Pendaftaran"],
        "rejectedRows" => ["Rejected rows", "Baris ditolak"],
        "unmatchedSettlements" => ["Unmatched settlements", "Penyelesaian tidak dipadankan"],
        "dataRequests" => ["Personal data requests", "Permintaan data peribadi"],
        "breaches" => ["Personal data breaches", "Pelanggaran data peribadi"],
        _ => return None,
    };
    Some(language.pick(words))
}

/// Returns the title of the audit pack of a payment.
pub const fn audit_pack(language: Language) -> &'static str {
    language.pick(["Audit pack", "Pek audit"])
}

/// Returns the title of the audit packs of a month.
pub const fn audit_packs(language: Language) -> &'static str {
    language.pick(["Audit packs", "Pek audit bulan"])
}

/// Returns the name of a column.
#[expect(clippy::too_many_lines, reason = "one table of words")]
pub fn heading(field: &str, language: Language) -> Option<&'static str> {
    let words = match field {
        "about" => ["Concerning", "Mengenai"],
        "account_no" | "account_number" => ["Account number", "Nombor akaun"],
        "acting_role" | "role" => ["Role", "Peranan"],
        "activity" => ["Activity", "Keaktifan"],
        "address" => ["Network address", "Alamat rangkaian"],
        "amount" => ["Amount (RM)", "Amaun (RM)"],
        "amount_in_payment" => ["In payment (RM)", "Dalam pembayaran (RM)"],
        "amount_payable" | "selectable_amount" => ["Can be paid (RM)", "Boleh dibayar (RM)"],
        "answer_due" => ["Answer due", "Jawapan sebelum"],
        "application_id" => ["Application", "Permohonan"],
        "assigned_to" => ["Assigned to", "Ditugaskan kepada"],
        "at_stake" => ["Amount affected (RM)", "Amaun terlibat (RM)"],
        "bank_name" => ["Bank", "Bank"],
        "bill_batch_id" => ["Batch", "Kelompok"],
        "bills" | "total_bills" => ["Bills", "Bil"],
        "bulk_id" => ["Bulk account", "Akaun pukal"],
        "business_type" => ["Business type", "Jenis perniagaan"],
        "case_no" => ["Case number", "Nombor kes"],
        "other_invoice_nos" => ["Other invoices of the query", "Invois lain bagi pertanyaan"],
        "changes" => ["What changed", "Perkara yang berubah"],
        "city" => ["City", "Bandar"],
        "code" => ["Cost centre", "Pusat kos"],
        "coded_groups" => ["Groups", "Kumpulan"],
        "company_name" => ["Company", "Syarikat"],
        "cost" => ["Cost (RM)", "Kos (RM)"],
        "held" => ["Held (RM)", "Dipegang (RM)"],
        "required" => ["Two average months (RM)", "Purata dua bulan (RM)"],
        "excess" => ["To ask for (RM)", "Boleh dituntut (RM)"],
        "shortfall" => ["Missing (RM)", "Kurang (RM)"],
        "expires_on" => ["Guarantee ends", "Jaminan tamat"],
        "credit" => ["Credit (RM)", "Kredit (RM)"],
        "created_date" => ["When", "Masa"],
        "created_at" => ["Created", "Dicipta"],
        "current_charge" => ["Current charge (RM)", "Caj semasa (RM)"],
        "damage" => ["Record", "Rekod"],
        "debit" => ["Debit (RM)", "Debit (RM)"],
        "decided_at" => ["Decided", "Diputuskan"],
        "decided_by" => ["Decided by", "Diputuskan oleh"],
        "device" => ["Device", "Peranti"],
        "document_date" => ["Date", "Tarikh"],
        "document_no" => ["Document", "Dokumen"],
        "documents" => ["Documents", "Dokumen"],
        "due_date" => ["Due date", "Tarikh akhir"],
        "e_invoice_link" => ["E-invoice link", "Pautan e-invois"],
        "e_invoice_status" => ["E-invoice status", "Status e-invois"],
        "e_invoice_uuid" => ["E-invoice number", "Nombor e-invois"],
        "e_invoice_validated_at" => ["E-invoice validated", "E-invois disahkan"],
        "earliest_due" => ["First due date", "Tarikh akhir terawal"],
        "ended_at" => ["Ended", "Tamat"],
        "channel" => ["Came by", "Diterima melalui"],
        "commissioner_due" => ["Notify Commissioner by", "Maklumkan Pesuruhjaya sebelum"],
        "commissioner_notified_at" => ["Commissioner notified", "Pesuruhjaya dimaklumkan"],
        "cyber_notified_at" => ["NACSA notified", "NACSA dimaklumkan"],
        "cyber_particulars_at" => ["Particulars sent to NACSA", "Butiran dihantar kepada NACSA"],
        "cyber_particulars_due" => ["Send particulars to NACSA by", "Hantar butiran kepada NACSA sebelum"],
        "cyber_supplement_at" => ["Supplement sent to NACSA", "Maklumat tambahan dihantar kepada NACSA"],
        "cyber_supplement_due" => ["Send supplement to NACSA by", "Hantar maklumat tambahan kepada NACSA sebelum"],
        "due_on" => ["Deadline", "Tarikh akhir"],
        "is_cyber_incident" => ["Cyber security incident", "Insiden keselamatan siber"],
        "is_harm_likely" => ["Significant harm likely", "Kemudaratan ketara berkemungkinan"],
        "known_at" => ["Known since", "Diketahui sejak"],
        "persons" => ["Persons", "Orang"],
        "persons_due" => ["Notify persons by", "Maklumkan orang sebelum"],
        "persons_notified_at" => ["Persons notified", "Orang dimaklumkan"],
        "received_on" => ["Received", "Diterima"],
        "recorded_by" => ["Recorded by", "Direkodkan oleh"],
        "email" | "email_address" => ["E-mail", "E-mel"],
        "error_type" | "reason" => ["Reason", "Sebab"],
        "extraction_date" => ["Extracted", "Tarikh ekstrak"],
        "finding_state" => ["State", "Keadaan"],
        "certified_kwh" => ["Covered by certificates (kWh)", "Diliputi sijil (kWh)"],
        "market_kg" => ["Market-based (kg CO2e)", "Berasaskan pasaran (kg CO2e)"],
        "first_market_kg" => {
            ["Market-based, first reported (kg CO2e)", "Berasaskan pasaran, laporan pertama (kg CO2e)"]
        }
        "first_kg" => ["First reported (kg CO2e)", "Laporan pertama (kg CO2e)"],
        "flagged_bills" => ["Bills with findings", "Bil dengan penemuan"],
        "found_at" => ["Found", "Ditemui"],
        "group_name" => ["Group", "Kumpulan"],
        "invoice_date" => ["Invoice date", "Tarikh invois"],
        "invoice_no" => ["Invoice number", "Nombor invois"],
        "is_current" => ["In the books", "Dalam buku"],
        "is_active" => ["Active", "Aktif"],
        "is_provisional" => ["Provisional factor", "Faktor sementara"],
        "kg" => ["Emissions (kg CO2e)", "Pelepasan (kg CO2e)"],
        "kind" => ["Subject", "Perkara"],
        "kwh" => ["Use (kWh)", "Penggunaan (kWh)"],
        "release_on" => ["Release on", "Keluarkan pada"],
        "lapses_at" => ["Lapses", "Luput"],
        "largest_bill" => ["Largest bill (RM)", "Bil terbesar (RM)"],
        "last_logged_in" => ["Last sign-in", "Log masuk terakhir"],
        "line" => ["Line", "Baris"],
        "lines" => ["Lines", "Baris"],
        "made_at" => ["Made", "Dibuat"],
        "made_by" => ["Made by", "Dibuat oleh"],
        "method" | "payment_method" => ["Method", "Kaedah"],
        "mobile_no" => ["Mobile number", "Nombor telefon bimbit"],
        "month" => ["Month", "Bulan"],
        "nickname" => ["Nickname", "Nama panggilan"],
        "note" => ["Note", "Nota"],
        "number" => ["Number", "Nombor"],
        "numbered" => ["With a number", "Dengan nombor"],
        "opened_at" => ["Opened", "Dibuka"],
        "opened_by" => ["Opened by", "Dibuka oleh"],
        "outstanding_amount" => ["Earlier charges (RM)", "Baki terdahulu (RM)"],
        "paid_amount" => ["Paid (RM)", "Dibayar (RM)"],
        "paid_on" => ["Paid on", "Dibayar pada"],
        "payable_bills" => ["Payable bills", "Bil boleh dibayar"],
        "pending_errors" => ["Accounts with errors", "Akaun dengan ralat"],
        "postal_code" => ["Postal code", "Poskod"],
        "premises_address" => ["Premises", "Premis"],
        "profile_name" => ["Profile", "Profil"],
        "proof" => ["Other bill", "Bil lain"],
        "proposal_id" => ["Proposal", "Cadangan"],
        "proposed_at" => ["Proposed", "Dicadangkan"],
        "proposed_by" => ["Proposed by", "Dicadangkan oleh"],
        "reading_end" => ["Reading until", "Bacaan hingga"],
        "reading_start" => ["Reading from", "Bacaan dari"],
        "reading_type" => ["Reading type", "Jenis bacaan"],
        "reference" => ["Reference", "Rujukan"],
        "reference_id" => ["Reference ID", "ID rujukan"],
        "reference_numbers" => ["Reference numbers", "Nombor rujukan"],
        "region" => ["Grid", "Grid"],
        "registration_no" => ["Registration number", "Nombor pendaftaran"],
        "released_at" => ["Released", "Dikeluarkan"],
        "released_by" => ["Released by", "Dikeluarkan oleh"],
        "requested_at" => ["Requested", "Diminta"],
        "requested_by" => ["Requested by", "Diminta oleh"],
        "reviewed_by" => ["Reviewed by", "Disemak oleh"],
        "reversals" => ["Reversals", "Pembalikan"],
        "reverses" => ["Reverses", "Membalikkan"],
        "rule" => ["Rule", "Peraturan"],
        "run_no" => ["Run", "Larian"],
        "sector" => ["Sector", "Sektor"],
        "sentence" => ["Finding", "Penemuan"],
        "settled_amount" => ["Paid elsewhere (RM)", "Dibayar di tempat lain (RM)"],
        "settlement_no" => ["Settlement number", "Nombor penyelesaian"],
        "source_no" => ["Invoice or payment", "Invois atau pembayaran"],
        "state" => ["State", "Negeri"],
        "batch_state" | "part_state" | "proposal_state" | "query_state" | "request_state" | "status" => {
            ["Status", "Status"]
        }
        "status_code" => ["Action", "Tindakan"],
        "step" => ["Step", "Langkah"],
        "steps" => ["Steps", "Langkah kesemuanya"],
        "subject" => ["About", "Tentang"],
        "submitted_by" => ["Submitted by", "Dihantar oleh"],
        "payment_date" | "submitted_date" => ["Submitted", "Dihantar"],
        "tariff" => ["Tariff", "Tarif"],
        "their_no" => ["Number in accounting", "Nombor dalam perakaunan"],
        "tin" => ["Tax number (TIN)", "Nombor cukai (TIN)"],
        "summary" | "title" => ["What happened", "Perkara yang berlaku"],
        "coded_accounts" | "total_accounts" => ["Accounts", "Akaun"],
        "total_amount" => ["Total (RM)", "Jumlah (RM)"],
        "total_amount_payable" => ["Total payable (RM)", "Jumlah perlu dibayar (RM)"],
        "total_invoices" => ["Invoices", "Invois"],
        "total_users" => ["Users", "Pengguna"],
        "transaction_amount" => ["Billed (RM)", "Dibilkan (RM)"],
        "transaction_no" => ["Transaction", "Transaksi"],
        "unpaid_bills" => ["Unpaid bills", "Bil belum dibayar"],
        "who" => ["Who", "Siapa"],
        "cost_centre_name" | "person_name" | "username" => ["Name", "Nama"],
        _ => return None,
    };
    Some(language.pick(words))
}

pub const fn total(language: Language) -> &'static str {
    language.pick(["Total", "Jumlah"])
}

/// Returns the name of the totals of rows that are rounded to whole numbers.
pub const fn rounded_total(language: Language) -> &'static str {
    language.pick(["Total of the rounded rows", "Jumlah baris yang digenapkan"])
}

/// Returns the name of the file with many bills.
pub const fn bills(language: Language) -> &'static str {
    language.pick(["Bills", "Bil"])
}

/// Returns the name of the sheet about a payment.
pub const fn payment(language: Language) -> &'static str {
    language.pick(["Payment", "Pembayaran"])
}

/// Returns the name of the file with a payment and its invoices. Existing clients expect this name.
pub const fn payment_report(language: Language) -> &'static str {
    language.pick(["Payment Details Report", "Laporan Butiran Pembayaran"])
}

#[cfg(test)]
mod tests {
    use gridbill_core::registry;

    use super::*;

    #[test]
    fn every_list_that_can_be_exported_and_every_column_of_it_has_its_words() {
        for list in registry::lists().filter(|list| !list.columns.is_empty()) {
            for language in Language::ALL {
                let title = title(list.name, language).unwrap_or_else(|| panic!("what is {} called?", list.name));
                assert!(
                    title.chars().count() <= 31 && !title.contains(['[', ']', ':', '*', '?', '/', '\\']),
                    "{title}"
                );
                let mut headings: Vec<_> = list
                    .columns
                    .iter()
                    .map(|column| {
                        heading(column.field, language).unwrap_or_else(|| panic!("what is {} called?", column.field))
                    })
                    .collect();
                headings.sort_unstable();
                let all = headings.len();
                headings.dedup();
                assert_eq!(headings.len(), all, "{} has two columns of one name", list.name);
            }
        }
    }
}
