//! The declaration form filled with the company's data, ready to be signed.

use gridbill_core::registration::SaveRegistrationDraft;
use serde_json::json;

use super::{NEW, World};
use crate::registration;

const FILLED_IN: &str = "/portal/api/v1/Registration/Declaration";

#[tokio::test(flavor = "multi_thread")]
async fn a_declaration_is_filled_in_and_uploaded_signed() {
    let world = World::new().await;
    let headers = [("authorization", world.token.as_str())];
    let missing = world.wire.send("GET", FILLED_IN, &headers, "").await;
    assert_eq!((missing.status, missing.code().as_deref()), (404, Some("registrationNotFound")));
    let kamala = world.portal.sign_in(NEW).await;
    let draft = json!({ "form": registration::form("202001234567", "") });
    kamala.call_raw::<SaveRegistrationDraft>(draft).await.unwrap();
    for (language, name) in [("en", "Declaration Form.pdf"), ("ms", "Borang Akuan.pdf")] {
        let headers = [("authorization", world.token.as_str()), ("accept-language", language)];
        let file = world.wire.send("GET", FILLED_IN, &headers, "").await;
        let header = |name: &str| file.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        assert_eq!((file.status, header("content-type")), (200, "application/pdf"));
        let shown = header("content-disposition");
        assert!(shown.ends_with(&name.replace(' ', "%20")), "{shown}");
        assert!(file.body.starts_with(b"%PDF-"));
        // The portal accepts its own form as an upload.
        let taken = world.uploaded(name, &file.body).await;
        assert_eq!((taken.file_name.as_str(), taken.size), (name, i64::try_from(file.body.len()).unwrap()));
    }
}
