//! Invariants of payment groups.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariants 1 and 2, for payment groups.
pub async fn payment_groups(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            1,
            "no bill is in two live payments of a payment group",
            "select 'group ' || p.group_no || ': bill ' || i.invoice_no || ' is in ' || count(*) || ' live payments' as what,
                      count(*) over () as of
               from payment p join payment_item i using (payment_id)
               where p.group_no is not null and payment_is_live(p.status)
               group by p.bulk_id, p.group_no, i.invoice_no having count(*) > 1 limit 10"
        ),
        broken!(
            db,
            2,
            "a payment group's plan adds up to its total and its bills",
            "with part as (
                   select q.bulk_id, q.group_no, q.place, q.amount, q.invoices,
                          count(i.invoice_no) as bills, coalesce(sum(i.amount), 0) as sum
                   from payment_group_part q left join payment_group_item i using (bulk_id, group_no, place)
                   group by q.bulk_id, q.group_no, q.place
               ), wrong as (
                   select group_no, 'place ' || place || ' is ' || invoices || ' bills of ' || amount || ', its bills are '
                          || bills || ' of ' || sum as why
                   from part where (invoices, amount) is distinct from (bills, sum)
                   union all
                   select g.group_no, g.payments || ' payments of ' || g.amount || ', its plan has ' || count(p) || ' of '
                          || coalesce(sum(p.amount), 0)
                   from payment_group g left join part p using (bulk_id, group_no)
                   group by g.bulk_id, g.group_no
                   having (count(p), coalesce(sum(p.amount), 0), coalesce(sum(p.invoices), 0))
                          is distinct from (g.payments::bigint, g.amount, g.invoices::bigint)
               )
               select 'group ' || group_no || ': ' || why as what, count(*) over () as of from wrong limit 10"
        ),
        broken!(
            db,
            2,
            "a live payment of a group has the bills and amounts of its place in the plan, except those that it left out",
            "with live as (
                   select payment_id, bulk_id, group_no, group_place as place, transaction_no, method
                   from payment where group_no is not null and payment_is_live(status)
               ), planned as (
                   select l.payment_id, l.group_no, l.transaction_no, i.invoice_no, i.amount
                   from live l join payment_group_item i using (bulk_id, group_no, place)
                   where not exists (select from payment_group_left_out o
                                     where o.payment_id = l.payment_id and o.invoice_no = i.invoice_no)
               ), paid as (
                   select l.payment_id, l.group_no, l.transaction_no, i.invoice_no, i.amount
                   from live l join payment_item i using (payment_id)
               ), wrong as (
                   select coalesce(a.group_no, b.group_no) as group_no,
                          'bill ' || coalesce(a.invoice_no, b.invoice_no) || ' is planned for ' || coalesce(a.amount::text, 'nothing')
                          || ', ' || coalesce(a.transaction_no, b.transaction_no) || ' pays ' || coalesce(b.amount::text, 'nothing') as why
                   from planned a full join paid b using (payment_id, invoice_no)
                   where a.amount is distinct from b.amount
                   union all
                   select l.group_no, l.transaction_no || ' is by ' || l.method || ', its group by ' || g.method
                   from live l join payment_group g using (bulk_id, group_no) where l.method <> g.method
               )
               select 'group ' || group_no || ': ' || why as what, count(*) over () as of from wrong limit 10"
        ),
    ])
}
