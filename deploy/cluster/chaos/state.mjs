// What there is at the end, made since the beginning: read from the database, and from the bank.
import { rows } from '../proofs/cluster.mjs'

/** One JSON object in a line for each row; a text of ours may have the sign by which `rows` parts columns. */
const objects = async (query) => (await rows(query)).map((columns) => JSON.parse(columns.join('|')))

export const now = async () => (await rows('select now()'))[0][0]

/** Payments that wait for nobody but the portal. */
export const unsettled = async (since) =>
  Number((await rows(`select count(*) from payment where status = 3 and requested_at >= '${since}'`))[0][0])

export const failedJobs = () =>
  rows(`select t.identifier, count(*), min(left(regexp_replace(j.last_error, '[\\n|]', ' ', 'g'), 200))
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts group by 1`)

const payments = (since) =>
  objects(`select jsonb_build_object('transactionNo', p.transaction_no, 'bulkId', p.bulk_id, 'method', p.method,
      'amount', p.amount::text, 'status', p.status, 'version', p.version, 'who', b.email, 'order', q.order_no,
      'items', i.items, 'facts', coalesce(f.facts, '[]'), 'receipt', r.amount::text, 'credit', c.amount::text, 'confirmed', m.amount::text)
    from payment p
    join person b on b.person_id = p.requested_by
    left join lateral (select jsonb_agg(jsonb_build_object('invoiceNo', invoice_no, 'amount', amount::text, 'live', live)) items
      from payment_item where payment_id = p.payment_id) i on true
    left join lateral (select jsonb_agg(jsonb_build_object('kind', kind, 'version', (data -> 'after' ->> 'version')::int) order by place) facts
      from fact where subject = 'payment:' || p.payment_id) f on true
    left join receipt r using (payment_id)
    left join account_credit c using (payment_id)
    left join fpx_request q using (payment_id)
    left join lateral (select sum(confirmed_amount) amount from fpx_message where order_no = q.order_no) m on true
    where p.requested_at >= '${since}'`)

/** @returns what `check` compares; `orders` are the gateway's numbers. */
export const stateOf = async ({ since, tag, invoices, gateway }) => {
  const all = await payments(since)
  const bank = {}
  for (const { transactionNo, order } of all) {
    const known = order && (await gateway.payment(order))
    if (known) bank[transactionNo] = { stage: known.stage, code: known.code, amount: known.amount }
  }
  const listed = invoices.map((number) => `'${number}'`).join(',') || "''"
  return {
    payments: all,
    bank,
    bills: await objects(`select jsonb_build_object('invoiceNo', invoice_no, 'status', status, 'amount', total_amount_payable::text)
      from bill where invoice_no in (${listed})`),
    kept: await objects(`select jsonb_build_object('who', email, 'key', key, 'hash', encode(sha256(answer), 'hex'))
      from answered_call join person using (person_id) where at >= '${since}' and key like '${tag}-%'`),
    people: await objects(`select jsonb_build_object('email', email, 'isActivated', activated_at is not null)
      from person where created_at >= '${since}'`),
    registrations: await objects(`select jsonb_build_object('registrationNo', r.registration_no, 'who', p.email, 'status', r.status,
        'accounts', coalesce((select jsonb_agg(a.account_no) from electricity_account a where a.bulk_id = r.bulk_id), '[]'))
      from registration r join person p using (person_id) where r.created_at >= '${since}'`),
    groups: await objects(`select jsonb_build_object('name', g.name, 'bulkId', g.bulk_id,
        'accounts', coalesce((select jsonb_agg(a.account_no) from electricity_account a where a.group_id = g.group_id), '[]'))
      from account_group g where g.created_at >= '${since}'`),
    downloads: await objects(`select jsonb_build_object('downloadId', download_id, 'state', state) from download where requested_at >= '${since}'`),
  }
}
