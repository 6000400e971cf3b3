use gridbill::accounts::search::AccountSearch;
use gridbill_core::Code;

#[test]
fn typed_text_is_recognised() {
    let number = || vec!["210000000001".to_owned()];
    let by_number = AccountSearch { numbers: number(), references: number(), ..AccountSearch::default() };
    assert_eq!(AccountSearch::new(None, " 2100-0000-0001 "), Ok(by_number));
    let named = AccountSearch::new(None, "shah").expect("a search");
    assert_eq!((named.reference.as_deref(), named.company.as_deref()), (Some("%shah%"), Some("%shah%")));
    assert_eq!(
        AccountSearch::new(Some("companyName"), "210000000001").expect("a search").numbers,
        Vec::<String>::new()
    );
}

#[test]
fn unsearchable_text_is_refused() {
    for (criteria, text, code) in [
        (None, "", Code::SearchTooShort),
        (None, "ab", Code::SearchTooShort),
        (Some("referenceId"), "ab", Code::SearchTooShort),
        (Some("companyName"), " ab ", Code::SearchTooShort),
        (Some("accountNo"), "", Code::AccountNumberLength),
        (Some("accountNo"), "31", Code::AccountNumberPrefix),
        (Some("accountNo"), "210000000001, 2100", Code::AccountNumberLength),
        (Some("accountNo"), "210000000001, 500000000001", Code::AccountNumberPrefix),
        (Some("other"), "210000000001", Code::Unreadable),
    ] {
        assert_eq!(AccountSearch::new(criteria, text).expect_err("refused").code, code, "{criteria:?} {text}");
    }
}
