//! Imported feed files, and their rejected rows.

use gridbill_core::list::Sort;
use gridbill_core::operations::{
    FeedImport, FeedImportRequest, FeedImportsRequest, FeedKind, ImportState, RejectedRow, RejectedRowsRequest,
};
use gridbill_core::{Code, Instant, Page};

use super::{errors, sql};
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, NewestFirst, columns, searched_pattern};

/// Seconds without progress after which an unfinished import counts as interrupted. An import reports progress
/// every 10,000 rows.
const SILENCE_SECONDS: i64 = 10 * 60;
/// Days for which imported files are listed.
const KEPT_DAYS: i64 = 90;

pub async fn page(app: App, _: Staff, request: FeedImportsRequest) -> Answer<Page<FeedImport>> {
    let imports = Imports {
        pattern: searched_pattern("search", request.search.as_deref())?,
        kind: request.kind,
        has_rejected: request.has_rejected,
        import_id: None,
    };
    let now = sql::database_now(&app.pool).await?;
    Ok(list::page(&app.pool, &imports, Sort::default(), request.page()).await?.map(|row| row.shown(now)))
}

pub async fn one(app: App, _: Staff, request: FeedImportRequest) -> Answer<FeedImport> {
    let import_id = Some(id(&request.import_id)?);
    let imports = Imports { pattern: None, kind: None, has_rejected: None, import_id };
    let now = sql::database_now(&app.pool).await?;
    let found = list::one(&app.pool, &imports).await?.ok_or(Code::ImportNotFound)?;
    Ok(found.shown(now))
}

pub async fn rejected(app: App, _: Staff, request: RejectedRowsRequest) -> Answer<Page<RejectedRow>> {
    let rows = Rejected {
        import_id: id(&request.import_id)?,
        pattern: searched_pattern("search", request.search.as_deref())?,
    };
    list::page(&app.pool, &rows, Sort::default(), request.page()).await
}

/// Deletes imports that are no longer listed.
pub async fn delete_old_imports(app: &App) -> Answer<()> {
    Ok(sql::delete_imports(&app.pool, app.now().plus_seconds(-KEPT_DAYS * 86_400)).await?)
}

fn id(import_id: &str) -> Result<i64, Code> {
    import_id.parse().map_err(|_| Code::ImportNotFound)
}

/// Feed files, newest first.
struct Imports {
    pattern: Option<String>,
    kind: Option<FeedKind>,
    has_rejected: Option<bool>,
    import_id: Option<i64>,
}

impl List for Imports {
    type Row = ImportRow;
    type By = NewestFirst;
    const NAME: &'static str = "feed imports";
    const FROM: (&'static str, &'static str) = ("feed_import", "i");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("i.import_id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and_some("i.file_name ilike {}", self.pattern.clone());
        only.and_some("i.kind = {}", self.kind.map(FeedKind::code));
        only.and_some("(i.rejected_count > 0) = {}", self.has_rejected);
        only.and_some("i.import_id = {}", self.import_id);
    }
}

struct ImportRow {
    import_id: i64,
    kind: FeedKind,
    file_name: String,
    began_at: Instant,
    touched_at: Instant,
    ended_at: Option<Instant>,
    rows: i64,
    new_count: i64,
    changed_count: i64,
    unchanged_count: i64,
    rejected_count: i64,
    listed: i64,
    problem: Option<String>,
}

columns! { ImportRow, "" =>
    import_id: "i.import_id",
    kind: "i.kind",
    file_name: "i.file_name",
    began_at: "i.began_at",
    touched_at: "i.touched_at",
    ended_at: "i.ended_at",
    rows: "i.row_count",
    new_count: "i.new_count",
    changed_count: "i.changed_count",
    unchanged_count: "i.unchanged_count",
    rejected_count: "i.rejected_count",
    listed: "(select count(*) from feed_rejected r where r.import_id = i.import_id)",
    problem: "i.problem",
}

impl ImportRow {
    fn shown(self, now: Instant) -> FeedImport {
        let state = match (self.ended_at, &self.problem) {
            (Some(_), None) => ImportState::Done,
            (Some(_), Some(_)) => ImportState::Failed,
            (None, _) if now.seconds_since(self.touched_at) > SILENCE_SECONDS => ImportState::Interrupted,
            (None, _) => ImportState::Running,
        };
        FeedImport {
            import_id: self.import_id.to_string(),
            kind: self.kind,
            file_name: self.file_name,
            state,
            began_at: self.began_at,
            ended_at: self.ended_at,
            rows: self.rows,
            new_rows: self.new_count,
            changed_rows: self.changed_count,
            unchanged_rows: self.unchanged_count,
            rejected_rows: self.rejected_count,
            listed_rows: self.listed,
            problem: self.problem.as_deref().map(errors::shown),
        }
    }
}

/// The rejected rows of a file, in the file's order.
struct Rejected {
    import_id: i64,
    pattern: Option<String>,
}

impl List for Rejected {
    type Row = RejectedRow;
    type By = ();
    const NAME: &'static str = "rejected rows";
    const FROM: (&'static str, &'static str) = ("feed_rejected", "r");

    fn keys((): ()) -> &'static [Key] {
        const { &[Key::new("r.line", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("r.import_id = {}", &[&self.import_id]);
        if let Some(pattern) = &self.pattern {
            only.and("(r.number ilike {} or r.reason ilike {})", &[pattern, pattern]);
        }
    }

    fn of(&self) -> String {
        self.import_id.to_string()
    }
}

columns! { RejectedRow, "" =>
    line: "r.line",
    number: "r.number",
    reason: "r.reason",
}
