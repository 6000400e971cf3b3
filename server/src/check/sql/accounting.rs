//! Invariants of exports to accounting.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariant 2, for runs and their documents.
pub async fn accounting(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            2,
            "the lines of an accounting document add up to zero, and its debits and credits are those of its lines",
            "select 'document ' || d.document_no || ' of ' || d.bulk_id || ': debit ' || d.debit || ', credit ' || d.credit
                      || ', lines ' || s.debit || ' and ' || s.credit as what, count(*) over () as of
               from accounting_document d
               cross join lateral (
                   select coalesce(sum(l.amount) filter (where l.amount > 0), 0) as debit,
                          coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as credit
                   from (select (line ->> 'amount')::numeric as amount
                         from jsonb_array_elements(d.document -> 'lines' || jsonb_build_array(d.document -> 'counterLine')) line) l
               ) s
               where s.debit <> s.credit or (d.debit, d.credit) <> (s.debit, s.credit) limit 10"
        ),
        broken!(
            db,
            2,
            "the sums of an accounting run are those of its documents",
            "select 'run ' || r.run_no || ' of ' || r.bulk_id || ': ' || r.documents || ' documents over ' || r.debit
                      || ', found ' || s.documents || ' over ' || s.debit as what, count(*) over () as of
               from accounting_run r
               cross join lateral (
                   select count(*) as documents, coalesce(sum(d.debit), 0) as debit, coalesce(sum(d.credit), 0) as credit,
                          count(d.reverses) as reversals
                   from accounting_document d
                   where d.bulk_id = r.bulk_id and d.profile_id = r.profile_id and d.run_no = r.run_no
               ) s
               where r.debit <> r.credit
                  or (r.documents, r.debit, r.credit, r.reversals) <> (s.documents, s.debit, s.credit, s.reversals)
               limit 10"
        ),
        broken!(
            db,
            2,
            "an exported bill or payment is marked by one document of a run, until another reverses it",
            "select 'document ' || d.document_no || ' of ' || d.bulk_id as what, count(*) over () as of
               from accounting_document d
               left join accounting_run r
                 on r.bulk_id = d.bulk_id and r.profile_id = d.profile_id and r.run_no = d.run_no
               where r.run_no is null
                  or d.is_current <> (d.reverses is null
                                      and not exists (select from accounting_document o
                                                      where o.bulk_id = d.bulk_id and o.profile_id = d.profile_id
                                                        and o.source_no = d.source_no and o.reverses = d.document_no))
               limit 10"
        ),
        broken!(
            db,
            9,
            "an exported bill or payment was of the bulk account of its run",
            "with wrong as (
                 select d.document_no, d.bulk_id
                 from accounting_document d join payment p on p.transaction_no = d.source_no
                 where p.bulk_id <> d.bulk_id
                 union all
                 select d.document_no, d.bulk_id
                 from accounting_document d
                 join accounting_run r using (bulk_id, profile_id, run_no)
                 join settlement s on s.settlement_no = d.source_no
                 where r.draft ->> 'stream' = 'settlements' and s.bulk_id is distinct from d.bulk_id
             )
             select 'document ' || document_no || ' of ' || bulk_id as what, count(*) over () as of from wrong limit 10"
        ),
    ])
}
