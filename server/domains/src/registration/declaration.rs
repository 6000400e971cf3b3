//! The signed declaration: uploaded by the customer, downloaded by the customer and staff.

use gridbill_core::registration::declaration::{CheckedFile, FileKind, clean_name};
use gridbill_core::registration::{Declaration, RegistrationIdRequest, UploadDeclarationRequest};
use gridbill_core::{Code, Instant};
use uuid::Uuid;

use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::{Applicant, Person};
use crate::endpoint::{Sent, Uploaded};
use crate::error::Answer;
use crate::files;

use super::sql::declaration as sql;

/// Maximum files per user that are in no application; older ones are deleted.
const MAX_UNUSED: i64 = 5;
/// Days for which such files are kept: a page that has uploaded one may still submit it.
const UNUSED_DAYS: i64 = 7;

/// Stores a declaration. It becomes part of an application when the draft is saved or submitted with it. The file that
/// it replaces stays as long as an application refers to it.
pub async fn upload(app: App, who: Person, request: UploadDeclarationRequest, file: Uploaded) -> Answer<Declaration> {
    rate_limit::enforce(&app.auth, app.config.limits.uploads(), &who.person_id.to_string()).await?;
    let replaced = match request.file_to_delete.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(id) => Some(Uuid::try_parse(id).map_err(|_| Code::FileNotFound)?),
    };
    if let Some(replaced) = replaced
        && !sql::is_own(&app.pool, who.person_id, replaced).await?
    {
        return Err(Code::FileNotFound.into());
    }
    let CheckedFile { kind, bytes } = files::checked(file.bytes.clone()).await?;
    let written = app.files.write(file.bytes.slice(..bytes)).await?;
    let (now, name) = (app.now(), clean_name(&file.name, kind));
    let mut tx = app.begin().await?;
    // Serialises uploads of the same user, so that concurrent uploads cannot exceed the limit.
    sql::lock_person(&mut tx, who.person_id).await?;
    files::claim(&mut tx, &written).await?;
    sql::add(&mut tx, &written, sql::NewDeclaration { owner_id: who.person_id, name: &name, kind: kind.code() }, now)
        .await?;
    let gone = sql::unused(&mut tx, who.person_id, replaced, MAX_UNUSED).await?;
    let gone = sql::delete(&mut tx, &gone).await?;
    files::mark_orphans(&mut tx, &gone, now).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    let file_id = written.file_id.to_string();
    Ok(Declaration { file_id, file_name: name, kind, size: written.size, uploaded_at: now })
}

/// Sends the declaration: the current one to the applicant, the submitted one to staff.
pub async fn download(app: App, who: Applicant, _: RegistrationIdRequest) -> Answer<Sent> {
    let registration_id = who.registration_id;
    let found = if who.person.is_staff {
        sql::submitted(&app.pool, registration_id).await?
    } else {
        sql::of_maker(&app.pool, registration_id, who.person.person_id).await?
    };
    let found = found.ok_or(Code::FileNotFound)?;
    let kind = FileKind::from_code(&found.kind).ok_or_else(|| anyhow::anyhow!("unknown file kind: {}", found.kind))?;
    let bytes = app.files.read(found.file_id, &found.sha256).await?;
    Ok(Sent { name: found.name, media_type: kind.media_type(), bytes: bytes.into() })
}

/// Deletes files that were uploaded too long ago and are in no application.
pub async fn delete_unused_files(app: &App, now: Instant) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let unused = sql::unused_since(&mut tx, now.plus_seconds(-UNUSED_DAYS * 86_400)).await?;
    let gone = sql::delete(&mut tx, &unused).await?;
    files::mark_orphans(&mut tx, &gone, now).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    Ok(())
}
