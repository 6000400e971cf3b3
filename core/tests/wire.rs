//! Checks how requests are parsed, which code refuses a wrong value, and how values are written.

use std::collections::BTreeSet;
use std::fmt::Debug;

use gridbill_core::accounts::AccountError;
use gridbill_core::activity::{ActivityDamage, ActivitySubject};
use gridbill_core::announcements::{AnnouncementKind, Placement};
use gridbill_core::approvals::ProposalState;
use gridbill_core::bills::{EInvoiceStatus, HoldCause, ReadingType, Standing};
use gridbill_core::carbon::GridRegion;
use gridbill_core::endpoint::{Caller, Feature};
use gridbill_core::findings::{BatchState, FindingState};
use gridbill_core::identity::factors::FactorKind;
use gridbill_core::identity::person::IdentificationType;
use gridbill_core::identity::registering::LinkKind;
use gridbill_core::identity::sso::SsoMode;
use gridbill_core::mailboxes::{MailTopic, MailboxLinkKind};
use gridbill_core::operations::FeedKind;
use gridbill_core::packs::Outcome;
use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::payments::{Event, MakePaymentRequest, PaymentMethod, Status};
use gridbill_core::permission::{Area, OVERALL_VIEW, Role};
use gridbill_core::personal_data::breaches::BreachStep;
use gridbill_core::personal_data::requests::{DataRequestChannel, DataRequestKind, DataRequestState};
use gridbill_core::problem::code_in_message;
use gridbill_core::queries::{QueryKind, QueryState};
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::registration::declaration::FileKind;
use gridbill_core::statements::StatementState;
use gridbill_core::tokens::TokenRefusal;
use gridbill_core::webhooks::WebhookEventState;
use gridbill_core::{Code, Day, Instant, Language, Money, Page, registry};
use serde::Serialize;
use serde_json::{Value, json};

fn request() -> Value {
    json!({
        "bulkId": "3000000001", "invoiceNos": ["412345678901"], "paymentMethod": "EFT_GIRO", "bankId": "MBB0228",
        "referenceNumbers": [{ "number": "A1", "amount": "10.00" }], "totalAmount": "10.00",
    })
}

/// Returns the code that refuses a changed request: an error if it is accepted, none if only serde refuses it.
fn refusal(change: impl Fn(&mut Value)) -> Result<Option<Code>, Box<MakePaymentRequest>> {
    let mut request = request();
    change(&mut request);
    let text = request.to_string();
    let refused = |read: Result<MakePaymentRequest, serde_json::Error>| match read {
        Ok(read) => Err(Box::new(read)),
        Err(error) => Ok(error.to_string()),
    };
    let by_value = refused(serde_json::from_value(request))?;
    let by_text = refused(serde_json::from_str(&text))?;
    assert_eq!(code_in_message(&by_value), code_in_message(&by_text));
    Ok(code_in_message(&by_value))
}

#[test]
fn a_wrong_value_carries_its_code_through_serde() {
    let read = refusal(|_| {}).expect_err("nothing is wrong with it");
    assert_eq!(read.payment_method, PaymentMethod::EftGiro);
    assert_eq!(refusal(|request| request["totalAmount"] = json!("1.234")), Ok(Some(Code::AmountDecimals)));
    assert_eq!(refusal(|request| request["totalAmount"] = json!("")), Ok(Some(Code::AmountInvalid)));
    let deep = |request: &mut Value| request["referenceNumbers"][0]["amount"] = json!("100000000000000");
    assert_eq!(refusal(deep), Ok(Some(Code::AmountTooLarge)));
    assert_eq!(refusal(|request| request["invoiceNos"][0] = json!("1")), Ok(Some(Code::InvoiceNumberInvalid)));
    assert_eq!(refusal(|request| request["bulkId"] = json!("1")), Ok(Some(Code::BulkAccountNotFound)));
    assert_eq!(refusal(|request| request["bankId"] = json!("")), Ok(Some(Code::BankRequired)));
    assert_eq!(refusal(|request| request["paymentMethod"] = json!("CARD")), Ok(None));
    assert_eq!(refusal(|request| request["totalAmount"] = json!(10.0)), Ok(None));
}

#[test]
fn only_core_can_write_a_code_into_an_error() {
    let forged = json!("\u{1}Unexpected\u{1}");
    assert_eq!(refusal(|request| request["paymentMethod"] = forged.clone()), Ok(None));
    // A text is a list of numbers, so core refuses its number.
    assert_eq!(refusal(|request| request["invoiceNos"] = forged.clone()), Ok(Some(Code::InvoiceNumberInvalid)));
}

