//! E-invoices of bills in MyInvois (docs/domain/bills.md#e-invoice).

use crate::number::InvoiceNo;
use crate::{Code, Instant, Language, Tone};

wire! {
    /// The status of an e-invoice, as MyInvois names it.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum EInvoiceStatus {
        /// MyInvois has received the e-invoice and not validated it yet.
        Submitted,
        Valid,
        /// MyInvois refused the e-invoice. The utility corrects and submits it again.
        Invalid,
        /// The utility cancelled the e-invoice.
        Cancelled,
        /// The customer asked for rejection. The e-invoice is valid until the utility cancels it.
        Rejected,
    }

    /// The e-invoice of a bill, as the billing system delivered it.
    #[derive(Eq)]
    pub struct EInvoice {
        /// The number that MyInvois issued.
        pub uuid: String,
        /// The second part of the validation link, which MyInvois issues for a valid e-invoice.
        pub long_id: Option<String>,
        pub status: EInvoiceStatus,
        pub validated_at: Option<Instant>,
        pub cancelled_at: Option<Instant>,
    }

    /// The e-invoice of a bill, formatted for its page and its PDF.
    pub struct EInvoiceShown {
        pub uuid: String,
        pub status: EInvoiceStatus,
        /// The status in the caller's language.
        pub word: String,
        pub tone: Tone,
        /// The meaning of the status for the bill, in the caller's language.
        pub meaning: String,
        pub validated_at: Option<Instant>,
        pub cancelled_at: Option<Instant>,
        /// The end of the period in which the customer may ask for rejection. Only for a valid e-invoice.
        pub rejection_ends_at: Option<Instant>,
        /// The page of MyInvois that shows the e-invoice.
        pub link: Option<String>,
        /// The link as a QR code. Only in the answer for a single bill.
        pub qr: Option<QrCode>,
        /// For a cancelled e-invoice, the account's newer bill of the same period, if it has an e-invoice.
        pub replaced_by: Option<InvoiceNo>,
    }

    /// A QR code as a drawing.
    #[derive(Eq)]
    pub struct QrCode {
        /// The width and height in modules, including the margin.
        pub size: u32,
        /// The dark modules as the path of an SVG element, one unit for each module.
        pub path: String,
    }
}

/// Hours after validation in which the customer may ask for rejection, and the utility may cancel (Income Tax Act 1967,
/// e-invoice guideline of LHDN).
pub const REJECTION_HOURS: i64 = 72;

/// Valid lengths of an e-invoice's number. MyInvois documents 26 characters, but its examples have 15.
const UUID_LENGTH: std::ops::RangeInclusive<usize> = 10..=40;
/// Valid lengths of the second part of a link. MyInvois documents "40 or more" characters, but its examples have fewer.
const LONG_ID_LENGTH: std::ops::RangeInclusive<usize> = 10..=100;

/// Parses the number that MyInvois issued: letters and digits, stored as issued. It is not a UUID of RFC 4122.
/// Fails with [`Code::EInvoiceUuidInvalid`].
pub fn parse_e_invoice_uuid(text: &str) -> Result<String, Code> {
    let fits = UUID_LENGTH.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if fits { Ok(text.to_owned()) } else { Err(Code::EInvoiceUuidInvalid) }
}

/// Parses the second part of a validation link. It has letters, digits and hyphens, so it needs no encoding in a link.
/// Fails with [`Code::EInvoiceLongIdInvalid`].
pub fn parse_e_invoice_long_id(text: &str) -> Result<String, Code> {
    let written = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let fits = LONG_ID_LENGTH.contains(&text.len()) && text.bytes().all(written);
    if fits { Ok(text.to_owned()) } else { Err(Code::EInvoiceLongIdInvalid) }
}

impl EInvoiceStatus {
    /// Every status.
    pub const ALL: &[Self] = &[Self::Submitted, Self::Valid, Self::Invalid, Self::Cancelled, Self::Rejected];

    /// Whether a bill counts as cost, use and emissions, and in accounting. A bill with a cancelled e-invoice is owed until the
    /// utility changes it, but counts nowhere, because its replacement does. The SQL function `bill_counts` does the same.
    #[must_use]
    pub fn is_counted(status: Option<Self>) -> bool {
        status != Some(Self::Cancelled)
    }

