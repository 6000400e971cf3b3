//! Payment methods, their limits, and the numbers that go with them (specification, sections 5 and 9).

use std::collections::HashSet;

use super::{Reference, Window};
use crate::number::{ChequeNumber, EftNumber};
use crate::{Code, Instant, Language, Money, Problem};

/// The ways to pay. There are no card payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentMethod {
    /// Online banking.
    Fpx,
    /// A transfer by GIRO.
    EftGiro,
    /// A transfer by RENTAS.
    EftRentas,
    /// A cheque.
    Cheque,
}

/// The most reference numbers that a payment takes unless configured otherwise.
pub const MOST_REFERENCES: usize = 10;
/// The most bills that one payment takes.
pub const MOST_INVOICES: usize = 20_000;

impl PaymentMethod {
    /// Every method.
    pub const ALL: &[Self] = &[Self::Fpx, Self::EftGiro, Self::EftRentas, Self::Cheque];

    /// How it is stored and travels.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Fpx => "FPX",
            Self::EftGiro => "EFT_GIRO",
            Self::EftRentas => "EFT_RENTAS",
            Self::Cheque => "CHEQUE",
        }
    }

    /// The method stored under that code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|method| method.code() == code)
    }

    /// Its name for people.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Fpx, Language::En) => "FPX online banking",
            (Self::Fpx, Language::Ms) => "Perbankan dalam talian FPX",
            (Self::EftGiro, _) => "EFT GIRO",
            (Self::EftRentas, _) => "EFT RENTAS",
            (Self::Cheque, Language::En) => "Cheque",
            (Self::Cheque, Language::Ms) => "Cek",
        }
    }

    /// The least and the most that it takes: a payment for FPX and RENTAS, one transfer for GIRO.
    #[must_use]
    pub fn limits(self) -> (Money, Option<Money>) {
        match self {
            Self::Fpx => (Money::from_sen(2_00), Some(Money::from_sen(1_000_000_00))),
            Self::EftGiro => (Money::from_sen(1), Some(Money::from_sen(1_000_000_00))),
            Self::EftRentas => (Money::from_sen(1), Some(Money::from_sen(200_000_000_00))),
            Self::Cheque => (Money::from_sen(1), None),
        }
    }

    /// Whether an amount is within the method's limits.
    ///
    /// # Errors
    /// [`Code::AmountBelowMethod`] or [`Code::AmountAboveMethod`] with the limit.
    pub fn takes(self, amount: Money) -> Result<(), Problem> {
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

/// Whether a method is open now.
///
/// # Errors
/// [`Code::MethodUnavailable`] within its unavailable window, with the window's ends.
pub fn open(window: Option<&Window>, now: Instant, language: Language) -> Result<(), Problem> {
    match window {
        Some(window) if window.from <= now && now < window.to => Err(Problem::new(Code::MethodUnavailable)
            .with("from", window.from.shown(language))
            .with("to", window.to.shown(language))),
        _ => Ok(()),
    }
}

/// Checks the amount and the reference numbers of a payment by that method.
///
/// # Errors
/// One problem for each field that is wrong (`referenceNumbers.0.number`), or the one that stands for the whole.
pub fn check(method: PaymentMethod, total: Money, references: &[Reference], most: usize) -> Result<(), Problem> {
    if method == PaymentMethod::Fpx {
        method.takes(total).map_err(|problem| Problem::at("totalAmount", problem))?;
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
    let mut seen = HashSet::new();
    for (place, reference) in references.iter().enumerate() {
        let number = match method {
            PaymentMethod::Cheque => ChequeNumber::parse(&reference.number).map(|number| number.to_string()),
            _ => EftNumber::parse(&reference.number).map(|number| number.to_string()),
        };
        match number {
            Err(code) => wrong.push((format!("referenceNumbers.{place}.number"), code.into())),
            Ok(number) if !seen.insert(number.to_uppercase()) => {
                wrong.push((format!("referenceNumbers.{place}.number"), Code::ReferenceRepeated.into()));
            }
            Ok(_) => {}
        }
        let amount = if reference.amount.is_positive() {
            method.takes(reference.amount)
        } else {
            Err(Code::ReferenceAmountPositive.into())
        };
        if let Err(problem) = amount {
            wrong.push((format!("referenceNumbers.{place}.amount"), problem));
        }
    }
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(problem);
    }
    let sum = Money::sum(references.iter().map(|reference| reference.amount))?;
    if sum != total {
        let problem = Problem::new(Code::ReferencesDoNotAddUp).with("sum", sum.shown()).with("total", total.shown());
        return Err(Problem::at("referenceNumbers", problem));
    }
    // A RENTAS payment of several transfers is limited as a whole too.
    if method == PaymentMethod::EftRentas { method.takes(total) } else { Ok(()) }
}