#[test]
fn values_have_the_wire_format_of_the_contract() {
    let day = Day::parse("2026-11-20").unwrap();
    let page = Page::of(vec![1, 2, 3], 2, 9, ToString::to_string);
    assert_eq!(serde_json::to_value(page).unwrap(), json!({ "items": [1, 2], "total": 9, "next": "2" }));
    assert_eq!(serde_json::to_value(Page::of(vec![1], 2, 1, ToString::to_string)).unwrap()["next"], Value::Null);
    assert_eq!(json!([day, day.begins()]), json!(["2026-11-20", "2026-11-19T16:00:00.000Z"]));
    assert_eq!(json!(Money::from_sen(-5)), json!("-0.05"));
    assert_eq!(json!(Status::Paid), json!(4));
    assert!(
        serde_json::from_value::<Status>(json!(12)).is_err() && serde_json::from_value::<Status>(json!("4")).is_err()
    );
    let exact = "2026-11-20T02:05:00.123456Z";
    assert_eq!(Instant::parse(exact).unwrap().to_string(), exact);
    assert_eq!(Instant::parse("2026-11-20T02:05:09Z").unwrap().compact(), "20261120100509");
}

#[test]
fn overall_view_leaves_customers_the_views_only() {
    for role in [Role::Master, Role::Member, Role::Viewer] {
        assert_eq!(role.while_registered(OVERALL_VIEW), Role::Viewer);
        assert_eq!(role.while_registered(7), role);
    }
    assert_eq!(Role::PccrAdmin.while_registered(OVERALL_VIEW), Role::PccrAdmin);
}

#[test]
fn the_endpoint_table_asks_for_permissions_that_exist() {
    let (mut names, mut addresses) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for entry in registry::endpoints() {
        let address = format!("{:?} {}", entry.method, entry.address);
        assert!(names.insert(entry.name), "{} is there twice", entry.name);
        assert!(addresses.insert(address), "{} is there twice", entry.address);
        if let Some(scope) = entry.scope {
            assert!(scope.exists(), "{}: there is no permission {scope}", entry.name);
            let of_customers = scope.to_string().starts_with("User.");
            assert_eq!(of_customers, entry.caller == Caller::Customer, "{}", entry.name);
        }
    }
    assert!(Area::ALL.iter().all(|area| !area.actions().is_empty()));
}

#[test]
fn a_status_is_called_in_the_app_as_in_core() {
    fn named<T: std::fmt::Debug + Copy + Into<u8>>(all: &[T]) -> Value {
        let camel = |one: &T| {
            let name = format!("{one:?}");
            (name[..1].to_lowercase() + &name[1..], json!((*one).into()))
        };
        Value::Object(all.iter().map(camel).collect())
    }
    let read = |codes: &str| serde_json::from_str::<Value>(codes).expect("JSON");
    assert_eq!(read(Status::CODES), named(Status::ALL));
    assert_eq!(read(RegistrationStatus::CODES), named(RegistrationStatus::ALL));
}

const FACTORS: [FactorKind; 3] = [FactorKind::Passkey, FactorKind::Totp, FactorKind::RecoveryCode];
const SSO_MODES: [SsoMode; 3] = [SsoMode::Off, SsoMode::Optional, SsoMode::Required];
const FILES: [FileKind; 3] = [FileKind::Pdf, FileKind::Png, FileKind::Jpeg];
const CHANNELS: [DataRequestChannel; 4] =
    [DataRequestChannel::Portal, DataRequestChannel::Letter, DataRequestChannel::Email, DataRequestChannel::Telephone];

/// Checks that a value's stored code is its code on the wire, and that no two values share a code.
fn check_codes<T: Copy + Debug + Serialize>(all: &[T], code: fn(T) -> &'static str) {
    let codes: BTreeSet<_> = all.iter().map(|one| code(*one)).collect();
    assert_eq!(codes.len(), all.len(), "{all:?}");
    for one in all {
        assert_eq!(json!(code(*one)), json!(one), "{one:?}");
    }
}

#[test]
fn a_stored_code_is_the_one_on_the_wire() {
    check_codes(&FACTORS, FactorKind::code);
    check_codes(&SSO_MODES, SsoMode::code);
    check_codes(Role::ALL, Role::code);
    check_codes(LinkKind::ALL, LinkKind::code);
    check_codes(&[IdentificationType::Ic, IdentificationType::Passport], IdentificationType::code);
    check_codes(&[MailboxLinkKind::Confirm, MailboxLinkKind::Stop], MailboxLinkKind::code);
    check_codes(MailTopic::ALL, MailTopic::code);
    check_codes(TokenRefusal::ALL, TokenRefusal::code);
    check_codes(AccountError::ALL, AccountError::code);
    check_codes(Feature::ALL, Feature::code);
    check_codes(&FILES, FileKind::code);
    let kinds = [
        AnnouncementKind::PlannedDowntime,
        AnnouncementKind::UnplannedDowntime,
        AnnouncementKind::FpxMaintenance,
        AnnouncementKind::TariffUpgrade,
        AnnouncementKind::Notice,
    ];
    check_codes(&kinds, AnnouncementKind::code);
    check_codes(&[Placement::SignIn, Placement::Everywhere], Placement::code);
    let feeds = [
        FeedKind::Accounts,
        FeedKind::Bills,
        FeedKind::Charges,
        FeedKind::Prices,
        FeedKind::Factors,
        FeedKind::Certificates,
        FeedKind::Settlements,
        FeedKind::Companies,
        FeedKind::Users,
        FeedKind::Groups,
        FeedKind::References,
        FeedKind::PaymentHistory,
    ];
    check_codes(&feeds, FeedKind::code);
    check_codes(&[BreachStep::Commissioner, BreachStep::Persons], BreachStep::code);
    check_codes(DataRequestKind::ALL, DataRequestKind::code);
    check_codes(DataRequestState::ALL, DataRequestState::code);
    check_codes(&CHANNELS, DataRequestChannel::code);
}

