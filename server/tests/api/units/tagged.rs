use gridbill::accounts::sql::tagging::Tagged;
use gridbill::accounts::tagging::processed;
use gridbill_core::accounts::AccountError;
use gridbill_core::fact::AccountsFact;

fn tagged(account_no: &str, error_type: Option<&str>) -> Tagged {
    Tagged { account_no: account_no.to_owned(), error_type: error_type.map(str::to_owned) }
}

#[test]
fn an_account_with_an_error_is_never_reported_as_added() {
    let results = AccountError::ALL.iter().map(|error| tagged(error.code(), Some(error.code())));
    let results = results.chain([tagged("210000000001", None)]).collect();
    let fact = processed(results, &[], &[]).expect("a fact");
    let AccountsFact::AccountsProcessed { tagged: taken, failed, .. } = fact else { panic!("another fact") };
    assert_eq!(taken, ["210000000001"]);
    assert_eq!(failed.len(), AccountError::ALL.len());
    assert!(failed.iter().all(|one| one.error_type.code() == one.account_no), "{failed:?}");

    // An unknown error of one account must not let the others be reported as added.
    let results = vec![tagged("210000000001", None), tagged("210000000002", Some("disconnected"))];
    let why = processed(results, &[], &[]).expect_err("core does not know it").to_string();
    assert!(why.contains("disconnected"), "{why}");
}
