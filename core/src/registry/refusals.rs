//! The codes that each call can answer, for `/openapi.json` (docs/http.md#codes-of-a-call). Codes that follow from the
//! declaration of the call are derived; it lists the others with `refuses`.
//!
//! `make unit` fails if a test gets a code that its call does not list.

use crate::Code;
use crate::endpoint::{Caller, EndpointSpec, Method};

/// Returns the codes that a call can answer, in the order of [`Code::ALL`].
#[must_use]
pub fn codes(entry: &EndpointSpec) -> Vec<Code> {
    Code::ALL.iter().copied().filter(|code| can_answer(entry, *code)).collect()
}

/// Whether a call can answer with a code.
#[must_use]
pub fn can_answer(entry: &EndpointSpec, code: Code) -> bool {
    let is_with = |(of, others): &(Code, &[Code])| others.contains(&code) && entry.refuses.contains(of);
    follows(entry, code) || entry.refuses.contains(&code) || OF_THE_SAME_CHECK.iter().any(is_with)
}

/// Further refusals of the same check. A call that lists the first code can answer with the others as well.
const OF_THE_SAME_CHECK: &[(Code, &[Code])] = &[
    (Code::EmailInvalid, &[Code::EmailRequired, Code::EmailSpaces, Code::LineBreak]),
    (Code::NameInvalid, &[Code::NameRequired, Code::NameTooShort, Code::NameTooLong, Code::LineBreak]),
    (Code::NicknameInvalid, &[Code::NicknameTooLong, Code::LineBreak]),
    (Code::IcInvalid, &[Code::IcCharacter, Code::LineBreak]),
    (Code::PassportInvalid, &[Code::PassportCharacter, Code::LineBreak]),
    (
        Code::MobileInvalid,
        &[Code::MobileRequired, Code::MobileLength, Code::TelephoneCharacters, Code::TelephoneForeign, Code::LineBreak],
    ),
    (Code::LandlineInvalid, &[Code::TelephoneCharacters, Code::TelephoneForeign, Code::LineBreak]),
    (Code::AccountNumberLength, &[Code::AccountNumberPrefix, Code::AccountNumberRequired, Code::AccountNumberDigits]),
    (Code::ReferenceIdLength, &[Code::ReferenceIdCharacters, Code::LineBreak]),
    (Code::EftNumberCharacters, &[Code::EftNumberRequired, Code::EftNumberLength, Code::LineBreak]),
    (Code::ChequeNumberCharacters, &[Code::ChequeNumberRequired, Code::ChequeNumberLength, Code::LineBreak]),
    (Code::RegistrationNoInvalid, &[Code::RegistrationNoLength, Code::LineBreak]),
    (Code::TinInvalid, &[Code::TinGeneral, Code::TinCharacter, Code::LineBreak]),
    (Code::CityInvalid, &[Code::CityMark, Code::LineBreak]),
    (Code::JobTitleInvalid, &[Code::LineBreak]),
    (Code::PostalCodeInvalid, &[Code::PostalCodeDigits, Code::LineBreak]),
    (Code::FileKindUnknown, &[Code::FileKindOther]),
    (Code::LineInvalid, &[Code::LineCharacter, Code::LineBreak]),
    (Code::GroupNameInvalid, &[Code::LineCharacter, Code::LineBreak]),
    (Code::ViewNameInvalid, &[Code::LineCharacter, Code::LineBreak]),
    (
        Code::SheetNotXlsx,
        &[
            Code::SheetIsProtected,
            Code::SheetIsXls,
            Code::SheetIsXlsb,
            Code::SheetIsOds,
            Code::SheetIsNumbers,
            Code::SheetIsText,
        ],
    ),
    (Code::LinkInvalid, &[Code::LinkExpired]),
    (
        Code::PasswordTooShort,
        &[Code::PasswordTooLong, Code::PasswordNeedsLowercase, Code::PasswordNeedsNumber, Code::PasswordCommon],
    ),
    (Code::JoinsFromAnother, &[Code::JoinsAgain, Code::JoinsWhileRegistering]),
    (Code::SsoProviderInvalid, &[Code::SsoIssuerOther, Code::SsoProviderUnfit, Code::SsoKeysMissing]),
    // The checks of a provider's answer.
    (
        Code::SsoExpired,
        &[
            Code::SsoStateWrong,
            Code::SsoStateUsed,
            Code::SsoMixedUp,
            Code::SsoProviderUnavailable,
            Code::SsoProviderRefused,
            Code::SsoClientRefused,
            Code::SsoProviderInvalid,
            Code::SsoTokenInvalid,
            Code::SsoClaimInvalid,
            Code::SsoAlgorithmRefused,
            Code::SsoKeyUnknown,
            Code::SsoIssuerWrong,
            Code::SsoAudienceWrong,
            Code::SsoNonceWrong,
            Code::SsoTokenExpired,
            Code::SsoNotFresh,
            Code::SsoSignInTimeMissing,
        ],
    ),
    (
        Code::BillInPayment,
        &[
            Code::BillPaid,
            Code::BillNoCurrentCharge,
            Code::BillNothingDue,
            Code::BillPaymentDisabled,
            Code::BillPaidElsewhere,
            Code::BillPartlyPaid,
            Code::BillReportedPaid,
            Code::BillCarried,
        ],
    ),
];

