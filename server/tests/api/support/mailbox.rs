//! A real mail server on loopback that stores the e-mails it accepts.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Mutex};

use mailin_embedded::{AuthMechanism, Handler, Response, Server, SslConfig, response};
use mailparse::{MailHeaderMap as _, ParsedMail};

use super::portal::until;

/// Credentials for a mail server that requires authentication.
pub const USER: &str = "gridbill";
pub const PASSWORD: &str = "p@ss/word";

/// An e-mail as it was received.
#[derive(Debug, Clone, Default)]
pub struct ReceivedEmail {
    pub to: Vec<String>,
    raw: Vec<u8>,
}

/// The e-mails that the server accepted, and its replies to the next recipients.
#[derive(Clone, Default)]
struct MailboxState {
    taken: Arc<Mutex<Vec<ReceivedEmail>>>,
    /// Replies to the next recipients. When the queue is empty, every e-mail is accepted.
    answers: Arc<Mutex<VecDeque<(u16, &'static str)>>>,
}

/// One SMTP connection to the server.
#[derive(Clone, Default)]
struct SmtpHandler {
    kept: MailboxState,
    coming: ReceivedEmail,
}

impl Handler for SmtpHandler {
    fn mail(&mut self, _: IpAddr, _: &str, _: &str) -> Response {
        self.coming = ReceivedEmail::default();
        response::OK
    }

    fn auth_plain(&mut self, _: &str, user: &str, password: &str) -> Response {
        if (user, password) == (USER, PASSWORD) { response::AUTH_OK } else { response::INVALID_CREDENTIALS }
    }

    fn rcpt(&mut self, to: &str) -> Response {
        if let Some((code, text)) = self.kept.answers.lock().unwrap().pop_front() {
            return Response::custom(code, text.to_owned());
        }
        self.coming.to.push(to.to_owned());
        response::OK
    }

    fn data(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.coming.raw.extend_from_slice(bytes);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        self.kept.taken.lock().unwrap().push(std::mem::take(&mut self.coming));
        response::OK
    }
}

pub struct Mailbox {
    /// The value for `--smtp-url`.
    pub url: String,
    kept: MailboxState,
}

impl Mailbox {
    /// Starts a mail server that accepts every e-mail.
    pub fn open() -> Self {
        Self::at("127.0.0.1:0".parse().expect("an address"), &[])
    }

    /// Starts a mail server on that address that gives these replies to the first recipients.
    pub fn at(address: SocketAddr, answers: &[(u16, &'static str)]) -> Self {
        Self::serve(address, answers, SslConfig::None, &[])
    }

    /// Starts a mail server on that address that requires TLS with this certificate, then user and password.
    pub fn secured_at(address: SocketAddr, certificate: &Path, key: &Path) -> Self {
        let (cert_path, key_path) = (certificate.display().to_string(), key.display().to_string());
        Self::serve(address, &[], SslConfig::SelfSigned { cert_path, key_path }, &[AuthMechanism::Plain])
    }

    fn serve(address: SocketAddr, answers: &[(u16, &'static str)], tls: SslConfig, auth: &[AuthMechanism]) -> Self {
        let listener = TcpListener::bind(address).expect("a port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let kept = MailboxState::default();
        kept.answers.lock().unwrap().extend(answers);
        let mut server = Server::new(SmtpHandler { kept: kept.clone(), coming: ReceivedEmail::default() });
        server.with_ssl(tls).expect("TLS as asked for").with_tcp_listener(listener);
        for way in auth {
            server.with_auth(way.clone());
        }
        // The server runs until the process ends, because the library has no way to stop it.
        std::thread::spawn(move || server.serve().expect("a mail server"));
        Self { url, kept }
    }

    /// Returns the e-mails accepted so far.
    pub fn taken(&self) -> Vec<ReceivedEmail> {
        self.kept.taken.lock().unwrap().clone()
    }

    /// Returns the number of replies not used yet.
    pub fn answers_left(&self) -> usize {
        self.kept.answers.lock().unwrap().len()
    }

    /// Waits until at least `count` e-mails have arrived, and returns them.
    pub async fn wait(&self, count: usize) -> Vec<ReceivedEmail> {
        until("e-mails arrive", async || Some(self.taken()).filter(|taken| taken.len() >= count)).await
    }
}

impl ReceivedEmail {
    pub fn parsed(&self) -> ParsedMail<'_> {
        mailparse::parse_mail(&self.raw).expect("an e-mail")
    }

    /// Returns a header's value, and checks that the header occurs exactly once.
    pub fn header(&self, name: &str) -> String {
        let values = self.parsed().headers.get_all_values(name);
        assert_eq!(values.len(), 1, "{name}: {values:?}");
        values.into_iter().next().expect("a value")
    }

    /// Returns the names of all headers.
    pub fn header_names(&self) -> Vec<String> {
        self.parsed().headers.iter().map(|header| header.get_key()).collect()
    }

    /// Returns the text body and the HTML body.
    pub fn bodies(&self) -> (String, String) {
        let email = self.parsed();
        assert_eq!(email.ctype.mimetype, "multipart/alternative");
        let kinds: Vec<_> = email.subparts.iter().map(|part| part.ctype.mimetype.as_str()).collect();
        // A mail program shows the last part that it supports, so HTML must come second.
        assert_eq!(kinds, ["text/plain", "text/html"]);
        let body = |place: usize| email.subparts[place].get_body().expect("a body").replace("\r\n", "\n");
        (body(0), body(1))
    }

    /// Returns the link of the text body, and checks that the HTML body has the same link.
    pub fn link(&self) -> String {
        let (text, html) = self.bodies();
        let link = text.lines().find(|line| line.starts_with("http")).expect("a link").to_owned();
        assert!(html.contains(&format!("href=\"{link}\"")), "{html}");
        link
    }
}
