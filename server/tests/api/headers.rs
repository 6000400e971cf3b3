//! Response headers of each kind of answer: pages, assets, calls, refusals, files, streams.

use std::path::PathBuf;

use serde_json::json;

use crate::support::Portal;
use crate::support::portal::PASSWORD;
use crate::support::raw::{Headers, RawClient, RawResponse, bearer};

const LOGIN: &str = "/user-svc/api/v1/User/Login";
const LOGOUT: &str = "/user-svc/api/v1/User/Logout";
const PROFILE: &str = "/user-svc/api/v1/User/GetUserProfile";
const HTTPS: &[&str] = &["--public-url", "https://bills.utility.example"];

/// A built app that belongs to one test.
struct Built(PathBuf);

impl Built {
    fn make() -> Self {
        let folder = std::env::temp_dir().join(format!("gridbill-app-{}", uuid::Uuid::now_v7().simple()));
        for below in ["assets", "screens"] {
            std::fs::create_dir_all(folder.join(below)).expect("a folder");
        }
        std::fs::write(folder.join("index.html"), "<!doctype html><title>Gridbill</title>").expect("written");
        std::fs::write(folder.join("portal.html"), "<!doctype html><title>Gridbill, signed in</title>")
            .expect("written");
        for screen in ["outstandingBills", "bill", "pendingPayments", "staffPayment"] {
            let page = format!("<!doctype html><title>Gridbill, {screen}</title>");
            std::fs::write(folder.join(format!("screens/{screen}.html")), page).expect("written");
        }
        std::fs::write(folder.join("assets/main-1a2b3c.js"), "export {}").expect("written");
        std::fs::write(folder.join("assets/main-1a2b3c.css"), ":root{}").expect("written");
        Self(folder)
    }
}

impl Drop for Built {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn portal(flags: &[&str]) -> (Portal, Built, RawClient) {
    let built = Built::make();
    let app = built.0.display().to_string();
    let portal = Portal::with_people_and(&[flags, &["--app", &app]].concat()).await;
    let wire = RawClient::to(portal.address);
    (portal, built, wire)
}

#[track_caller]
fn header<'a>(answer: &'a RawResponse, name: &str) -> Option<&'a str> {
    let mut values = answer.headers.get_all(name).iter();
    let value = values.next().map(|value| value.to_str().expect("a text"));
    assert!(values.next().is_none(), "{name} more than once");
    value
}

