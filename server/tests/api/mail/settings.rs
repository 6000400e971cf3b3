//! Settings for e-mail.

use gridbill::mail::Sender;

use crate::support::cluster::config;

fn refused(flags: &[&str]) -> String {
    format!("{:#}", Sender::new(&config(flags)).err().expect("a refusal"))
}

#[tokio::test]
async fn a_server_that_is_no_address_is_refused_at_start_without_telling_its_password() {
    for url in [
        "mail.utility.example",
        "http://u:s3cret@mail.example",
        "smtp://",
        "smtp:///x",
        "smtp://u:s3cret@",
        "smtps://u:s3cret@mail.example:port",
    ] {
        let refused = refused(&["--smtp-url", url]);
        assert!(refused.starts_with("SMTP_URL is no mail server's address; write smtps://"), "{url}: {refused}");
        assert!(!refused.contains("s3cret"), "{refused}");
    }
    for url in ["smtp://u:s3cret@mail.example", "smtp://u:s3cret@mail.example?tls=opportunistic"] {
        let refused = refused(&["--smtp-url", url]);
        assert!(refused.starts_with("SMTP_URL would send its password") && !refused.contains("s3cret"), "{refused}");
    }
    let sent = |url: &str| Sender::new(&config(&["--smtp-url", url])).expect("a mail server").is_sent();
    assert!(sent("smtps://user:p%40ss@mail.utility.example"));
    assert!(sent("smtp://user:pass@mail.utility.example?tls=required"));
    assert!(sent("smtp://127.0.0.1:2525") && sent("smtp://u:p@localhost:2525") && sent("smtp://u:p@[::1]:2525"));
    assert!(!sent(" "), "set to nothing is not set");
    assert!(!Sender::new(&config(&[])).expect("no mail server").is_sent());
}

#[test]
fn a_sender_that_is_none_is_refused_at_start() {
    for from in ["Utility", "Utility <no-reply>", "a@b@c", "Utility <x@y.example>\r\nBcc: z@y.example"] {
        let refused = refused(&["--mail-from", from]);
        assert!(refused.starts_with("GRIDBILL_MAIL_FROM is no sender: "), "{refused}");
    }
    for from in ["bills@utility.example", "Sinaran Utility Berhad <bills@utility.example>"] {
        assert!(Sender::new(&config(&["--mail-from", from])).is_ok());
    }
    for url in ["https://bills.utility.example", "http://localhost:8080", "http://[::1]:8080", "http://10.0.0.1"] {
        assert!(Sender::new(&config(&["--public-url", url])).is_ok(), "{url}");
    }
}
