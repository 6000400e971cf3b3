//! The signed declaration: upload, storage, download and refusals.

mod downloading;
mod filled_in;
mod hostile;
mod keeping;
mod killed;
mod uploading;

use std::path::{Path, PathBuf};

use gridbill_core::registration::{Declaration, RegistrationStatus};
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use crate::support::clock::noon;
use crate::support::given;
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Portal, sql};

const UPLOAD: &str = "/account-svc/api/v1/BulkRegistration/UploadDeclaration";
const DOWNLOAD: &str = "/account-svc/api/v1/BulkRegistration/DownloadDeclarationForm";
const NEW: &str = "kamala@baru.example";
const OTHER: &str = "lim@lain.example";
pub const MULTIPART: &str = "multipart/form-data; boundary=gridbill";

/// A portal with its own file store, and two new applicants.
struct World {
    portal: Portal,
    wire: RawClient,
    /// Kamala's `Authorization` header.
    token: String,
    folder: PathBuf,
}

impl World {
    async fn new() -> Self {
        Self::with(&[]).await
    }

    async fn with(flags: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("gridbill-files-{}", Uuid::now_v7().simple()));
        let url = format!("file://{}", folder.display());
        let portal = Portal::with_people_and(&[&["--files-url", &url], flags].concat()).await;
        given::person_without_account(portal.pool(), NEW).await;
        given::person_without_account(portal.pool(), OTHER).await;
        let wire = RawClient::to(portal.address);
        let token = bearer(&wire.sign_in(NEW).await.0);
        Self { portal, wire, token, folder }
    }

    async fn token_of(&self, email: &str) -> String {
        bearer(&self.wire.sign_in(email).await.0)
    }

    async fn upload(&self, name: &str, file: &[u8]) -> RawResponse {
        self.upload_as(&self.token, name, file, None).await
    }

    async fn upload_as(&self, token: &str, name: &str, file: &[u8], file_to_delete: Option<&str>) -> RawResponse {
        let field = file_to_delete.map(|id| ("fileToDelete", id));
        let body = form(&[("File", name, file)], field.as_slice());
        self.wire.send("POST", UPLOAD, &[("authorization", token), ("content-type", MULTIPART)], body).await
    }

    /// Uploads a file that must be accepted.
    async fn uploaded(&self, name: &str, file: &[u8]) -> Declaration {
        taken(&self.upload(name, file).await)
    }

    async fn replaced(&self, file: &[u8], file_to_delete: &str) -> Declaration {
        taken(&self.upload_as(&self.token, "form.pdf", file, Some(file_to_delete)).await)
    }

    async fn download(&self, token: &str, registration_id: &str) -> RawResponse {
        self.wire.send("GET", &format!("{DOWNLOAD}/{registration_id}"), &[("authorization", token)], "").await
    }

    fn pool(&self) -> &PgPool {
        self.portal.pool()
    }

    /// Returns the number of rows, orphan rows and files.
    async fn counts(&self) -> (i64, i64, usize) {
        let rows = sql::value::<i64>(self.pool(), "select count(*) from stored_file", &[]).await;
        let strays = sql::value::<i64>(self.pool(), "select count(*) from stray_file", &[]).await;
        (rows, strays, files_in(&self.folder))
    }

    /// Inserts Kamala's application with that status and this declaration, submitted unless it is a draft.
    async fn application(&self, status: RegistrationStatus, file_id: Option<&str>) -> String {
        let registration_id = Uuid::now_v7();
        let file_id = file_id.map(|id| Uuid::parse_str(id).unwrap());
        let is_submitted = status != RegistrationStatus::Unregistered;
        let submitted = is_submitted.then(|| noon().utc());
        let query = "
            insert into registration (registration_id, person_id, status, business_type, registration_no, form,
                                      declaration_id, submissions, submitted_at, created_at, updated_at, answer_by)
            select $1, person_id, $2, 2, $8, '{}', $3, $4, $5, $6, $6,
                   case when registration_awaits_answer($2) then date '2026-12-20' end from person where email = $7";
        sql::run(
            self.pool(),
            query,
            &[
                &registration_id,
                &(status as i16),
                &file_id,
                &i32::from(is_submitted),
                &submitted,
                &noon().utc(),
                &NEW,
                &registration_id.simple().to_string()[20..].to_uppercase(),
            ],
        )
        .await;
        if is_submitted {
            let query = "
                insert into registration_submission (registration_id, submission, form, declaration_id, accounts, submitted_at)
                values ($1, 1, '{}', $2, 1, $3)";
            sql::run(self.pool(), query, &[&registration_id, &file_id, &noon().utc()]).await;
        }
        registration_id.to_string()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn taken(answer: &RawResponse) -> Declaration {
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_value(answer.json()["Data"].take()).unwrap()
}

/// Builds multipart form data from files (field, name, bytes) and further fields.
pub fn form(files: &[(&str, &str, &[u8])], fields: &[(&str, &str)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (field, name, file) in files {
        let head =
            format!("--gridbill\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n");
    }
    for (field, value) in fields {
        let part = format!("--gridbill\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    body.extend_from_slice(b"--gridbill--\r\n");
    body
}

/// Reads `fixtures/declarations.json` or `fixtures/sheets.json`: names, core's answers and files.
pub fn hostile(kind: &str) -> Vec<(String, Value, Vec<u8>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/{kind}.json"));
    let all: serde_json::Map<String, Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let read = |(name, mut fixture): (String, Value)| {
        let file = hex::decode(fixture["file"].as_str().unwrap()).unwrap();
        (name, fixture["answer"].take(), file)
    };
    all.into_iter().map(read).collect()
}

/// Reads a declaration from the fixtures.
pub fn fixture(name: &str) -> Vec<u8> {
    hostile("declarations").into_iter().find(|fixture| fixture.0 == name).unwrap().2
}

pub fn pdf() -> Vec<u8> {
    fixture("a plain pdf")
}

fn files_in(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries.map(|entry| entry.unwrap().path()).map(|path| if path.is_dir() { files_in(&path) } else { 1 }).sum()
}
