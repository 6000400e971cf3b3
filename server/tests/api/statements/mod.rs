//! Statements of account: who gets which, what they say, how they are made, and how they end.

mod asking;
pub mod figures;
mod making;

use std::path::PathBuf;

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::statements::{DownloadStatement, GetStatement, GetStatements};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::support::given::SINAR;
use crate::support::portal::until;
use crate::support::{Actor, Portal, Refused, pdf_text};

/// The one account of SINAR that every test has, and that of the other company.
pub const OWN: &str = "223000000001";
pub const OTHERS: &str = "223000000002";

/// A portal with a file store of its own, which goes with it.
pub struct World {
    pub portal: Portal,
    pub viewer: Actor,
    pub files: PathBuf,
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.files);
    }
}

impl World {
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    pub async fn with(flags: &[&str]) -> Self {
        let files = std::env::temp_dir().join(format!("gridbill-statements-{}", uuid::Uuid::now_v7()));
        let url = format!("file://{}", files.display());
        let portal = Portal::with_people_and(&[&["--files-url", &url], flags].concat()).await;
        let viewer = portal.sign_in("viewer@sinar.example").await;
        Self { portal, viewer, files }
    }

    pub fn pool(&self) -> &PgPool {
        self.portal.pool()
    }

    /// How a statement stands.
    pub async fn row(&self, statement_id: &str) -> Value {
        row(&self.viewer, statement_id).await
    }

    /// The statement once its state is that.
    pub async fn until_state(&self, statement_id: &str, state: &str) -> Value {
        until(&format!("{statement_id} is {state}"), || async {
            let row = self.row(statement_id).await;
            (row["state"] == state).then_some(row)
        })
        .await
    }
}

pub async fn row(actor: &Actor, statement_id: &str) -> Value {
    let page = actor.call_raw::<GetStatements>(json!({ "id": SINAR, "recordCount": 1000 })).await.expect("statements");
    let rows = page["items"].as_array().expect("rows");
    rows.iter().find(|row| row["statementId"] == statement_id).expect("the statement").clone()
}

/// A request as existing clients send it.
pub fn asked(account_no: &str, months: u32, language: &str) -> Value {
    json!({
        "channel": "download", "caNo": account_no, "statementPeriod": months, "isOwnedAccount": true, "language": language,
        "email": "", "name": "Devi", "bulkId": SINAR, "referenceId": "", "companyName": "",
    })
}

/// The same, and these are told by e-mail.
pub fn asked_by_email(account_no: &str, months: u32, language: &str, email: &str) -> Value {
    let mut request = asked(account_no, months, language);
    request["channel"] = json!("email");
    request["email"] = json!(email);
    request
}

/// Requests one; its id.
pub async fn request(actor: &Actor, request: Value) -> Result<String, Refused> {
    let answer = actor.call_raw::<GetStatement>(request).await?;
    Ok(answer["statementId"].as_str().expect("an id").to_owned())
}

/// What its PDF says, without spaces.
pub async fn text(actor: &Actor, statement_id: &str) -> String {
    let (status, bytes) = actor.send(&DownloadStatement::ENTRY, json!({ "statementId": statement_id })).await;
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&bytes));
    pdf_text(&bytes)
}
