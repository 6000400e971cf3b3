//! Links to the files of scheduled accounting runs, which work without signing in (docs/domain/accounting.md#links). The
//! database stores only the hash of a token; the token is in the fragment of the page's address, which browsers never send
//! to a server. A link works while its profile is scheduled and its user may have the file.

use gridbill_core::accounting::{
    AccountingDraft, AccountingLinkFile, AccountingLinkRequest, AccountingSums, FILE_LINK_SECONDS, RepeatAccountingRun,
};
use gridbill_core::{Code, Instant, Language};
use minijinja::{Value, context};
use sqlx::PgConnection;
use uuid::Uuid;

use super::accounting::{self, AccountingFile};
use super::job::{self, Progress};
use super::sending::sent;
use crate::accounting::sql::{self, FileLink};
use crate::app::{App, Context};
use crate::auth::rate_limit::{self, RateLimit};
use crate::auth::security::{self, Event, SecurityEventKind};
use crate::auth::who::{Customer, Visitor};
use crate::auth::{absent, token};
use crate::endpoint::Streamed;
use crate::error::{Answer, Error};
use crate::identity::links::refused;
use crate::mail::{Email, To, Words, named, words};

/// Files of one link. A program may fetch the file again after a failure.
const BY_LINK: RateLimit = RateLimit { bucket: "accountingLink", max: 30, window_seconds: 3600 };
/// Days for which an old link is reported as expired; afterwards it is reported as invalid.
const KEPT_DAYS: i64 = 90;

/// Creates a link to the file of a run, and e-mails it to the user for whom the run was made.
pub async fn send(
    context: &Context,
    db: &mut PgConnection,
    who: &Customer,
    profile_id: Uuid,
    run_no: i64,
    draft: &AccountingDraft,
    sums: &AccountingSums,
) -> Answer<()> {
    let (token, now, person) = (context.token(), context.now(), &who.person);
    let link = FileLink {
        bulk_id: who.bulk_id.clone(),
        profile_id,
        run_no,
        person_id: person.person_id,
        language: person.language,
        expires_at: now.plus_seconds(FILE_LINK_SECONDS),
    };
    sql::add_link(db, &token::hashed(&token), &link, now).await?;
    let email = FileLinkEmail {
        profile: &draft.name,
        run_no,
        documents: sums.documents,
        expires_at: link.expires_at,
        link: &format!("{}/account/accountingFile#{token}", context.config().public_url()),
    };
    context.send(db, To { email: &person.email, name: Some(&person.name), language: person.language }, email).await
}

/// Returns the file's name.
pub async fn check(app: App, visitor: Visitor, request: AccountingLinkRequest) -> Answer<AccountingLinkFile> {
    let found = find(&app, &visitor, &request.token).await?;
    let LinkedRun { name, sums, link, .. } = found;
    Ok(AccountingLinkFile { name, documents: sums.documents, expires_at: link.expires_at })
}

/// Makes the file of the link's run again, and returns it.
pub async fn open(app: App, visitor: Visitor, request: AccountingLinkRequest) -> Answer<Streamed> {
    let LinkedRun { name, link, file, .. } = find(&app, &visitor, &request.token).await?;
    rate_limit::enforce(&app.auth, BY_LINK, &hex::encode(token::hashed(&request.token))).await?;
    let _permit = app.document_permits.acquire().await?;
    let (made, _) = accounting::make(&app, &file, &mut Progress::Untold).await?;
    let event = Event {
        what: SecurityEventKind::FileLinkOpened,
        person_id: Some(link.person_id),
        email: None,
        call: "OpenAccountingLink",
        code: None,
    };
    security::record(&app.auth, &visitor.caller, &event);
    sent(name, made)
}

/// A link that may be used, with its run.
struct LinkedRun {
    link: FileLink,
    file: AccountingFile,
    sums: AccountingSums,
    /// The name of the file.
    name: String,
}

/// Finds a valid link. Its user must still be allowed to have the file.
async fn find(app: &App, visitor: &Visitor, token: &str) -> Answer<LinkedRun> {
    rate_limit::enforce_by_address(&app.auth, app.config.limits.checks(), &visitor.caller).await?;
    let mut db = app.pool.acquire().await?;
    let link = sql::find_link(&mut db, &token::hashed(token)).await?.ok_or_else(|| refused(Code::LinkInvalid))?;
    if link.expires_at <= app.now() {
        return Err(refused(Code::LinkExpired).into());
    }
    let run = sql::run(&mut db, &link.bulk_id, link.profile_id, link.run_no).await?;
    drop(db);
    let run = run.ok_or(Code::AccountingRunNotFound)?;
    let (profile_id, run_no) = (link.profile_id, Some(link.run_no));
    let file = AccountingFile { id: link.bulk_id.clone(), profile_id, run_no, draft: None };
    check_user(app, &link, &file).await.map_err(|error| match error {
        Error::Refused(_) => refused(Code::LinkInvalid).into(),
        error @ Error::Internal(_) => error,
    })?;
    let name = accounting::file_name(&run.draft.0, &run.sums, run_no);
    Ok(LinkedRun { link, file, sums: run.sums, name })
}

async fn check_user(app: &App, link: &FileLink, file: &AccountingFile) -> Answer<()> {
    let person = absent::person(&app.auth, link.person_id, link.language).await?;
    job::customer::<RepeatAccountingRun>(app, person, &link.bulk_id, &accounting::request(file)).await.map(drop)
}

/// Deletes links that expired long ago.
pub async fn delete_expired(app: &App) -> Answer<()> {
    sql::delete_expired_links(&app.pool, app.now().plus_seconds(-KEPT_DAYS * 86_400)).await?;
    Ok(())
}

/// The e-mail with the link to the file of a scheduled run.
pub struct FileLinkEmail<'a> {
    /// The name of the profile.
    pub profile: &'a str,
    pub run_no: i64,
    pub documents: i64,
    pub expires_at: Instant,
    pub link: &'a str,
}

impl Email for FileLinkEmail<'_> {
    fn words(&self) -> Words {
        words!("accounting_file")
    }

    fn link(&self) -> Option<&str> {
        Some(self.link)
    }

    fn values(&self, language: Language) -> Value {
        context! {
            profile => named(self.profile), run_no => self.run_no, documents => self.documents,
            expires_at => self.expires_at.shown(language),
        }
    }
}
