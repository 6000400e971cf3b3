//! The command `gridbill admin create`, run as a program.

use std::process::{Command, Output};

use crate::support::database::Content;
use crate::support::{Portal, sql};
use crate::team::notes;

/// Runs the command on the test's database.
fn create(portal: &Portal, email: &str, name: &str, mobile: &str, role: &str) -> Output {
    let arguments = ["admin", "create", "--email", email, "--name", name, "--mobile", mobile, "--role", role];
    Command::new(env!("CARGO_BIN_EXE_gridbill"))
        .args(arguments)
        .args(["--data", "target/test-data", "--public-url", "https://portal.example", "--connections", "4"])
        .env("DATABASE_URL", portal.app.config.database_url.as_deref().expect("an address"))
        .output()
        .expect("it runs")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_member_of_staff_of_a_new_portal() {
    let portal = Portal::durable(Content::Tables).await;
    let done = create(&portal, "First@Utility.Example", "Siti binti Ali", "123456789", "ict");
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(printed.trim().starts_with("https://portal.example/admin/verifyActivation#"), "{printed}");
    let query = "select email, role, is_staff, mobile_no, activated_at, password_hash from person";
    let (email, role, is_staff, mobile_no, activated_at, password_hash) = sql::row::<(
        String,
        Option<String>,
        bool,
        Option<String>,
        Option<chrono::DateTime<chrono::Utc>>,
        Option<String>,
    )>(portal.pool(), query, &[])
    .await;
    assert_eq!((email.as_str(), role.as_deref(), is_staff), ("first@utility.example", Some("ict"), true));
    assert_eq!((mobile_no.as_deref(), activated_at, password_hash), (Some("123456789"), None, None));
    let mail = sql::values::<String>(portal.pool(), "select recipient from mail", &[]).await;
    assert_eq!(mail, ["first@utility.example"]);
    let expected = ("StaffAdded".to_owned(), "gridbill admin create".to_owned(), "first@utility.example".to_owned());
    assert_eq!(notes(portal.pool()).await, [expected]);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_arguments_are_reported_and_create_nothing() {
    let portal = Portal::durable(Content::People).await;
    for (email, name, mobile, role, sentence) in [
        ("ict@utility.example", "Siti", "12345678", "ict", "This email address already exists on portal."),
        ("viewer@sinar.example", "Siti", "12345678", "ict", "This email address already exists on portal."),
        ("no address", "Siti", "12345678", "ict", "An e-mail address cannot contain spaces."),
        ("no.address", "Siti", "12345678", "ict", "Please enter a valid email address."),
        ("a@utility.example", "", "12345678", "ict", "Please enter a full name."),
        ("a@utility.example", "Siti", "0", "ict", "Enter a Malaysian mobile number"),
        ("a@utility.example", "Siti", "12345678", "master", "Please choose a role."),
        ("a@utility.example", "Siti", "12345678", "boss", "Please choose a role."),
    ] {
        let done = create(&portal, email, name, mobile, role);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(1), "{said}");
        assert!(said.contains(sentence), "{said}");
        assert!(done.stdout.is_empty());
    }
    let people = sql::value::<i64>(portal.pool(), "select count(*) from person", &[]).await;
    assert_eq!((people, notes(portal.pool()).await.len()), (8, 0));
}
