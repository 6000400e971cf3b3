//! FPX messages on the wire: field names, their order, and the text that is signed.

use std::fmt;

use gridbill_core::payments::fpx;

/// The kinds of message, as `fpx_msgType` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Authorization request: merchant to FPX, through the payer's browser.
    Ar,
    /// Enquiry about an earlier request: merchant to FPX.
    Ae,
    /// Confirmation: FPX to merchant, directly, through the browser, or as the answer to an enquiry.
    Ac,
    /// Bank list enquiry.
    Be,
    /// The answer to a bank list enquiry.
    Bc,
}

const REQUEST: [&str; 20] = [
    "buyerAccNo",
    "buyerBankBranch",
    "buyerBankId",
    "buyerEmail",
    "buyerIban",
    "buyerId",
    "buyerName",
    "makerName",
    "msgToken",
    "msgType",
    "productDesc",
    "sellerBankCode",
    "sellerExId",
    "sellerExOrderNo",
    "sellerId",
    "sellerOrderNo",
    "sellerTxnTime",
    "txnAmount",
    "txnCurrency",
    "version",
];

impl Kind {
    /// The value of `fpx_msgType`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ar => "AR",
            Self::Ae => "AE",
            Self::Ac => "AC",
            Self::Be => "BE",
            Self::Bc => "BC",
        }
    }

    /// The fields, without their prefix, in the order in which their values are signed.
    #[must_use]
    pub const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Ar | Self::Ae => &REQUEST,
            Self::Ac => &fpx::CONFIRMATION_FIELDS,
            Self::Be => &["msgToken", "msgType", "sellerExId", "version"],
            Self::Bc => &["bankList", "msgToken", "msgType", "sellerExId"],
        }
    }

    fn read(code: &str) -> Option<Self> {
        [Self::Ar, Self::Ae, Self::Ac, Self::Be, Self::Bc].into_iter().find(|kind| kind.code() == code)
    }
}

/// The signed fields of a message. Other fields that arrived with it are dropped, because no signature covers them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    kind: Kind,
    /// One value per entry of `kind.fields()`; a missing field is empty.
    values: Vec<String>,
}

impl Message {
    /// Builds a message from the value that `value` returns for each field. `msgType` is the kind's code.
    #[must_use]
    pub fn new(kind: Kind, mut value: impl FnMut(&str) -> String) -> Self {
        let values =
            kind.fields().iter().map(|field| if *field == "msgType" { kind.code().to_owned() } else { value(field) });
        Self { kind, values: values.collect() }
    }

    /// The kind of message.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The value of a field, named without its prefix. Empty if the kind has no such field.
    #[must_use]
    pub fn get(&self, field: &str) -> &str {
        self.position(field).and_then(|at| self.values.get(at)).map_or("", String::as_str)
    }

    /// Replaces the value of a field, if the kind has it.
    #[must_use]
    pub fn with(mut self, field: &str, value: &str) -> Self {
        if let Some(slot) = self.position(field).and_then(|at| self.values.get_mut(at)) {
            value.clone_into(slot);
        }
        self
    }

    /// The text that the checksum signs: the values in order, joined with `|`, including empty values.
    #[must_use]
    pub fn source(&self) -> String {
        self.values.join("|")
    }

    /// Names (without prefix) and values, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> + Clone {
        self.kind.fields().iter().copied().zip(self.values.iter().map(String::as_str))
    }

    /// The first field whose value contains a separator or, in a confirmation, is malformed.
    #[must_use]
    pub fn malformed(&self) -> Option<&'static str> {
        let not_plain = || self.fields().find(|(_, value)| !fpx::is_plain(value)).map(|(name, _)| name);
        match self.kind {
            Kind::Ac => fpx::find_malformed(self.fields()),
            // Genuine bank lists contain line breaks.
            Kind::Bc => self.fields().find(|(_, value)| value.contains('|')).map(|(name, _)| name),
            Kind::Ar | Kind::Ae | Kind::Be => not_plain(),
        }
    }

    fn position(&self, field: &str) -> Option<usize> {
        self.kind.fields().iter().position(|name| *name == field)
    }
}

/// A message with its checksum, which is not verified yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The fields that the checksum covers.
    pub message: Message,
    /// `fpx_checkSum`.
    pub checksum: String,
}

/// Why a body is not an FPX message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Not `application/x-www-form-urlencoded`.
    NotAForm,
    /// A field appears twice: two readers could take different values.
    Repeated(String),
    /// An unknown kind of message.
    UnknownType(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAForm => write!(f, "not a form"),
            Self::Repeated(field) => write!(f, "{field:?} appears more than once"),
            Self::UnknownType(code) => write!(f, "fpx_msgType {code:?} is unknown"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl Signed {
    /// Parses a form body, or an answer's name=value text, which may have newlines around it. `+` is a space.
    pub fn parse(body: &[u8]) -> Result<Self, Unreadable> {
        let pairs: Vec<(String, String)> =
            serde_urlencoded::from_bytes(body.trim_ascii()).map_err(|_| Unreadable::NotAForm)?;
        let mut seen: Vec<(&str, &str)> = Vec::with_capacity(pairs.len());
        for (name, value) in &pairs {
            let Some(field) = name.trim().strip_prefix("fpx_") else { continue };
            if seen.iter().any(|(known, _)| *known == field) {
                return Err(Unreadable::Repeated(name.clone()));
            }
            seen.push((field, value));
        }
        let get = |field: &str| seen.iter().find(|(name, _)| *name == field).map_or("", |(_, value)| value);
        let kind = Kind::read(get("msgType")).ok_or_else(|| Unreadable::UnknownType(get("msgType").to_owned()))?;
        Ok(Self { message: Message::new(kind, |field| get(field).to_owned()), checksum: get("checkSum").to_owned() })
    }

    /// The form fields of the message, with their prefix and the checksum last.
    #[must_use]
    pub fn form(&self) -> Vec<(String, String)> {
        let checksum = ("checkSum", self.checksum.as_str());
        self.message.fields().chain([checksum]).map(|(name, value)| (format!("fpx_{name}"), value.to_owned())).collect()
    }

    /// The form as a request body.
    #[must_use]
    pub fn body(&self) -> String {
        serde_urlencoded::to_string(self.form()).unwrap_or_else(|_| unreachable!("pairs of strings always encode"))
    }
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
