//! Pages of a statement's lines.

use gridbill_core::bank_statements::{BankLine, BankLinesRequest, other_cells, written_amount};
use gridbill_core::page::page_size;
use gridbill_core::search;
use gridbill_core::{Money, Page, Problem};

use super::matched::{LineSortKey, Matched, sort_key};
use super::sql::{self, StoredStatement};
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::cursor;

/// The end of a page: the total of matching lines, and the sort key of the page's last line.
type End = (i64, LineSortKey);

pub async fn page(app: App, _: Staff, request: BankLinesRequest) -> Answer<Page<BankLine>> {
    let text = search::text(request.search.as_deref().unwrap_or_default())
        .map_err(|problem| Problem::at("search", problem))?;
    let stored = super::find_statement(&app.pool, &request.statement_id).await?;
    let name = format!("lines of {}", stored.statement_id);
    let after: Option<End> = cursor::read(&name, request.cursor.as_deref())?;
    let Matched { mut lines, .. } = Matched::of(&app.pool, &stored).await?;
    lines.retain(|line| {
        request.group.is_none_or(|group| line.group == group)
            && request.fit.is_none_or(|fit| line.fit == Some(fit))
            && text.as_deref().is_none_or(|text| contains_text(line, text))
    });
    let total = after.map_or_else(|| i64::try_from(lines.len()).unwrap_or(i64::MAX), |(total, _)| total);
    if let Some((_, last)) = after {
        lines.retain(|line| sort_key(line) > last);
    }
    let limit = page_size(request.record_count);
    let mut page = Page::of(lines, limit, total, |line| cursor::write(&name, &(total, sort_key(line))));
    add_cells(&app, &stored, &mut page.items).await?;
    Ok(page)
}

/// Adds the other cells of the rows, and the amounts that are not in ringgit as the file has them.
async fn add_cells(app: &App, stored: &StoredStatement, lines: &mut [BankLine]) -> Answer<()> {
    let Some(columns) = &stored.columns else { return Ok(()) };
    let numbers: Vec<i32> = lines.iter().filter_map(|line| i32::try_from(line.line).ok()).collect();
    let mut rows = sql::rows_of(&app.pool, stored.statement_id, &numbers).await?;
    for line in lines {
        if let Some(row) = rows.remove(&line.line) {
            line.cells = other_cells(&row, &stored.heading, columns, line.amount.is_some());
            line.written_amount = line.amount.is_none().then(|| written_amount(&row, columns)).flatten();
        }
    }
    Ok(())
}

/// Whether a line or its payment contains the text, ignoring case.
fn contains_text(line: &BankLine, searched: &str) -> bool {
    let searched = searched.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&searched);
    let is_amount = Money::parse(&searched).is_ok_and(|amount| line.amount == Some(amount));
    let of_payment = line.payment.as_ref().is_some_and(|payment| {
        has(payment.transaction_no.as_str())
            || has(&payment.company_name)
            || has(payment.bulk_id.as_str())
            || payment.reference_numbers.iter().any(|number| has(number))
    });
    let of_used = line.used.iter().any(|used| has(used.transaction_no.as_str()) || has(&used.company_name));
    is_amount || has(&line.reference) || has(&line.description) || of_payment || of_used
}
