//! The words of a verification, in both languages.

use super::{Outcome, PackRemark, PackRule};
use crate::{Language, Tone};

impl Outcome {
    /// Returns the word that a reader sees.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::NotApplicable => ["Does not apply", "Tidak berkenaan"],
            Self::Holds => ["Holds", "Betul"],
            Self::Unproven => ["Not proved", "Belum dibuktikan"],
            Self::Fails => ["Fails", "Gagal"],
        })
    }

    /// Returns the tone in which it is shown.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::NotApplicable => Tone::Neutral,
            Self::Holds => Tone::Good,
            Self::Unproven => Tone::Warning,
            Self::Fails => Tone::Bad,
        }
    }

    /// Returns the sentence about a whole file.
    #[must_use]
    pub const fn summary(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::NotApplicable | Self::Holds => [
                "The pack is unchanged, and every rule holds.",
                "Pek ini tidak berubah, dan setiap peraturan dipatuhi.",
            ],
            Self::Unproven => [
                "The pack is unchanged. The pack alone does not prove everything; see the notes.",
                "Pek ini tidak berubah. Pek ini sahaja tidak membuktikan semuanya; lihat nota.",
            ],
            Self::Fails => [
                "Do not rely on this pack: at least one rule fails.",
                "Jangan bergantung pada pek ini: sekurang-kurangnya satu peraturan gagal.",
            ],
        })
    }
}

impl PackRule {
    /// Returns the rule as a sentence.
    #[must_use]
    pub const fn title(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Archive => [
                "The archive is byte for byte as the portal writes it",
                "Arkib sama bait demi bait seperti yang ditulis oleh portal",
            ],
            Self::Manifest => ["The list of files is unchanged", "Senarai fail tidak berubah"],
            Self::Files => {
                ["Every listed file is there and unchanged", "Setiap fail dalam senarai ada dan tidak berubah"]
            }
            Self::Amounts => [
                "The payment equals its bills and its recorded state",
                "Pembayaran sama dengan bil-bilnya dan keadaan yang direkodkan",
            ],
            Self::Approval => ["The approvals satisfy the company's policy", "Kelulusan memenuhi dasar syarikat"],
            Self::Bank => ["The bank confirms the payment", "Bank mengesahkan pembayaran"],
            Self::Facts => {
                ["The recorded facts follow each other", "Fakta yang direkodkan bersambung antara satu sama lain"]
            }
            Self::Seal => ["A daily seal covers the facts", "Meterai harian meliputi fakta"],
        })
    }
}

