//! Payment methods, their limits, and the reference numbers that they need (docs/domain/payments.md#methods).

use super::{Reference, Window};
use crate::number::{BankId, ChequeNumber, EftNumber};
use crate::typed::{check_characters, clean};
use crate::{Code, Instant, Language, Money, Problem};

/// A payment method. Card payments are not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE"))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentMethod {
    /// Online banking through FPX.
    Fpx,
    /// A bank transfer by GIRO.
    EftGiro,
    /// A bank transfer by RENTAS.
    EftRentas,
    /// A cheque.
    Cheque,
}

wire! {
    /// The channel through which money reaches the utility.
    #[derive(Copy, Eq, Hash)]
    pub enum PaymentChannel {
        /// Through the bank gateway.
        OnlineBanking,
        /// By a transfer between banks.
        BankTransfer,
        /// On paper.
        Cheque,
    }
}

/// Default maximum of reference numbers per payment; the server's configuration can change it.
pub const MAX_REFERENCES: usize = 10;
/// Maximum number of bills in one payment.
pub const MAX_INVOICES: usize = 20_000;

impl PaymentMethod {
    /// Every method.
    pub const ALL: &[Self] = &[Self::Fpx, Self::EftGiro, Self::EftRentas, Self::Cheque];

    /// The code that is stored and sent on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Fpx => "FPX",
            Self::EftGiro => "EFT_GIRO",
            Self::EftRentas => "EFT_RENTAS",
            Self::Cheque => "CHEQUE",
        }
    }

    /// Returns the method with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|method| method.code() == code)
    }

    /// The channel through which the method's money comes.
    #[must_use]
    pub const fn channel(self) -> PaymentChannel {
        match self {
            Self::Fpx => PaymentChannel::OnlineBanking,
            Self::EftGiro | Self::EftRentas => PaymentChannel::BankTransfer,
            Self::Cheque => PaymentChannel::Cheque,
        }
    }

    /// The name that users read.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Fpx => ["FPX online banking", "Perbankan dalam talian FPX"],
            Self::EftGiro => ["EFT GIRO"; 2],
            Self::EftRentas => ["EFT RENTAS"; 2],
            Self::Cheque => ["Cheque", "Cek"],
        };
        language.pick(words)
    }

    /// The minimum and the maximum amount: of a payment for FPX and RENTAS, of a single transfer for GIRO.
    #[must_use]
    pub fn limits(self) -> (Money, Option<Money>) {
        match self {
            Self::Fpx => (ringgit(2), Some(ringgit(1_000_000))),
            Self::EftGiro => (Money::from_sen(1), Some(ringgit(1_000_000))),
            Self::EftRentas => (Money::from_sen(1), Some(ringgit(200_000_000))),
            Self::Cheque => (Money::from_sen(1), None),
        }
    }

    /// Checks that an amount is within the method's limits.
    /// Fails with [`Code::AmountBelowMethod`] or [`Code::AmountAboveMethod`], with the limit.
    pub fn check_amount(self, amount: Money) -> Result<(), Problem> {
        let (least, most) = self.limits();
        if amount < least {
            return Err(Problem::new(Code::AmountBelowMethod).with("limit", least.shown()));
        }
        match most {
            Some(most) if amount > most => Err(Problem::new(Code::AmountAboveMethod).with("limit", most.shown())),
            _ => Ok(()),
        }
    }
}

fn ringgit(ringgit: i64) -> Money {
    Money::from_sen(ringgit * 100)
}

/// Checks that a method is available now.
/// Fails with [`Code::MethodUnavailable`] during its unavailable window, with the start and end of the window.
pub fn check_available(window: Option<&Window>, now: Instant, language: Language) -> Result<(), Problem> {
    match window {
        Some(window) if window.from <= now && now < window.to => Err(Problem::new(Code::MethodUnavailable)
            .with("from", window.from.shown(language))
            .with("to", window.to.shown(language))),
        _ => Ok(()),
    }
}

/// A reference number as the user typed it. Its amount is still a text that may not be a number.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TypedReference {
    /// The EFT or cheque number.
    pub number: String,
    /// The amount paid under this number.
    pub amount: String,
}

impl From<(&str, &str)> for TypedReference {
    fn from((number, amount): (&str, &str)) -> Self {
        Self { number: number.to_owned(), amount: amount.to_owned() }
    }
}

/// Returns the chosen bank. Every method needs the bank that pays (docs/domain/payments.md#bank).
/// Fails with [`Code::BankRequired`] at `bankId`.
pub fn require_bank(chosen: Option<&BankId>) -> Result<&BankId, Problem> {
    chosen.ok_or_else(|| Problem::at("bankId", Code::BankRequired))
}

/// Checks the total and the reference numbers of a payment by this method.
/// Fails with one problem for each wrong field (`referenceNumbers.0.number`), or a single problem about the list or the
/// total.
pub fn check_references(
    method: PaymentMethod,
    total: Money,
    references: &[Reference],
    most: usize,
) -> Result<(), Problem> {
    let written = references.iter().map(|reference| (reference.number.as_str(), Ok(reference.amount))).collect();
    check_written(method, total, written, most)
}

