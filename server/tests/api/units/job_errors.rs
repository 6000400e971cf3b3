use gridbill::operations::errors::{MAX_LENGTH, code, shown};

#[test]
fn possible_secrets_are_not_shown() {
    let error = "sending 0190b5a4-91f7-7d31-8c52-3f6f3a0e9d11: Internal(550 5.1.1 <aina@sinar.example> unknown, \
                 see https://portal.example/account/resetPassword#kE9_a8Jd0ss3kLmNoPq1rStUv2wX";
    assert_eq!(
        shown(error),
        "sending 0190b5a4-91f7-7d31-8c52-3f6f3a0e9d11: Internal(550 5.1.1 [address] unknown, see [link]"
    );
    assert_eq!(shown("token kE9_a8Jd0ss3kLmNoPq1rStUv2wX of 210000000001"), "token […] of [number]");
    let database = r#"Internal(PgDatabaseError { severity: Error, code: "23505", message: "duplicate key", detail: Some("Key (email)=(a b)")"#;
    assert_eq!(shown(database), "Internal");
    let detail = "duplicate key; detail: Key (email)=(a b)";
    assert_eq!(shown(detail), "duplicate key");
    assert_eq!(code(database).as_deref(), Some("23505"));
    assert_eq!(code("posting 1: Refused(Problem { code: PaymentMoved, params: {} })").as_deref(), Some("PaymentMoved"));
    assert_eq!(code("the mail server is away"), None);
    assert_eq!(shown(&"word ".repeat(100)).chars().count(), MAX_LENGTH + 1);
}
