//! E-mails that a worker process sends over TLS, even if a process is killed.

use std::path::{Path, PathBuf};

use gridbill::base::{Clock, Random};
use openssl::asn1::Asn1Time;
use openssl::hash::MessageDigest;
use openssl::pkey::PKey;
use openssl::rsa::Rsa;
use openssl::x509::extension::SubjectAlternativeName;
use openssl::x509::{X509, X509Name};

use super::*;
use crate::crash::process::{Home, free_address};
use crate::support::cluster::config;
use crate::support::mailbox::{PASSWORD, USER};

/// Writes a self-signed certificate for this machine and its key.
fn certificate(folder: &Path) -> (PathBuf, PathBuf) {
    let key = PKey::from_rsa(Rsa::generate(2048).unwrap()).unwrap();
    let mut name = X509Name::builder().unwrap();
    name.append_entry_by_text("CN", "localhost").unwrap();
    let name = name.build();
    let mut certificate = X509::builder().unwrap();
    certificate.set_version(2).unwrap();
    certificate.set_subject_name(&name).unwrap();
    certificate.set_issuer_name(&name).unwrap();
    certificate.set_pubkey(&key).unwrap();
    certificate.set_not_before(&Asn1Time::days_from_now(0).unwrap()).unwrap();
    certificate.set_not_after(&Asn1Time::days_from_now(1).unwrap()).unwrap();
    let names = SubjectAlternativeName::new().dns("localhost").build(&certificate.x509v3_context(None, None)).unwrap();
    certificate.append_extension(names).unwrap();
    certificate.sign(&key, MessageDigest::sha256()).unwrap();
    let files = (folder.join("mail.crt"), folder.join("mail.key"));
    std::fs::write(&files.0, certificate.build().to_pem().unwrap()).unwrap();
    std::fs::write(&files.1, key.private_key_to_pem_pkcs8().unwrap()).unwrap();
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn an_e_mail_of_a_killed_worker_is_sent_by_the_next_over_tls() {
    let home = Home::make("mail");
    let pool = home.database().await;
    let (certificate, key) = certificate(home.folder());
    let address = free_address();
    // The password is percent-encoded in the URL.
    let url = format!(
        "smtp://{USER}:{}@localhost:{}?tls=required",
        PASSWORD.replace('@', "%40").replace('/', "%2F"),
        address.port()
    );
    let data = home.folder().display().to_string();
    let config = config(&["--data", &data, "--smtp-url", &url]);
    let app = App::new(pool.clone(), config, Clock::default(), Random::default()).await.expect("a portal");
    put(&app, AINA, changed()).await;

    let settings = [("SMTP_URL", url.as_str())];
    let worker = home.work(&settings);
    let refused = row_with(&pool, "no server answers", |row| row.attempts >= 1).await;
    assert!(refused.last_error.as_deref().unwrap().starts_with("no answer:"), "{refused:?}");
    worker.kill();

    let mailbox = Mailbox::secured_at(address, &certificate, &key);
    let worker = home.work(&settings);
    let stranger = |row: &OutboxEmail| row.last_error.as_deref().is_some_and(|error| error.contains("certificate"));
    let refused = row_with(&pool, "the certificate is not trusted", stranger).await;
    assert!(!refused.is_accepted && mailbox.taken().is_empty(), "{refused:?}");
    worker.kill();

    let certificate = certificate.display().to_string();
    let worker = home.work(&[settings[0], ("SSL_CERT_FILE", &certificate)]);
    let accepted = row_with(&pool, "the server is trusted", |row| row.is_accepted).await;
    assert!(accepted.is_forgotten && accepted.attempts >= 3, "{accepted:?}");
    worker.kill();
    let taken = mailbox.taken();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].to, ["aina@sinar.example"]);
}
