//! The file with a user's own data: what it has, what it never has, and that no table is forgotten.

use std::collections::BTreeSet;
use std::io::{Cursor, Read as _};

use gridbill::personal_data::own_data::{COLUMNS, Section, heading};
use gridbill_core::downloads::{DownloadState, GetDownloadFile, GetDownloads};
use gridbill_core::endpoint::{Endpoint as _, Nothing};
use gridbill_core::identity::profile::ConfirmPassword;
use gridbill_core::personal_data::own_data::DownloadOwnData;
use gridbill_core::personal_data::requests::MakeDataRequest;
use gridbill_core::views::SaveView;
use gridbill_core::{Code, Language};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::factors::outlive_proof;
use crate::support::portal::{PASSWORD, until};
use crate::support::{Actor, Portal, sql};

const VIEWER: &str = "viewer@sinar.example";

async fn portal() -> Portal {
    let folder = std::env::temp_dir().join(format!("gridbill-own-data-{}", Uuid::now_v7().simple()));
    let portal = Portal::with_people_and(&["--files-url", &format!("file://{}", folder.display())]).await;
    portal.work();
    portal
}

/// Asks for the file, waits for it, and returns `data.json` and the page.
async fn file_of(actor: &Actor) -> (Value, String) {
    let asked = actor.call_raw::<DownloadOwnData>(json!({})).await.expect("a download");
    let download_id = asked["downloadId"].as_str().expect("an id").to_owned();
    until("the file", async || {
        let items = actor.call::<GetDownloads>(Nothing {}).await.expect("downloads").items;
        items.into_iter().find(|one| one.download_id == download_id && one.state == DownloadState::Ready)
    })
    .await;
    let (status, bytes) = actor.send(&GetDownloadFile::ENTRY, json!({ "downloadId": download_id })).await;
    assert_eq!(status, 200);
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut texts = Vec::new();
    for name in ["data.json", "My data.html"] {
        let mut text = String::new();
        archive.by_name(name).expect(name).read_to_string(&mut text).expect("a text");
        texts.push(text);
    }
    let page = texts.pop().expect("a page");
    (serde_json::from_str(&texts[0]).expect("JSON"), page)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_has_everything_about_its_user_and_nothing_secret() {
    let portal = portal().await;
    let viewer = portal.sign_in(VIEWER).await;
    let view = json!({ "list": "accounts", "name": "<b>Johor</b>", "address": { "state": "Johor" } });
    viewer.call_raw::<SaveView>(view).await.expect("a view");
    let request = json!({ "kind": "access", "text": "Everything, please." });
    viewer.call_raw::<MakeDataRequest>(request).await.expect("a request");
    let (data, page) = file_of(&viewer).await;
    let sections = data["sections"].as_object().expect("sections");
    let names: Vec<_> = sections.keys().map(String::as_str).collect();
    assert_eq!(names, Section::ALL.iter().map(|section| section.key()).collect::<Vec<_>>());
    assert_eq!(sections["profile"][0]["email"], json!(VIEWER));
    assert_eq!(sections["membership"][0]["role"], json!("viewer"));
    assert_eq!(sections["dataRequests"][0]["text"], json!("Everything, please."));
    assert_eq!(sections["savedViews"][0]["name"], json!("<b>Johor</b>"));
    assert!(!sections["sessions"].as_array().expect("sessions").is_empty());
    assert!(!sections["securityEvents"].as_array().expect("events").is_empty());
    assert_eq!(data["notIncluded"].as_array().expect("reasons").len(), 2);
    assert!(page.contains("&lt;b&gt;Johor") && !page.contains("<b>Johor") && page.contains("<h2>Sessions</h2>"));
    // Neither secrets nor data of colleagues.
    let text = data.to_string();
    for secret in ["password_hash", "passwordHash", "$argon2", "token_hash", "tokenHash", "master@sinar.example"] {
        assert!(!text.contains(secret), "{secret}");
    }
    // Every field has its words in both languages.
    for (section, rows) in sections {
        for field in rows.as_array().expect("rows").iter().flat_map(|row| row.as_object().expect("a row").keys()) {
            let words = Language::ALL.map(|language| heading(field, language));
            assert!(!words.contains(&field.as_str()), "{section}.{field} has no words");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_needs_a_recent_proof_and_is_its_users_alone() {
    let portal = portal().await;
    let viewer = portal.sign_in(VIEWER).await;
    outlive_proof(&portal).await;
    let refused = viewer.call_raw::<DownloadOwnData>(json!({})).await.expect_err("too old a proof");
    assert_eq!(refused.code(), Code::ConfirmIdentity);
    viewer.call_raw::<ConfirmPassword>(json!({ "password": PASSWORD })).await.expect("confirmed");
    let (data, _) = file_of(&viewer).await;
    assert_eq!(data["sections"]["profile"][0]["email"], json!(VIEWER));
    let items = viewer.call::<GetDownloads>(Nothing {}).await.expect("downloads").items;
    let master = portal.sign_in("master@sinar.example").await;
    let asked = json!({ "downloadId": items[0].download_id });
    assert_eq!(master.send(&GetDownloadFile::ENTRY, asked).await.0, 404);
    // Staff have a file of their own as well.
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let (data, _) = file_of(&staff).await;
    assert_eq!(data["sections"]["profile"][0]["isStaff"], json!(true));
}

/// A new table with a column of a person needs a decision.
#[tokio::test(flavor = "multi_thread")]
async fn every_column_of_a_person_is_covered_or_left_out_for_a_reason() {
    let portal = Portal::with_people().await;
    let query = "select c.table_name::text, c.column_name::text from information_schema.columns c
         join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
         where c.table_schema = 'public' and c.table_name <> 'written'
           and (c.column_name in ('person_id', 'email', 'recipient', 'owner_id', 'actor_id')
                or exists (select from pg_constraint k
                           join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
                           where k.contype = 'f' and k.confrelid = 'public.person'::regclass
                             and k.conrelid = to_regclass('public.' || quote_ident(c.table_name))
                             and a.attname = c.column_name))";
    let found = sql::rows::<(String, String)>(portal.pool(), query, &[]).await;
    let found: BTreeSet<_> = found.iter().map(|(table, column)| (table.as_str(), column.as_str())).collect();
    let decided: BTreeSet<_> = COLUMNS.iter().map(|(table, column, _)| (*table, *column)).collect();
    let undecided: Vec<_> = found.difference(&decided).collect();
    let gone: Vec<_> = decided.difference(&found).collect();
    assert!(undecided.is_empty(), "is this personal data in the user's file? {undecided:?}");
    assert!(gone.is_empty(), "no such column: {gone:?}");
}
