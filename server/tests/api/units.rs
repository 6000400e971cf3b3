//! Functions of the domains that a request reaches only in part. They are tested here, so that the crate of the domains is built
//! once and not again for its tests.

mod account_search {
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
}

mod cursor {
    use gridbill::list::cursor::{read, write};
    use gridbill_core::Code;

    type Position = (String, String);

    #[test]
    fn a_cursor_is_valid_in_its_own_list_only() {
        let cursor = write("bills by due date", &("2026-11-20", "400000000001"));
        let read = |list| read::<Position>(list, Some(&cursor));
        assert_eq!(read("bills by due date"), Ok(Some(("2026-11-20".into(), "400000000001".into()))));
        assert_eq!(read("bills by account"), Err(Code::CursorInvalid));
    }

    #[test]
    fn a_cursor_that_was_tampered_with_is_refused() {
        let cursor = write("bills", &("a", "b"));
        for place in 0..cursor.len() {
            let mut altered = cursor.clone().into_bytes();
            altered[place] = if altered[place] == b'0' { b'1' } else { b'0' };
            let altered = String::from_utf8(altered).unwrap();
            assert_eq!(read::<Position>("bills", Some(&altered)), Err(Code::CursorInvalid), "{altered}");
        }
        for cursor in ["", "zz", "00", "é", &cursor[..cursor.len() - 2]] {
            assert_eq!(read::<Position>("bills", Some(cursor)), Err(Code::CursorInvalid), "{cursor}");
        }
    }
}

mod job_errors {
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
        assert_eq!(
            code("posting 1: Refused(Problem { code: PaymentMoved, params: {} })").as_deref(),
            Some("PaymentMoved")
        );
        assert_eq!(code("the mail server is away"), None);
        assert_eq!(shown(&"word ".repeat(100)).chars().count(), MAX_LENGTH + 1);
    }
}

mod ledger {
    use std::fs;

    use gridbill::personal_data::ledger::{FILE, LedgerEntry, append_to, read_from};
    use gridbill_core::Instant;
    use uuid::Uuid;

    #[test]
    fn entries_are_read_again_and_an_incomplete_line_is_skipped() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(read_from(&folder.path().join("none")).expect("no folder"), []);
        let at = Instant::parse("2026-11-26T04:00:00Z").expect("an instant");
        let entry =
            |number: u128| LedgerEntry { person_id: Uuid::from_u128(number), erased_at: at, fact: "ab12".to_owned() };
        append_to(folder.path(), &entry(1)).expect("written");
        let path = folder.path().join(FILE);
        let mut cut = fs::read_to_string(&path).expect("read");
        cut.push_str("{\"personId\":\"0000");
        fs::write(&path, cut).expect("written");
        append_to(folder.path(), &entry(2)).expect("written");
        fs::write(folder.path().join("other.jsonl"), serde_json::to_string(&entry(3)).expect("JSON")).expect("written");
        let mut entries = read_from(folder.path()).expect("read");
        entries.sort_by_key(|entry| entry.person_id);
        assert_eq!(entries, [entry(1), entry(2), entry(3)]);
        fs::write(&path, "{\"personId\":7}\n").expect("written");
        assert!(read_from(folder.path()).is_err());
    }
}

mod limits {
    use std::collections::BTreeSet;

    use clap::Args as _;
    use gridbill::config::{Config, Http, Limits, Payments, Statements};
    use gridbill::operations::limits::all;

    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        config: Config,
    }

    #[test]
    fn every_limit_of_the_settings_is_shown_under_the_variable_that_sets_it() {
        use clap::Parser as _;
        let mut command = clap::Command::new("limits");
        for augment in [Limits::augment_args, Http::augment_args, Payments::augment_args, Statements::augment_args] {
            command = augment(command);
        }
        let variables: BTreeSet<String> =
            command.get_arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned)).collect();
        let config = Program::parse_from(["gridbill"]).config;
        let shown: BTreeSet<String> = all(&config).into_iter().filter_map(|limit| limit.variable).collect();
        let missing: Vec<_> = variables.difference(&shown).collect();
        assert!(variables.len() > 25 && missing.is_empty(), "{missing:?} are not shown");
    }
}

mod pattern {
    use gridbill::list::pattern::{contains, filled};

    #[test]
    fn blank_text_is_none() {
        assert_eq!(filled(Some(" P2611200000001 ")).as_deref(), Some("P2611200000001"));
        for nothing in [None, Some(""), Some("  ")] {
            assert_eq!(filled(nothing), None);
        }
    }

    #[test]
    fn wildcards_are_escaped_in_a_search() {
        assert_eq!(contains("a_b"), "%a\\_b%");
        assert_eq!(contains("50%\\"), "%50\\%\\\\%");
    }
}

mod proposed {
    use gridbill::approvals::create::proposed;
    use gridbill_core::{Code, Language};

