//! Files of queries, with the same checks as declarations.

use gridbill_core::queries::{AddQueryFileRequest, MAX_FILES, QueryAuthor, QueryFact, QueryFile, QueryFileRequest};
use gridbill_core::registration::declaration::{CheckedFile, FileKind, clean_name};
use gridbill_core::{Code, Problem};
use uuid::Uuid;

use super::{id, locked, record, sql};
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::Customer;
use crate::endpoint::{Sent, Uploaded};
use crate::error::Answer;
use crate::facts::Actor;
use crate::files;

/// Adds a file to an open query. The bytes are written before the transaction, as an orphan.
pub async fn add(app: App, who: Customer, request: AddQueryFileRequest, file: Uploaded) -> Answer<QueryFile> {
    rate_limit::enforce(&app.auth, app.config.limits.uploads(), &who.person.person_id.to_string()).await?;
    let query_id = id(&request.query_id)?;
    if !sql::exists(&app.pool, &who.bulk_id, query_id).await? {
        return Err(Code::QueryNotFound.into());
    }
    let CheckedFile { kind, bytes } = files::checked(file.bytes.clone()).await?;
    let written = app.files.write(file.bytes.slice(..bytes)).await?;
    let (now, file_name, is_staff) = (app.now(), clean_name(&file.name, kind), who.person.is_staff);
    let mut tx = app.begin().await?;
    let query = locked(&mut tx, &who.person, Some(&who.bulk_id), &request.query_id).await?;
    if !query.state.is_open() {
        return Err(Code::QueryEnded.into());
    }
    if usize::try_from(query.files).unwrap_or(usize::MAX) >= MAX_FILES {
        return Err(Problem::new(Code::QueryFull).with("limit", MAX_FILES).into());
    }
    files::claim(&mut tx, &written).await?;
    let new = sql::NewFile {
        query_id,
        bulk_id: &who.bulk_id,
        is_staff,
        author_id: who.person.person_id,
        name: &file_name,
        kind: kind.code(),
        added_at: now,
    };
    sql::add_file(&mut tx, &written, &new).await?;
    let fact = QueryFact::QueryFileAdded { name: file_name.clone(), by_staff: is_staff };
    record(&app.context(), &mut tx, &query, Actor::Person(&who.person), fact).await?;
    tx.commit().await?;
    Ok(QueryFile {
        file_id: written.file_id.to_string(),
        file_name,
        kind,
        size: written.size,
        author: QueryAuthor::of(is_staff),
        name: who.person.name,
        added_at: now,
    })
}

pub async fn download(app: App, who: Customer, request: QueryFileRequest) -> Answer<Sent> {
    let file_id = Uuid::try_parse(&request.file_id).map_err(|_| Code::FileNotFound)?;
    let found =
        sql::read::file(&app.pool, &who.bulk_id, id(&request.query_id)?, file_id).await?.ok_or(Code::FileNotFound)?;
    let kind = FileKind::from_code(&found.kind).ok_or_else(|| anyhow::anyhow!("unknown file kind: {}", found.kind))?;
    let bytes = app.files.read(file_id, &found.sha256).await?;
    Ok(Sent { name: found.name, media_type: kind.media_type(), bytes: bytes.into() })
}
