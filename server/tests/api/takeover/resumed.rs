//! The program itself: a killed import continues, and the commands report.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use gridbill::feed::{AccountReference, Company, User};

use super::{KEDAI, SINAR, USERS, World, users};
use crate::feed::{Folder, import, run};
use crate::support::Portal;
use crate::support::database::Content;

async fn durable(test: &str) -> World {
    let world = World { portal: Portal::durable(Content::Tables).await, folder: Folder::new(test) };
    world.accounts().await;
    world.write_all("2026-12-01");
    world
}

fn takeover(world: &World, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridbill"));
    let url = world.portal.app.config.database_url.as_ref().expect("an address");
    command.arg("takeover").args(arguments).env("DATABASE_URL", url).env("RUST_LOG", "error");
    run(command)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_import_of_users_leaves_no_company_ready_and_continues() {
    let world = durable("takeover-killed").await;
    world.import::<Company>("companies.csv").await;
    world.import::<AccountReference>("references.csv").await;
    let mut rows = users();
    for number in 0..20_000 {
        writeln!(rows, "{SINAR},user{number}@sinar.example,Nur Aisyah,viewer,no,no,,en").expect("written");
    }
    let file = world.folder.write("users.csv", rows);
    let mut child = import(&world.portal, "users", &file).stderr(Stdio::piped()).spawn().expect("the program runs");
    let told = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    assert!(told.map_while(Result::ok).any(|line| line == "10000 users read"));
    child.kill().expect("killed");
    child.wait().expect("ended");
    let stored = world.count("takeover_user").await;
    assert!(stored >= 10_000, "{stored}");
    if stored < 20_004 {
        assert_eq!(world.obstacles().await[0].as_deref(), Some("unfinished"));
    }
    let outcome = world.import::<User>("users.csv").await;
    assert_eq!((outcome.new + outcome.unchanged, outcome.changed, outcome.rejected), (20_004, 0, 0));
    assert!(outcome.unchanged >= stored.unsigned_abs(), "{outcome:?}");
    assert_eq!(world.obstacles().await, [None, None]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_report_what_stops_a_company() {
    let world = durable("takeover-commands").await;
    let (code, output, _) = run({
        let mut command = import(&world.portal, "companies", &world.folder.file("companies.csv"));
        command.arg("--dry-run");
        command
    });
    assert!(code == 0 && output.starts_with("dry run, nothing is stored: companies: 2 new, 0 changed"), "{output}");
    assert_eq!(world.count("bulk_account").await, 0);
    world.import::<Company>("companies.csv").await;
    world.import::<AccountReference>("references.csv").await;
    let file = world.folder.write("users.csv", users().replace("endon@kedai.example", "endon"));
    let (code, output, _) = run(import(&world.portal, "users", &file));
    assert_eq!(code, 3, "{output}");
    let expected = format!(
        "1 companies are not ready, because some of their users are refused:\n    \
         {KEDAI} Kedai Ria Sdn Bhd: 1 refused\n"
    );
    assert!(output.contains(&expected), "{output}");
    let (code, output, _) = takeover(&world, &["state"]);
    assert_eq!(code, 3, "{output}");
    assert!(
        output
            .starts_with(&format!("{KEDAI} Kedai Ria Sdn Bhd, cut-over on 2026-12-01: some of its users were refused")),
        "{output}"
    );
    assert!(output.ends_with("1 of 2 companies are ready; 3 users have no activation e-mail\n"), "{output}");
    let (code, output, errors) = takeover(&world, &["sheet", world.sheet().to_str().expect("a path")]);
    assert_eq!(code, 0, "{output}{errors}");
    assert!(output.starts_with("2 companies, of which 0 differ from the files: "), "{output}");
    let history = world.folder.file("history.csv");
    let (code, output, _) = run(import(&world.portal, "paymentHistory", &history));
    assert_eq!((code, output.as_str()), (0, "payments: 3 new, 0 changed, 0 unchanged, 0 rejected\n"));
    let empty = world.folder.write("users.csv", USERS);
    assert_eq!(run(import(&world.portal, "users", &empty)).0, 0, "a file without rows is valid");
}