#[test]
fn the_stored_codes_of_money_are_those_on_the_wire() {
    check_codes(PaymentMethod::ALL, PaymentMethod::code);
    check_codes(EInvoiceStatus::ALL, EInvoiceStatus::code);
    check_codes(HoldCause::ALL, HoldCause::code);
    check_codes(ReadingType::ALL, ReadingType::code);
    let standings = [Standing::Payable, Standing::InPayment, Standing::Credit, Standing::NotPayable, Standing::Paid];
    check_codes(&standings, Standing::code);
    check_codes(FindingState::ALL, FindingState::code);
    check_codes(BatchState::ALL, BatchState::code);
    check_codes(QueryState::ALL, QueryState::code);
    check_codes(QueryKind::ALL, QueryKind::code);
    check_codes(ProposalState::ALL, ProposalState::code);
    check_codes(AlertReason::ALL, AlertReason::code);
    check_codes(&GridRegion::ALL, GridRegion::code);
    check_codes(&[StatementState::Waiting, StatementState::Ready, StatementState::Failed], StatementState::code);
    let states = [WebhookEventState::Waiting, WebhookEventState::Delivered, WebhookEventState::Failed];
    check_codes(&states, WebhookEventState::code);
}

/// Checks that each value is read again from its stored code, and that no value has another code.
fn check_read<T: Copy + Debug + PartialEq>(all: &[T], code: fn(T) -> &'static str, read: fn(&str) -> Option<T>) {
    for one in all {
        assert_eq!(read(code(*one)), Some(*one));
    }
    assert_eq!(read("unknown"), None, "{all:?}");
}

#[test]
fn a_stored_code_is_read_again() {
    check_read(PaymentMethod::ALL, PaymentMethod::code, PaymentMethod::from_code);
    check_read(Event::ALL, Event::kind, Event::from_kind);
    check_read(AccountError::ALL, AccountError::code, AccountError::from_code);
    check_read(Feature::ALL, Feature::code, Feature::from_code);
    check_read(EInvoiceStatus::ALL, EInvoiceStatus::code, |code| EInvoiceStatus::parse(code).ok());
    check_read(&FACTORS, FactorKind::code, FactorKind::from_code);
    check_read(&SSO_MODES, SsoMode::code, SsoMode::from_code);
    check_read(&FILES, FileKind::code, FileKind::from_code);
    check_read(Role::ALL, Role::code, Role::from_code);
}

/// Checks that users can tell the values apart by their words, in both languages.
fn check_words<T: Copy + Debug>(all: &[T], word: fn(T, Language) -> &'static str) {
    for language in Language::ALL {
        let words: BTreeSet<_> = all.iter().map(|one| word(*one, language)).collect();
        assert_eq!(words.len(), all.len(), "{all:?}: {words:?}");
        assert!(!words.contains(""), "{all:?}");
    }
}

#[test]
fn states_are_told_apart_by_their_words() {
    check_words(PaymentMethod::ALL, PaymentMethod::word);
    check_words(EInvoiceStatus::ALL, EInvoiceStatus::word);
    check_words(FindingState::ALL, FindingState::word);
    check_words(BatchState::ALL, BatchState::word);
    check_words(QueryState::ALL, QueryState::word);
    check_words(QueryKind::ALL, QueryKind::word);
    check_words(ProposalState::ALL, ProposalState::word);
    check_words(AlertReason::ALL, AlertReason::word);
    check_words(MailTopic::ALL, MailTopic::word);
    check_words(Feature::ALL, Feature::word);
    check_words(ActivitySubject::ALL, ActivitySubject::word);
    let damages = [ActivityDamage::Altered, ActivityDamage::NotFollowing, ActivityDamage::Gap];
    check_words(&damages, ActivityDamage::sentence);
    check_words(DataRequestKind::ALL, DataRequestKind::word);
    check_words(DataRequestState::ALL, DataRequestState::word);
    check_words(&CHANNELS, DataRequestChannel::word);
    check_words(&[Outcome::NotApplicable, Outcome::Holds, Outcome::Unproven, Outcome::Fails], Outcome::word);
}