/// Returns one answer of each kind, with its name and expected status.
async fn answers(portal: &Portal, wire: &RawClient) -> Vec<(&'static str, u16, RawResponse)> {
    let (access, _) = wire.sign_in("master@sinar.example").await;
    let bearer = bearer(&access);
    let signed_in: Headers<'_> = &[("authorization", &bearer)];
    let name = "sinar.pdf";
    let form = format!(
        "--part\r\ncontent-disposition: form-data; name=\"File\"; filename=\"{name}\"\r\n\r\nno declaration\r\n--part--\r\n"
    );
    let with_form = [("authorization", bearer.as_str()), ("content-type", "multipart/form-data; boundary=part")];
    let upload = "/account-svc/api/v1/BulkRegistration/UploadDeclaration";
    let mut answers = vec![("a call", 200, wire.send("GET", PROFILE, signed_in, "").await)];
    for (kind, status, method, path) in [
        ("the page", 200, "GET", "/"),
        ("an address of the app", 200, "GET", "/billPayment"),
        ("an asset", 200, "GET", "/assets/main-1a2b3c.js"),
        ("a style sheet", 200, "GET", "/assets/main-1a2b3c.css"),
        ("an asset of another version", 404, "GET", "/assets/main-old.js"),
        ("a refused call", 401, "GET", PROFILE),
        ("no such call", 404, "POST", "/user-svc/api/v1/User/Nothing"),
        ("a wrong method", 404, "DELETE", LOGIN),
        ("a forged message", 400, "POST", "/payments-svc/fpx/direct"),
        ("health", 200, "GET", "/healthz"),
        ("readiness", 200, "GET", "/readyz"),
        ("the document", 200, "GET", "/openapi.json"),
        ("robots", 200, "GET", "/robots.txt"),
    ] {
        answers.push((kind, status, wire.send(method, path, &[], "").await));
    }
    answers.push(("a refused upload", 0, wire.send("POST", upload, &with_form, form).await));
    let template = "/account-svc/api/v1/BulkRegistration/DownloadAddAccountTemplate";
    answers.push(("a file", 200, wire.send("GET", template, signed_in, "").await));
    answers.push(("a stream", 200, wire.send("GET", "/portal/api/v1/Live", signed_in, "").await));
    assert!(portal.app.config.app.join("index.html").exists());
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_that_of_its_side_of_the_sign_in() {
    let (_portal, _built, wire) = portal(&[]).await;
    // An unknown address answers 404 with a page that loads and explains it.
    for (path, status) in [("/", 200), ("/account/register", 200), ("/404", 404), ("/nowhere/at/all", 404)] {
        let page = wire.send("GET", path, &[], "").await;
        assert_eq!((page.status, page.text()), (status, "<!doctype html><title>Gridbill</title>".to_owned()), "{path}");
        let again = wire.send("GET", path, &[("if-modified-since", "Fri, 01 Jan 2100 00:00:00 GMT")], "").await;
        assert_eq!(again.status, if status == 200 { 304 } else { 404 }, "{path}");
    }
    // The same for screens that the build has no page for, and for unknown addresses.
    for (path, status) in
        [("/home", 200), ("/billPayment/nothing?page=2", 404), ("/admin/payments/all/", 200), ("/manageAccount", 200)]
    {
        let page = wire.send("GET", path, &[], "").await;
        assert_eq!(
            (page.status, page.text()),
            (status, "<!doctype html><title>Gridbill, signed in</title>".to_owned()),
            "{path}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_answer_is_closed_to_other_sites() {
    let (portal, _built, wire) = portal(HTTPS).await;
    for (kind, status, answer) in answers(&portal, &wire).await {
        // The gateway's callback and the upload refuse with their own status.
        if status != 0 && kind != "a forged message" {
            assert_eq!(answer.status, status, "{kind}: {}", answer.text());
        }
        for (name, value) in [
            ("strict-transport-security", "max-age=31536000; includeSubDomains"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
        ] {
            assert_eq!(header(&answer, name), Some(value), "{kind}: {name}");
        }
        let is_for_others = answer.headers.keys().any(|name| name.as_str().starts_with("access-control-"));
        assert!(!is_for_others, "{kind}: another site may read it");
        let is_page = ["the page", "an address of the app"].contains(&kind);
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
        ] {
            assert_eq!(header(&answer, name), is_page.then_some(value), "{kind}: {name}");
        }
        let policy = header(&answer, "content-security-policy").expect("a policy");
        if kind == "a file" {
            assert_eq!(policy, "default-src 'none'; sandbox");
        } else {
            for directive in ["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"] {
                assert!(policy.contains(directive), "{kind}: {policy}");
            }
            assert_eq!(policy.contains("form-action"), is_page, "{kind}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{kind}: {policy}");
        let cached = match kind {
            "the page" | "an address of the app" => "no-cache",
            "an asset" | "a style sheet" => "public, max-age=31536000, immutable",
            "robots" => "public, max-age=86400",
            "the document" => "public, max-age=300",
            "a stream" => "no-store, no-transform",
            _ => "no-store",
        };
        assert_eq!(header(&answer, "cache-control"), Some(cached), "{kind}");
        let id = header(&answer, "x-request-id").expect("an id");
        assert!(uuid::Uuid::parse_str(id).is_ok(), "{kind}: {id}");
        if let Some(media_type) = header(&answer, "content-type").filter(|media_type| media_type.starts_with("text/")) {
            let says = media_type.ends_with("; charset=utf-8") || media_type == "text/event-stream";
            assert!(says, "{kind}: {media_type}");
        }
    }
}

/// The page names the files that its screen needs.
#[tokio::test(flavor = "multi_thread")]
async fn behind_the_sign_in_the_page_is_that_of_its_screen() {
    let (_portal, _built, wire) = portal(&[]).await;
    for (path, screen) in [
        ("/billPayment/outstanding", "outstandingBills"),
        ("/billPayment/outstanding/?overdue=true", "outstandingBills"),
        ("/billPayment/bills/100000000001", "bill"),
        ("/admin/payments/pending", "pendingPayments"),
        ("/admin/payments/TX1", "staffPayment"),
    ] {
        let page = wire.send("GET", path, &[], "").await;
        let title = format!("<!doctype html><title>Gridbill, {screen}</title>");
        assert_eq!((page.status, page.text()), (200, title), "{path}");
        assert_eq!(header(&page, "cache-control"), Some("no-cache"), "{path}");
        assert!(
            header(&page, "content-security-policy").is_some_and(|policy| policy.contains("form-action")),
            "{path}"
        );
    }
}

/// The browser replaces stored headers by those of a 304, so a 304 must repeat the policy.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_has_not_changed_keeps_its_policy() {
    let (_portal, _built, wire) = portal(&[]).await;
    for path in ["/billPayment", "/billPayment/outstanding"] {
        let first = wire.send("GET", path, &[], "").await;
        let kept = header(&first, "etag").expect("a tag").to_owned();
        let again = wire.send("GET", path, &[("if-none-match", &kept)], "").await;
        assert_eq!(again.status, 304, "{path}");
        for name in ["content-security-policy", "cross-origin-opener-policy", "permissions-policy"] {
            assert_eq!(header(&again, name), header(&first, name), "{path}: {name}");
        }
    }
}

/// A page is revalidated each time, by its ETag. The name of an asset contains a hash, so it needs no validator.
#[tokio::test(flavor = "multi_thread")]
async fn only_pages_are_revalidated() {
    let (_portal, _built, wire) = portal(&[]).await;
    for (path, is_page) in [("/billPayment", true), ("/", true), ("/assets/main-1a2b3c.js", false)] {
        let answer = wire.send("GET", path, &[], "").await;
        for name in ["etag", "last-modified"] {
            assert_eq!(header(&answer, name).is_some(), is_page, "{path}: {name}");
        }
    }
}

/// TRACE is refused, because an attacker could read the cookies from the echoed request.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_not_sent_back() {
    let (_portal, _built, wire) = portal(&[]).await;
    for path in ["/", "/assets/main-1a2b3c.js", "/healthz", LOGIN] {
        let answer = wire.send("TRACE", path, &[("x-secret", "moonlight")], "").await;
        assert!([404, 405].contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text().contains("moonlight"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_tls_nothing_promises_it() {
    let (_portal, _built, wire) = portal(&[]).await;
    for path in ["/", "/healthz", PROFILE] {
        let answer = wire.send("GET", path, &[], "").await;
        assert_eq!(header(&answer, "strict-transport-security"), None, "{path}");
    }
}

/// A caller's request id is kept if it is well-formed. Otherwise the portal generates one.
#[tokio::test(flavor = "multi_thread")]
async fn a_valid_request_id_is_kept() {
    let (_portal, _built, wire) = portal(&[]).await;
    for path in ["/healthz", "/", "/portal/nothing"] {
        let answer = wire.send("GET", path, &[("x-request-id", "proxy-1:c0ffee/7")], "").await;
        assert_eq!(header(&answer, "x-request-id"), Some("proxy-1:c0ffee/7"), "{path}");
    }
    let long = "x".repeat(7_000);
    let several = [("x-request-id", "one"), ("x-request-id", "two")];
    for wrong in
        [&[("x-request-id", "a b\"c")][..], &[("x-request-id", long.as_str())], &[("x-request-id", "")], &several, &[]]
    {
        let answer = wire.send("GET", "/healthz", wrong, "").await;
        assert_eq!(answer.status, 200);
        assert!(uuid::Uuid::parse_str(header(&answer, "x-request-id").expect("an id")).is_ok(), "{wrong:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_no_other_host_can_set_the_cookies() {
    let (_portal, _built, wire) = portal(HTTPS).await;
    let app = ("x-session", "cookie");
    let body = json!({ "username": "master@sinar.example", "password": PASSWORD }).to_string();
    let answer = wire.send("POST", LOGIN, &[app], body).await;
    let cookies = answer.cookies();
    // The two session cookies, and the cookie that recognises the browser.
    assert_eq!((answer.status, cookies.len()), (200, 3));
    for cookie in &cookies {
        let parts: Vec<_> = cookie.split("; ").collect();
        assert!(cookie.starts_with("__Host-gridbill_"), "{cookie}");
        assert!(parts.contains(&"Secure") && parts.contains(&"Path=/") && !cookie.contains("Domain"), "{cookie}");
    }
    let jar: Vec<_> = cookies.iter().map(|cookie| cookie.split(';').next().expect("a pair")).collect();
    let jar = jar.join("; ");
    assert_eq!(wire.send("GET", PROFILE, &[("cookie", &jar)], "").await.status, 200);
    let planted = jar.replace("__Host-", "");
    assert_eq!(wire.send("GET", PROFILE, &[("cookie", &planted)], "").await.status, 401, "another host's cookies");
    let refreshed = wire.send("POST", "/user-svc/api/v1/User/RefreshToken", &[app, ("cookie", &planted)], "").await;
    assert_eq!(refreshed.status, 401, "another host's cookies");
    let left = wire.send("POST", LOGOUT, &[app, ("cookie", &jar)], "").await;
    assert!(left.cookies().iter().all(|cookie| cookie.starts_with("__Host-") && cookie.contains("Max-Age=0")));
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_logout_the_browser_keeps_no_page() {
    let (_portal, _built, wire) = portal(&[]).await;
    for (service, email) in [("User", "master@sinar.example"), ("Admin", "pccr@utility.example")] {
        let (_, refresh) = wire.sign_in(email).await;
        let body = json!({ "refreshToken": refresh }).to_string();
        let left = wire.send("POST", &format!("/user-svc/api/v1/{service}/Logout"), &[], body).await;
        assert_eq!((left.status, header(&left, "clear-site-data")), (200, Some("\"cache\"")), "{service}");
    }
    let answer = wire.send("GET", "/healthz", &[], "").await;
    assert_eq!(header(&answer, "clear-site-data"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn security_txt_names_the_operators_contact() {
    let contact = ["--security-contact", "mailto:security@utility.example"];
    let (portal, _built, wire) = portal(&[HTTPS, &contact].concat()).await;
    let answer = wire.send("GET", "/.well-known/security.txt", &[], "").await;
    assert_eq!((answer.status, header(&answer, "content-type")), (200, Some("text/plain; charset=utf-8")));
    let text = answer.text();
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    assert_eq!(field("Contact"), Some("mailto:security@utility.example"));
    assert_eq!(field("Canonical"), Some("https://bills.utility.example/.well-known/security.txt"));
    assert_eq!(field("Preferred-Languages"), Some("en, ms"));
    let expires = chrono::DateTime::parse_from_rfc3339(field("Expires").expect("an end")).expect("a time");
    let days = (expires.to_utc() - portal.app.now().utc()).num_days();
    assert!((30..365).contains(&days), "{days} days");
    let without = Portal::start().await;
    let answer = RawClient::to(without.address).send("GET", "/.well-known/security.txt", &[], "").await;
    assert_eq!(answer.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn robots_txt_allows_public_pages_only() {
    let (_portal, _built, wire) = portal(&[]).await;
    let answer = wire.send("GET", "/robots.txt", &[], "").await;
    let text = answer.text();
    assert!(text.starts_with("User-agent: *\n") && text.contains("\nDisallow: /\n"), "{text}");
    assert_eq!(header(&answer, "content-type"), Some("text/plain; charset=utf-8"));
}