/// Like [`check_references()`], for amounts that are still texts in a form. An invalid amount is a problem of its own
/// field. Fails with the problems of [`check_references()`], and of [`Money::parse`] at `referenceNumbers.0.amount`.
pub fn check_typed(
    method: PaymentMethod,
    total: Money,
    references: &[TypedReference],
    most: usize,
) -> Result<(), Problem> {
    let written =
        references.iter().map(|reference| (reference.number.as_str(), Money::parse(&reference.amount))).collect();
    check_written(method, total, written, most)
}

/// Checks the whole form of a payment. Reports all wrong fields, the bank before the numbers.
/// Fails with the codes of [`require_bank()`] and [`check_typed()`] together.
pub fn check_form(
    method: PaymentMethod,
    chosen: Option<&BankId>,
    total: Money,
    references: &[TypedReference],
    most: usize,
) -> Result<(), Problem> {
    match (require_bank(chosen), check_typed(method, total, references, most)) {
        (Ok(_), numbers) => numbers,
        (Err(bank), Ok(())) => Err(bank),
        (Err(mut bank), Err(numbers)) => {
            bank.fields.extend(numbers.fields);
            Err(bank)
        }
    }
}

/// Checks the payment of a difference that the utility asked for: EFT or cheque, with a single number.
/// Fails with [`Code::MethodNotForThis`] or the method's limit at `paymentMode`; the number's own problem at
/// `bulkChequeEFTNumber`.
pub fn check_difference(method: PaymentMethod, amount: Money, number: &str) -> Result<(), Problem> {
    if method == PaymentMethod::Fpx {
        return Err(Problem::at("paymentMode", Code::MethodNotForThis));
    }
    method.check_amount(amount).map_err(|problem| Problem::at("paymentMode", problem))?;
    normalise_number(method, number).map(|_| ()).map_err(|problem| Problem::at("bulkChequeEFTNumber", problem))
}

type ParsedReference<'a> = (&'a str, Result<Money, Code>);

fn check_written(
    method: PaymentMethod,
    total: Money,
    references: Vec<ParsedReference<'_>>,
    most: usize,
) -> Result<(), Problem> {
    if method == PaymentMethod::Fpx {
        method.check_amount(total).map_err(|problem| Problem::at("totalAmount", problem))?;
        return if references.is_empty() {
            Ok(())
        } else {
            Err(Problem::at("referenceNumbers", Code::ReferencesNotTaken))
        };
    }
    if references.is_empty() {
        let code = if method == PaymentMethod::Cheque { Code::ChequeNumberRequired } else { Code::EftNumberRequired };
        return Err(Problem::at("referenceNumbers", code));
    }
    if references.len() > most {
        return Err(Problem::at("referenceNumbers", Problem::new(Code::ReferencesTooMany).with("limit", most)));
    }
    let mut wrong = Vec::new();
    let mut seen = Vec::new();
    let mut amounts = Vec::new();
    for (place, (number, amount)) in references.into_iter().enumerate() {
        if let Err(problem) = normalise_number(method, number).and_then(|number| add_if_unseen(&mut seen, number)) {
            wrong.push((format!("referenceNumbers.{place}.number"), problem));
        }
        match amount.map_err(Problem::from).and_then(|amount| part(method, amount)) {
            Ok(amount) => amounts.push(amount),
            Err(problem) => wrong.push((format!("referenceNumbers.{place}.amount"), problem)),
        }
    }
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(problem);
    }
    let sum = Money::sum(amounts).map_err(|code| Problem::at("referenceNumbers", code))?;
    if sum != total {
        let problem = Problem::new(Code::ReferencesDoNotAddUp).with("sum", sum.shown()).with("total", total.shown());
        return Err(Problem::at("referenceNumbers", problem));
    }
    // The RENTAS limit applies to the total too, not only to each transfer.
    if method == PaymentMethod::EftRentas {
        method.check_amount(total).map_err(|problem| Problem::at("totalAmount", problem))?;
    }
    Ok(())
}

/// Normalises a reference number for comparison: capital letters for EFT, no leading zeros for cheques.
pub(super) fn normalise_number(method: PaymentMethod, text: &str) -> Result<String, Problem> {
    let named = |code, is_allowed: fn(&char) -> bool| match code {
        Code::EftNumberCharacters | Code::ChequeNumberCharacters => {
            check_characters(&clean(text), code, |one| is_allowed(&one)).err().unwrap_or_else(|| code.into())
        }
        _ => Problem::from(code),
    };
    match method {
        PaymentMethod::Cheque => ChequeNumber::parse(text)
            .map(|number| number.as_str().trim_start_matches('0').to_owned())
            .map_err(|code| named(code, char::is_ascii_digit)),
        _ => EftNumber::parse(text)
            .map(|number| number.as_str().to_ascii_uppercase())
            .map_err(|code| named(code, char::is_ascii_alphanumeric)),
    }
}

fn add_if_unseen(seen: &mut Vec<String>, number: String) -> Result<(), Problem> {
    if seen.contains(&number) {
        return Err(Code::ReferenceRepeated.into());
    }
    seen.push(number);
    Ok(())
}

fn part(method: PaymentMethod, amount: Money) -> Result<Money, Problem> {
    if !amount.is_positive() {
        return Err(Code::ReferenceAmountPositive.into());
    }
    match method.check_amount(amount) {
        // The GIRO limit applies to each transfer, and a payment may have several transfers.
        Err(problem) if method == PaymentMethod::EftGiro && problem.code == Code::AmountAboveMethod => {
            Err(Problem { code: Code::TransferTooLarge, ..problem })
        }
        taken => taken.map(|()| amount),
    }
}