    #[test]
    fn proposals_that_ended_meanwhile_are_not_named() {
        let Ok(problem) = proposed(Vec::new(), Language::En) else { panic!("no problem") };
        assert_eq!(problem.code, Code::Busy);
    }
}

mod provider {
    use gridbill::identity::sso::provider::{base64url, encoded, verify};
    use gridbill_core::Code;

    /// RFC 7636, appendix B.
    #[test]
    fn the_challenge_is_that_of_rfc_7636() {
        use sha2::{Digest as _, Sha256};
        let challenge = base64url(&Sha256::digest(b"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
        assert_eq!(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn a_token_without_a_signature_is_refused_before_any_key_is_looked_at() {
        let token = |header: &str| format!("{}.{}.", base64url(header.as_bytes()), base64url(b"{}"));
        for (header, code) in [
            (r#"{"alg":"none"}"#, Code::SsoAlgorithmRefused),
            (r#"{"alg":"HS256","kid":"a"}"#, Code::SsoAlgorithmRefused),
            (r#"{"alg":"RS256","kid":"a"}"#, Code::SsoKeyUnknown),
            (r#"{"alg":"RS256"}"#, Code::SsoKeyUnknown),
            (r#"{"alg":"RS256","crit":["b64"]}"#, Code::SsoTokenInvalid),
            ("{}", Code::SsoTokenInvalid),
            ("", Code::SsoTokenInvalid),
        ] {
            assert_eq!(verify(&token(header), &[]).expect_err(header).code, code, "{header}");
        }
        assert_eq!(verify("", &[]).expect_err("nothing").code, Code::SsoTokenInvalid);
    }

    #[test]
    fn credentials_are_encoded_for_the_header() {
        assert_eq!(encoded("a:b c/ü"), "a%3Ab+c%2F%C3%BC");
    }
}

mod retry_after {
    use gridbill::webhooks::send::retry_after;
    use gridbill_core::Instant;

    #[test]
    fn a_receiver_asks_for_seconds_or_a_date() {
        let now = Instant::parse("2026-11-21T04:00:00Z").expect("an instant");
        assert_eq!(retry_after(" 120 ", now), Some(120));
        assert_eq!(retry_after("Sat, 21 Nov 2026 04:01:00 GMT", now), Some(60));
        for unknown in ["", "soon", "1.5", "99999999999999999999"] {
            assert_eq!(retry_after(unknown, now), None);
        }
    }
}

mod signatures {
    use gridbill::base::Random;
    use gridbill::webhooks::sign::{Keys, LENGTH, signatures};
    use gridbill_core::webhooks::signed_content;
    use openssl::base64::decode_block;
    use openssl::pkey::{Id, PKey};
    use openssl::sign::Verifier;

    /// The published vector of Standard Webhooks.
    #[derive(serde::Deserialize)]
    struct Vector {
        secret: String,
        id: String,
        timestamp: i64,
        body: String,
        signature: String,
    }

    #[test]
    fn the_published_vector_holds() {
        let vector = include_str!("../../../fixtures/webhooks/standard.json");
        let vector: Vector = serde_json::from_str(vector).expect("a vector");
        let keys = Keys { secret: decode_block(&vector.secret).expect("base64"), seed: vec![7; LENGTH] };
        let signed = signatures(&[keys], &vector.id, vector.timestamp, &vector.body).expect("signed");
        assert_eq!(signed.split(' ').next(), Some(&*vector.signature));
    }

    #[test]
    fn the_asymmetric_signature_verifies_with_the_public_key() {
        let keys = Keys::generate(&Random::seeded(1));
        let public = keys.public_key().expect("a key");
        let public = decode_block(public.strip_prefix("whpk_").expect("the prefix")).expect("base64");
        let public = PKey::public_key_from_raw_bytes(&public, Id::ED25519).expect("a key");
        let signed = signatures(&[keys], "evt_1", 1_614_265_330, "{}").expect("signed");
        let signed = signed.split(' ').find_map(|part| part.strip_prefix("v1a,")).expect("a signature");
        let signed = decode_block(signed).expect("base64");
        let verify = |content: &[u8]| {
            Verifier::new_without_digest(&public)
                .expect("a verifier")
                .verify_oneshot(&signed, content)
                .expect("checked")
        };
        assert!(verify(b"evt_1.1614265330.{}"));
        assert!(!verify(b"evt_1.1614265330.{ }") && !verify(b"evt_2.1614265330.{}"));
    }

    #[test]
    fn both_keys_of_a_rotation_sign() {
        let random = Random::seeded(2);
        let keys = [Keys::generate(&random), Keys::generate(&random)];
        let [new, earlier] =
            [&keys[0], &keys[1]].map(|keys| keys.sign(&signed_content("evt_1", 1, "{}")).expect("signed"));
        assert_ne!(new, earlier);
        assert_eq!(signatures(&keys, "evt_1", 1, "{}").expect("signed"), format!("{new} {earlier}"));
    }
}

mod tagged {
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
}
