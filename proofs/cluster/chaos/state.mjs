// Reads what was added during a run from the database and the bank. New rows are recognised by their ids, not by times, since the clocks
// jump.
import { wait } from '../../bench/portal.mjs'
import { rows, run, somePrimary } from '../proofs/cluster.mjs'
import { isArchived } from './verdict.mjs'

/** Returns a JSON object for each row. Texts may contain the sign by which `rows` separates columns, so the columns are joined again. */
const objects = async (query) => (await rows(query)).map((columns) => JSON.parse(columns.join('|')))

const column = async (query) => new Set((await rows(query)).map(([value]) => value))
const IDS = {
  people: 'select email from person',
  registrations: 'select registration_id from registration',
  groups: 'select group_id from account_group',
  downloads: 'select download_id from download',
  payments: 'select transaction_no from payment',
  jobs: 'select id from graphile_worker._private_jobs where attempts >= max_attempts',
}
/** Returns the state before the run. */
export const before = async () =>
  Object.fromEntries(await Promise.all(Object.entries(IDS).map(async ([name, query]) => [name, await column(query)])))

/** Returns payments of this run with one of these statuses. */
export const waiting = async ({ payments }, statuses) =>
  (await rows(`select transaction_no, status from payment where status in (${statuses})`)).filter(
    ([number]) => !payments.has(number),
  )

/** Returns jobs that failed in this run. A job without a key was replaced by a new one, which does its work, so it does not count. */
export const failedJobs = ({ jobs }) =>
  rows(`select t.identifier, count(*), min(left(regexp_replace(j.last_error, '[\\n|]', ' ', 'g'), 200))
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_at is null and j.attempts >= j.max_attempts and j.key is not null
      and j.id <> all (array[${[...jobs].join(', ')}]::bigint[]) group by 1`)

/**
 * Waits up to two minutes until the primary has archived its WAL, without which the database cannot be restored. Returns the last
 * figures, by which an operator is alarmed, too.
 */
export const archive = async () => {
  const until = Date.now() + 120_000
  for (;;) {
    const text = await run('run.sh', 'figures', await somePrimary())
    const figure = (name) => Number(new RegExp(`^postgres_archive_${name} (\\d+)$`, 'm').exec(text)?.[1])
    const figures = { failing: figure('failing'), waiting: figure('waiting') }
    if (isArchived(figures) || Date.now() > until) return figures
    await wait(1_000)
  }
}

/** Payments, and bills that have one. One statement reads both, because a bill moves with its payment. */
const paymentsAndBills = () =>
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
    union all
    select jsonb_build_object('invoiceNo', invoice_no, 'status', status) from bill where not bill_has_no_payment(status)`)

const statusesOf = (read) =>
  read
    .map(({ transactionNo, invoiceNo, status }) => `${transactionNo ?? invoiceNo} ${status}`)
    .sort()
    .join()

/**
 * Returns payments, bills, and what the bank says of the payments. They are read again if a payment moved meanwhile: an order that its
 * user left at the bank ends there after ten minutes, at any moment of the reading.
 */
async function paymentsAndBank(old, gateway) {
  let read = await paymentsAndBills()
  for (;;) {
    const all = read.filter(({ transactionNo }) => transactionNo && !old.payments.has(transactionNo))
    const bank = {}
    for (const { transactionNo, order } of all) {
      const known = order && (await gateway.payment(order))
      if (known) bank[transactionNo] = { stage: known.stage, code: known.code, amount: known.amount }
    }
    const again = await paymentsAndBills()
    if (statusesOf(again) === statusesOf(read)) return { read, all, bank }
    read = again
  }
}

/** Returns the final state for `check`. `bills` are those of the plan, with the amounts that users saw. */
export const stateOf = async ({ old, tag, bills, gateway }) => {
  const { read, all, bank } = await paymentsAndBank(old, gateway)
  const statuses = new Map(read.filter(({ transactionNo }) => !transactionNo).map(({ invoiceNo, status }) => [invoiceNo, status]))
  const made = async (what, query) => (await objects(query)).filter(({ id }) => !old[what].has(id))
  return {
    payments: all,
    bank,
    bills: bills.map(({ invoiceNo, amount }) => ({ invoiceNo, amount, status: statuses.get(invoiceNo) ?? 1 })),
    kept: await objects(`select jsonb_build_object('who', email, 'key', key, 'hash', encode(sha256(answer), 'hex'))
      from answered_call join person using (person_id) where key like '${tag}-%'`),
    people: await made(
      'people',
      `select jsonb_build_object('id', email, 'email', email, 'isActivated', activated_at is not null) from person`,
    ),
    registrations: await made(
      'registrations',
      `select jsonb_build_object('id', r.registration_id, 'registrationNo', r.registration_no, 'who', p.email, 'status', r.status,
        'accounts', coalesce((select jsonb_agg(a.account_no) from electricity_account a where a.bulk_id = r.bulk_id), '[]'))
      from registration r join person p using (person_id)`,
    ),
    groups: await made(
      'groups',
      `select jsonb_build_object('id', g.group_id, 'name', g.name, 'bulkId', g.bulk_id,
        'accounts', coalesce((select jsonb_agg(a.account_no) from electricity_account a where a.group_id = g.group_id), '[]'))
      from account_group g`,
    ),
    downloads: await made(
      'downloads',
      `select jsonb_build_object('id', download_id, 'downloadId', download_id, 'state', state) from download`,
    ),
  }
}