    /// Returns the name in the feed and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::Cancelled => "cancelled",
            Self::Rejected => "rejected",
        }
    }

    /// Parses the name of a status. Fails with [`Code::EInvoiceStatusInvalid`].
    pub fn parse(text: &str) -> Result<Self, Code> {
        Self::ALL.iter().copied().find(|status| status.code() == text).ok_or(Code::EInvoiceStatusInvalid)
    }

    /// Returns the name for display.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Submitted => ["Submitted", "Dihantar"],
            Self::Valid => ["Valid", "Sah"],
            Self::Invalid => ["Invalid", "Tidak sah"],
            Self::Cancelled => ["Cancelled", "Dibatalkan"],
            Self::Rejected => ["Rejection requested", "Penolakan diminta"],
        })
    }

    /// Returns the tone of the word.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Submitted => Tone::Progress,
            Self::Valid => Tone::Good,
            Self::Invalid | Self::Rejected => Tone::Warning,
            Self::Cancelled => Tone::Bad,
        }
    }

    /// Returns what the status means for the bill.
    #[must_use]
    pub const fn meaning(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Submitted => [
                "MyInvois has received this e-invoice and has not validated it yet. The bill can be paid.",
                "MyInvois telah menerima e-invois ini dan belum mengesahkannya. Bil ini boleh dibayar.",
            ],
            Self::Valid => [
                "MyInvois has validated this e-invoice. Keep this link with your tax records.",
                "MyInvois telah mengesahkan e-invois ini. Simpan pautan ini untuk rekod cukai anda.",
            ],
            Self::Invalid => [
                "MyInvois has refused this e-invoice. The utility corrects it and submits it again. The bill can be paid.",
                "MyInvois telah menolak e-invois ini. Utiliti akan membetulkannya dan menghantarnya semula. Bil ini boleh dibayar.",
            ],
            Self::Cancelled => [
                "The utility has cancelled this e-invoice. The bill is on hold until the utility issues another one.",
                "Utiliti telah membatalkan e-invois ini. Bil ini ditahan sehingga utiliti mengeluarkan yang lain.",
            ],
            Self::Rejected => [
                "Your company has asked for the rejection of this e-invoice. It stays valid until the utility cancels it.",
                "Syarikat anda telah meminta penolakan e-invois ini. Ia kekal sah sehingga utiliti membatalkannya.",
            ],
        })
    }
}

impl EInvoice {
    /// Checks that the values fit the status: an e-invoice that was validated has a link and a time, and only a
    /// cancelled one has a time of cancellation.
    /// Fails with the first wrong value, by its column of the feed, with [`Code::EInvoiceValueMissing`],
    /// [`Code::EInvoiceNotCancelled`] or [`Code::EInvoiceTimesReversed`].
    pub fn check(&self) -> Result<(), (&'static str, Code)> {
        let was_validated = match self.status {
            EInvoiceStatus::Valid | EInvoiceStatus::Cancelled | EInvoiceStatus::Rejected => true,
            EInvoiceStatus::Submitted | EInvoiceStatus::Invalid => false,
        };
        let is_cancelled = self.status == EInvoiceStatus::Cancelled;
        match (self.validated_at, self.cancelled_at) {
            _ if was_validated && self.long_id.is_none() => Err(("eInvoiceLongId", Code::EInvoiceValueMissing)),
            (None, _) if was_validated => Err(("eInvoiceValidatedAt", Code::EInvoiceValueMissing)),
            (_, None) if is_cancelled => Err(("eInvoiceCancelledAt", Code::EInvoiceValueMissing)),
            (_, Some(_)) if !is_cancelled => Err(("eInvoiceCancelledAt", Code::EInvoiceNotCancelled)),
            (Some(validated), Some(cancelled)) if cancelled < validated => {
                Err(("eInvoiceCancelledAt", Code::EInvoiceTimesReversed))
            }
            _ => Ok(()),
        }
    }

    /// Returns the end of the period in which the customer may ask for rejection. None unless the e-invoice is valid.
    #[must_use]
    pub fn rejection_ends_at(&self) -> Option<Instant> {
        let validated = self.validated_at.filter(|_| self.status == EInvoiceStatus::Valid)?;
        Some(validated.plus_seconds(REJECTION_HOURS * 3600))
    }

    /// Formats the e-invoice for display. `portal` is the address of MyInvois.
    #[must_use]
    pub fn shown(&self, portal: &str, replaced_by: Option<InvoiceNo>, language: Language) -> EInvoiceShown {
        EInvoiceShown {
            uuid: self.uuid.clone(),
            status: self.status,
            word: self.status.word(language).to_owned(),
            tone: self.status.tone(),
            meaning: self.status.meaning(language).to_owned(),
            validated_at: self.validated_at,
            cancelled_at: self.cancelled_at,
            rejection_ends_at: self.rejection_ends_at(),
            link: self.long_id.as_deref().map(|long_id| e_invoice_link(portal, &self.uuid, long_id)),
            qr: None,
            replaced_by: replaced_by.filter(|_| self.status == EInvoiceStatus::Cancelled),
        }
    }
}

/// Returns the page of MyInvois that shows an e-invoice. `portal` is the address of MyInvois.
#[must_use]
pub fn e_invoice_link(portal: &str, uuid: &str, long_id: &str) -> String {
    format!("{portal}/{uuid}/share/{long_id}")
}

/// Returns the time left to ask for rejection: `2 days 3 h left`. None after the end.
#[must_use]
pub fn rejection_left(ends_at: Instant, now: Instant, language: Language) -> Option<String> {
    let seconds = ends_at.seconds_since(now);
    if seconds <= 0 {
        return None;
    }
    // Round up to a minute, so that the text never reads "0 min left".
    let minutes = (seconds + 59) / 60;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    Some(match (language, days, hours) {
        (Language::En, 0, 0) => format!("{minutes} min left"),
        (Language::En, 0, hours) => format!("{hours} h {minutes} min left"),
        (Language::En, 1, hours) => format!("1 day {hours} h left"),
        (Language::En, days, hours) => format!("{days} days {hours} h left"),
        (Language::Ms, 0, 0) => format!("{minutes} minit lagi"),
        (Language::Ms, 0, hours) => format!("{hours} jam {minutes} minit lagi"),
        (Language::Ms, days, hours) => format!("{days} hari {hours} jam lagi"),
    })
}

#[cfg(feature = "schema")]
exported_words! {
    EInvoiceStatus: |status, to| status.word(to.language);
}
