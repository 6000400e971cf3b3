//! The messages as they travel: names, order, and the text that is signed.

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
    /// Its answer.
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

const CONFIRMATION: [&str; 21] = [
    "buyerBankBranch",
    "buyerBankId",
    "buyerIban",
    "buyerId",
    "buyerName",
    "creditAuthCode",
    "creditAuthNo",
    "debitAuthCode",
    "debitAuthNo",
    "fpxTxnId",
    "fpxTxnTime",
    "makerName",
    "msgToken",
    "msgType",
    "sellerExId",
    "sellerExOrderNo",
    "sellerId",
    "sellerOrderNo",
    "sellerTxnTime",
    "txnAmount",
    "txnCurrency",
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
            Self::Ac => &CONFIRMATION,
            Self::Be => &["msgToken", "msgType", "sellerExId", "version"],
            Self::Bc => &["bankList", "msgToken", "msgType", "sellerExId"],
        }
    }

    fn read(code: &str) -> Option<Self> {
        [Self::Ar, Self::Ae, Self::Ac, Self::Be, Self::Bc].into_iter().find(|kind| kind.code() == code)
    }
}

/// The signed fields of a message. Whatever else arrived with it is not in here: nobody vouches for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    kind: Kind,
    /// One for each of `kind.fields()`; absent is empty.
    values: Vec<String>,
}

impl Message {
    /// A message with the values that `value` gives for each field; `msgType` is the kind's.
    #[must_use]
    pub fn new(kind: Kind, mut value: impl FnMut(&str) -> String) -> Self {
        let values =
            kind.fields().iter().map(|field| if *field == "msgType" { kind.code().to_owned() } else { value(field) });
        Self { kind, values: values.collect() }
    }

    /// What sort of message it is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The value of a field, named without its prefix; empty where the kind has no such field.
    #[must_use]
    pub fn get(&self, field: &str) -> &str {
        self.position(field).and_then(|at| self.values.get(at)).map_or("", String::as_str)
    }

    /// The same message with another value in a field that the kind has.
    #[must_use]
    pub fn with(mut self, field: &str, value: &str) -> Self {
        if let Some(slot) = self.position(field).and_then(|at| self.values.get_mut(at)) {
            value.clone_into(slot);
        }
        self
    }

    /// The text whose signature is the checksum: the values in order, joined with `|`, empty ones included.
    #[must_use]
    pub fn source(&self) -> String {
        self.values.join("|")
    }

    /// Names (without prefix) and values, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> + Clone {
        self.kind.fields().iter().copied().zip(self.values.iter().map(String::as_str))
    }

    /// The first field whose value could be cut in another way, or, in what FPX says, does not have its field's form.
    #[must_use]
    pub fn malformed(&self) -> Option<&'static str> {
        let not_plain = || self.fields().find(|(_, value)| !fpx::is_plain(value)).map(|(name, _)| name);
        match self.kind {
            Kind::Ac => fpx::malformed(self.fields()),
            // Line breaks stand in genuine lists.
            Kind::Bc => self.fields().find(|(_, value)| value.contains('|')).map(|(name, _)| name),
            Kind::Ar | Kind::Ae | Kind::Be => not_plain(),
        }
    }

    fn position(&self, field: &str) -> Option<usize> {
        self.kind.fields().iter().position(|name| *name == field)
    }
}

/// A message with the checksum that came or goes with it; whether that is genuine is another question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The fields that the checksum covers.
    pub message: Message,
    /// `fpx_checkSum`.
    pub checksum: String,
}