impl PackRemark {
    /// Returns the remark as a sentence.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one arm for each remark")]
    pub fn sentence(&self, language: Language) -> String {
        let say = |en: String, ms: String| match language {
            Language::En => en,
            Language::Ms => ms,
        };
        let plain = |words: [&'static str; Language::COUNT]| language.pick(words).to_owned();
        match self {
            Self::NotAnArchive => plain([
                "The file is not an audit pack, or its first bytes are changed.",
                "Fail ini bukan pek audit, atau bait pertamanya telah berubah.",
            ]),
            Self::ArchiveTooLarge => plain([
                "The file is larger than 1 GB. Verify it with the command gridbill verify on a computer with more memory.",
                "Fail ini melebihi 1 GB. Sahkan fail ini dengan arahan gridbill verify pada komputer yang mempunyai lebih ingatan.",
            ]),
            Self::ArchiveTruncated => {
                plain(["The archive ends early. Download it again.", "Arkib ini terputus. Muat turun sekali lagi."])
            }
            Self::ArchiveChanged { at, name: Some(name) } => say(
                format!("Byte {at} of the archive, in the header of {name}, is not as the portal writes it."),
                format!("Bait {at} dalam arkib, pada pengepala {name}, tidak seperti yang ditulis oleh portal."),
            ),
            Self::ArchiveChanged { at, name: None } => say(
                format!("Byte {at} of the archive, in its directory, is not as the portal writes it."),
                format!("Bait {at} dalam arkib, pada direktorinya, tidak seperti yang ditulis oleh portal."),
            ),
            Self::ManifestUnreadable => plain([
                "The list of files, manifest.json, is missing or cannot be read.",
                "Senarai fail, manifest.json, tiada atau tidak dapat dibaca.",
            ]),
            Self::ManifestChanged => plain([
                "manifest.json does not fit its digest in manifest.sha256.",
                "manifest.json tidak sepadan dengan cernaannya dalam manifest.sha256.",
            ]),
            Self::FormatUnknown { format } => say(
                format!("The pack has the form {format}, which this version does not know."),
                format!("Pek ini berbentuk {format}, yang tidak dikenali oleh versi ini."),
            ),
            Self::FileMissing { name } => say(format!("{name} is missing."), format!("{name} tiada.")),
            Self::FileUnlisted { name } => say(
                format!("{name} was added: the list of files does not have it."),
                format!("{name} telah ditambah: senarai fail tidak mempunyainya."),
            ),
            Self::FileRepeated { name } => {
                say(format!("{name} is in the archive twice."), format!("{name} ada dua kali dalam arkib."))
            }
            Self::FileChanged { name } => say(format!("{name} was changed."), format!("{name} telah diubah.")),
            Self::FileUnreadable { name } => {
                say(format!("{name} is missing or cannot be read."), format!("{name} tiada atau tidak dapat dibaca."))
            }
            Self::OtherPayment { name, expected, found } => say(
                format!("{name} is about {found}, not about payment {expected}."),
                format!("{name} adalah tentang {found}, bukan pembayaran {expected}."),
            ),
            Self::BillsDiffer { bills, payment } => say(
                format!("The bills add up to {bills}, and the payment is {payment}."),
                format!("Jumlah bil ialah {bills}, dan pembayaran ialah {payment}."),
            ),
            Self::PaidDiffers { expected, paid } => say(
                format!("The amount paid is stated as {paid}; bills and difference give {expected}."),
                format!("Amaun dibayar dinyatakan sebagai {paid}; bil dan perbezaan memberikan {expected}."),
            ),
            Self::StateDiffers => plain([
                "Number, amount or status of the payment are not those of its recorded facts.",
                "Nombor, amaun atau status pembayaran tidak sama dengan fakta yang direkodkan.",
            ]),
            Self::HoldsDiffer => plain([
                "The bills that were chosen although they were on hold are not those of the recorded facts.",
                "Bil yang dipilih walaupun ditahan tidak sama dengan fakta yang direkodkan.",
            ]),
            Self::ProposalDiffers => plain([
                "The proposal has other bills or another amount than the payment, or was not released as this payment.",
                "Cadangan mempunyai bil atau amaun yang berbeza daripada pembayaran, atau tidak dikeluarkan sebagai pembayaran ini.",
            ]),
            Self::StepsDiffer => plain([
                "The steps of the proposal are not those that the policy requires for these bills.",
                "Langkah cadangan bukan langkah yang dikehendaki oleh dasar bagi bil-bil ini.",
            ]),
            Self::StepNotApproved { step } => say(
                format!("Step {step} does not have the approvals that it needs."),
                format!("Langkah {step} tidak mempunyai kelulusan yang diperlukan."),
            ),
            Self::ApproverRepeated { name } => say(
                format!("{name} approved twice, or approved an own proposal."),
                format!("{name} meluluskan dua kali, atau meluluskan cadangan sendiri."),
            ),
            Self::ApprovalUnrecorded { name } => say(
                format!("No recorded fact shows the approval of {name}."),
                format!("Tiada fakta yang direkodkan menunjukkan kelulusan {name}."),
            ),
            Self::SignatureInvalid { name } => {
                say(format!("The signature of {name} is not valid."), format!("Tandatangan {name} tidak sah."))
            }
            Self::OrderDiffers { name } => {
                say(format!("{name} confirms another order."), format!("{name} mengesahkan pesanan lain."))
            }
            Self::AmountDiffers { name, amount } => say(
                format!("{name} confirms RM {amount}, which is not the amount of the payment."),
                format!("{name} mengesahkan RM {amount}, yang bukan amaun pembayaran."),
            ),
            Self::Unconfirmed => plain([
                "No signed message of FPX confirms the payment.",
                "Tiada mesej FPX yang ditandatangani mengesahkan pembayaran.",
            ]),
            Self::LinesDiffer { lines, paid } => say(
                format!("The bank lines add up to {lines}, and {paid} was paid."),
                format!("Jumlah baris bank ialah {lines}, dan {paid} telah dibayar."),
            ),
            Self::FactAltered { subject, place } => say(
                format!("Fact {place} of {subject} is not as it was recorded, or does not follow the fact before it."),
                format!(
                    "Fakta {place} bagi {subject} tidak seperti yang direkodkan, atau tidak menyambung fakta sebelumnya."
                ),
            ),
            Self::FactMissing { subject, place } => {
                say(format!("Fact {place} of {subject} is missing."), format!("Fakta {place} bagi {subject} tiada."))
            }
            Self::HeadDiffers => plain([
                "The last fact differs from the fact that the list of files names.",
                "Fakta terakhir bukan fakta yang dinamakan dalam senarai fail.",
            ]),
            Self::SealDiffers { day } => say(
                format!("The seal of {day} does not fit the facts or the seal before it."),
                format!("Meterai {day} tidak sepadan dengan fakta atau meterai sebelumnya."),
            ),
            Self::SealMissing { day } => say(format!("The seal of {day} is missing."), format!("Meterai {day} tiada.")),
            Self::FactsWithheld { facts } => say(
                format!("Actions of the utility's staff are shown by their hash only: {facts}."),
                format!("Tindakan kakitangan utiliti ditunjukkan dengan cincangannya sahaja: {facts}."),
            ),
            Self::FactsErased { facts } => say(
                format!("Facts without the personal data of former users, which was erased: {facts}."),
                format!("Fakta tanpa data peribadi bekas pengguna, yang telah dipadam: {facts}."),
            ),
            Self::NoProposal => {
                plain(["The payment was made without a proposal.", "Pembayaran dibuat tanpa cadangan."])
            }
            Self::NotPaid => plain(["The payment is not paid.", "Pembayaran ini belum dibayar."]),
            Self::KeyMissing { name } => say(
                format!("FPX's key for {name} is not in the pack. Give it to the command gridbill verify."),
                format!("Kunci FPX bagi {name} tiada dalam pek. Berikan kunci itu kepada arahan gridbill verify."),
            ),
            Self::NoLines => plain([
                "The utility accepted the payment before its bank line was uploaded, so no bank line is in the pack.",
                "Utiliti menerima pembayaran sebelum baris bank dimuat naik, jadi tiada baris bank dalam pek.",
            ]),
            Self::NotSealed => plain([
                "The newest facts are not sealed yet. Download the pack again tomorrow for the proof.",
                "Fakta terbaharu belum dimeteraikan. Muat turun pek ini sekali lagi esok untuk mendapatkan bukti.",
            ]),
            Self::SealedInList { day } => say(
                format!("The seal of {day} has the earlier form, which only the utility can verify."),
                format!("Meterai {day} mempunyai bentuk lama, yang hanya boleh disahkan oleh utiliti."),
            ),
        }
    }
}