/// Whether a code follows from the line of the call.
fn follows(entry: &EndpointSpec, code: Code) -> bool {
    let is_signed_in = !matches!(entry.caller, Caller::Public | Caller::Gateway);
    let has_body = entry.method != Method::Get;
    let of_bulk_account = entry.caller == Caller::Customer || (entry.of.is_some() && entry.caller != Caller::Applicant);
    match code {
        Code::Unexpected | Code::Unavailable | Code::Busy | Code::Unreadable | Code::NotFound | Code::TooManyAtOnce => {
            true
        }
        Code::TooLarge => has_body,
        Code::OutcomeUnknown => !entry.is_read(),
        Code::SignedOut
        | Code::SessionExpired
        | Code::PasswordChangeRequired
        | Code::FactorRequired
        | Code::SsoLinkRequired
        // A call that no token may make is refused before the token is looked up.
        | Code::ApiTokenInvalid
        | Code::ApiTokenTooManyCalls => is_signed_in,
        Code::SessionHeaderMissing => is_signed_in && has_body,
        Code::Forbidden => is_signed_in && entry.caller != Caller::SignedIn,
        Code::ViewModeReadOnly => entry.is_closed_to_viewers(),
        Code::NoWorkingAccount => entry.closed.is_some(),
        Code::FeatureFrozen => !entry.frozen.is_empty(),
        Code::BulkAccountNotFound => of_bulk_account,
        Code::ApiTokenCallClosed => is_signed_in && entry.token.is_none(),
        Code::ApiTokenOfSandbox
        | Code::ApiTokenOfPortal
        | Code::ApiTokenExpired
        | Code::ApiTokenRevoked
        | Code::ApiTokenReplaced
        | Code::ApiTokenAddressRefused
        | Code::ApiTokenScopeMissing
        | Code::ApiTokenCreatorRefused => entry.token.is_some(),
        Code::KeyInvalid | Code::KeyReused | Code::KeyInProgress => entry.once,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::endpoints;

    #[test]
    fn codes_are_in_order_and_do_not_follow_from_the_declaration() {
        for entry in endpoints() {
            let (name, codes) = (entry.name, entry.refuses);
            assert!(codes.is_sorted() && codes.windows(2).all(|two| two[0] != two[1]), "the codes of {name}");
            let derived: Vec<_> = codes.iter().filter(|code| follows(entry, **code)).collect();
            assert!(derived.is_empty(), "{name} lists {derived:?}, which follow from its declaration");
        }
    }

    /// Codes that no call answers: of the browser, of programs in front of the portal, and of rows of the feed.
    const NO_CALL: &[Code] = &[
        Code::Maintenance,
        Code::NetworkTooLarge,
        Code::NetworkRefused,
        Code::NetworkBusy,
        Code::NetworkFailed,
        Code::NetworkNoAnswer,
        Code::NetworkForeign,
        Code::PasskeysUnsupported,
        Code::PasskeyNotUsed,
        Code::PasskeyNotCreated,
        Code::PasskeyKnown,
        Code::SsoWindowBlocked,
        Code::TermsRequired,
        Code::PasswordsDiffer,
        Code::EInvoiceUuidInvalid,
        Code::EInvoiceLongIdInvalid,
        Code::EInvoiceStatusInvalid,
        Code::EInvoiceValueMissing,
        Code::EInvoiceNotCancelled,
        Code::EInvoiceTimesReversed,
        Code::QuantityInvalid,
        Code::QuantityDecimals,
        Code::ChargeNotItsRate,
        Code::ChargeSignWrong,
        Code::ChargesNotCurrent,
        Code::ChargesNotTax,
        Code::ChargesNotRounding,
        Code::ChargesNotConsumption,
        Code::AccountInOtherBulkAccount,
    ];

    #[test]
    fn every_code_is_answered_by_a_call() {
        for code in Code::ALL {
            let is_answered = endpoints().any(|entry| can_answer(entry, *code));
            assert_eq!(is_answered, !NO_CALL.contains(code), "{code:?}");
        }
    }
}