/// Why a body is no FPX message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Not `application/x-www-form-urlencoded`.
    NotAForm,
    /// A field appears twice: whoever reads the first and whoever reads the second would see two messages.
    Repeated(String),
    /// No kind of message that we know.
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
    /// Reads a form body, or an answer's name=value text, which may have newlines around it. `+` is a space.
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

    /// The fields of the form that carries it, with their prefix, the checksum last.
    #[must_use]
    pub fn form(&self) -> Vec<(String, String)> {
        let checksum = ("checkSum", self.checksum.as_str());
        self.message.fields().chain([checksum]).map(|(name, value)| (format!("fpx_{name}"), value.to_owned())).collect()
    }

    /// The form as a body.
    #[must_use]
    pub fn body(&self) -> String {
        serde_urlencoded::to_string(self.form()).unwrap_or_else(|_| unreachable!("pairs of strings always encode"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body as FPX sent it, with the source string that its signature covers (the checksum is not ours to publish).
    pub(crate) const BODY: &str = "fpx_debitAuthCode=00&fpx_buyerName=N%40ME%28%29%2F+.-%26BUYER&fpx_buyerBankId=TEST0021\
        &fpx_buyerBankBranch=SBI+BANK+A&fpx_buyerIban=&fpx_buyerId=&fpx_debitAuthNo=15733223&fpx_creditAuthCode=00\
        &fpx_creditAuthNo=9999999999&fpx_fpxTxnId=2106191550270891&fpx_fpxTxnTime=20210619155026&fpx_makerName=New+Simulator\
        &fpx_msgToken=01&fpx_msgType=AC&fpx_sellerExId=EX00011982&fpx_sellerExOrderNo=20210619094956&fpx_sellerId=SE00013501\
        &fpx_sellerOrderNo=20210619094956&fpx_sellerTxnTime=20210619094956&fpx_txnAmount=1.00&fpx_txnCurrency=MYR&fpx_checkSum=AB";

    pub(crate) const SOURCE: &str = "SBI BANK A|TEST0021|||N@ME()/ .-&BUYER|00|9999999999|00|15733223|2106191550270891|\
        20210619155026|New Simulator|01|AC|EX00011982|20210619094956|SE00013501|20210619094956|20210619094956|1.00|MYR";

    #[test]
    fn the_source_of_a_genuine_message() {
        let signed = Signed::parse(BODY.as_bytes()).expect("it parses");
        assert_eq!(signed.message.kind(), Kind::Ac);
        assert_eq!(signed.message.source(), SOURCE);
        assert_eq!(signed.checksum, "AB");
        assert_eq!(signed.message.get("buyerName"), "N@ME()/ .-&BUYER");
        assert_eq!(signed.message.get("nonsense"), "");
    }

    #[test]
    fn its_sha_1_is_the_known_answer() {
        let digest = openssl::hash::hash(openssl::hash::MessageDigest::sha1(), SOURCE.as_bytes()).expect("SHA-1");
        assert_eq!(hex::encode(digest), "e35ee7be5a6d587ca6888f9399ce0fe36d91df22");
    }

    #[test]
    fn what_is_built_reads_back() {
        let signed = Signed::parse(BODY.as_bytes()).expect("it parses");
        assert_eq!(Signed::parse(signed.body().as_bytes()), Ok(signed.clone()));
        assert_eq!(signed.form().len(), 22);
        let other = signed.message.with("txnAmount", "2.00").with("nonsense", "x");
        assert_eq!(other.source(), SOURCE.replace("|1.00|", "|2.00|"));
    }

    #[test]
    fn an_answer_with_newlines_around_it() {
        let signed = Signed::parse(
            b"\n\nfpx_bankList=MBB0228%7EA%2CCIT0219%7EB&fpx_msgToken=02&fpx_msgType=BC&fpx_sellerExId=EX1\r\n",
        );
        assert_eq!(signed.expect("it parses").message.source(), "MBB0228~A,CIT0219~B|02|BC|EX1");
    }

    #[test]
    fn what_is_refused() {
        let parse = |body: &str| Signed::parse(body.as_bytes());
        assert_eq!(
            parse("fpx_msgType=AC&fpx_txnAmount=1&fpx_txnAmount=2"),
            Err(Unreadable::Repeated("fpx_txnAmount".into()))
        );
        assert_eq!(parse("fpx_msgType=ZZ"), Err(Unreadable::UnknownType("ZZ".into())));
        assert_eq!(parse(""), Err(Unreadable::UnknownType(String::new())));
        assert_eq!(parse("ERROR"), Err(Unreadable::UnknownType(String::new())));
        assert_eq!(parse("fpx_msgType=BE&other=1&other=2").map(|signed| signed.message.source()), Ok("|BE||".into()));
    }

    #[test]
    fn another_cut_of_the_same_text_is_malformed() {
        let signed = Signed::parse(BODY.as_bytes()).expect("it parses").message;
        assert_eq!(signed.malformed(), None);
        let declined = signed.with("buyerName", "X|00|1|00").with("debitAuthCode", "51");
        let values = declined.source().split('|').map(str::to_owned).collect::<Vec<_>>();
        // The name ends sooner, and the three values behind it take the places of the codes.
        let recut = Message::new(Kind::Ac, |field| match field {
            "buyerName" => "X".to_owned(),
            "creditAuthCode" | "debitAuthCode" => "00".to_owned(),
            "creditAuthNo" => "1".to_owned(),
            "debitAuthNo" => values[8..12].join("|"),
            other => declined.get(other).to_owned(),
        });
        assert_eq!((declined.malformed(), recut.malformed()), (Some("buyerName"), Some("debitAuthNo")));
    }

    #[test]
    fn fields_are_in_the_documented_number() {
        assert_eq!(
            [Kind::Ar, Kind::Ae, Kind::Ac, Kind::Be, Kind::Bc].map(|kind| kind.fields().len()),
            [20, 20, 21, 4, 4]
        );
    }
}
