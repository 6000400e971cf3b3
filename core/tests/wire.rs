//! Checks how requests are parsed, and which code refuses a wrong value.

use gridbill_core::endpoint::Caller;
use gridbill_core::payments::{MakePaymentRequest, PaymentMethod, Status};
use gridbill_core::permission::{Area, OVERALL_VIEW, Role};
use gridbill_core::problem::code_in_message;
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::{Code, Day, Instant, Money, Page, registry};
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
    assert_eq!(refusal(|request| request["invoiceNos"] = forged.clone()), Ok(None));
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
