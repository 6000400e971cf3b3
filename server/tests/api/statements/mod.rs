//! Statements of account: access, figures, preparation and expiry.

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
use crate::support::{Actor, Portal, RefusedCall, pdf_text};

/// The account that SINAR has in every test, and the other company's.
pub const OWN: &str = "223000000001";
pub const OTHERS: &str = "223000000002";

/// A portal with its own file store, which is deleted with it.
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

    /// Returns a statement's row in the list.
    pub async fn row(&self, statement_id: &str) -> Value {
        row(&self.viewer, statement_id).await
    }

    /// Waits until the statement has that state, and returns its row.
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

/// Returns a request as existing clients send it.
pub fn asked(account_no: &str, months: u32, language: &str) -> Value {
    json!({
        "channel": "download", "caNo": account_no, "statementPeriod": months, "isOwnedAccount": true, "language": language,
        "email": "", "name": "Devi", "bulkId": SINAR, "referenceId": "", "companyName": "",
    })
}

/// Returns the same request with delivery to these e-mail addresses.
pub fn asked_by_email(account_no: &str, months: u32, language: &str, email: &str) -> Value {
    let mut request = asked(account_no, months, language);
    request["channel"] = json!("email");
    request["email"] = json!(email);
    request
}

/// Requests a statement. Returns its id.
pub async fn request(actor: &Actor, request: Value) -> Result<String, RefusedCall> {
    let answer = actor.call_raw::<GetStatement>(request).await?;
    Ok(answer["statementId"].as_str().expect("an id").to_owned())
}

/// Returns the text of the statement's PDF without spaces.
pub async fn text(actor: &Actor, statement_id: &str) -> String {
    let (status, bytes) = actor.send(&DownloadStatement::ENTRY, json!({ "statementId": statement_id })).await;
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&bytes));
    pdf_text(&bytes)
}
