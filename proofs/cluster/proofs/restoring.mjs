// Restores the database to an instant: next to the cluster, to put back rows that were deleted by mistake; and in its place, after the data
// of all nodes are lost.
import { execFileSync } from 'node:child_process'
import { wait } from '../../bench/portal.mjs'
import { invariants } from './check.mjs'
import { address, answers, portal, rows, run, whole } from './cluster.mjs'
import { judged, Payments } from './payments.mjs'

/** The charges of one bulk account's bills, and a checksum of them. */
const CHARGES = `from bill_charges c where exists (select from bill b where b.invoice_no = c.invoice_no and b.bulk_id = '3010000046')`
const summed = async (at) =>
  (
    await rows(
      `select count(*), coalesce(md5(string_agg(md5(c::text), '' order by c.invoice_no)), '') ${CHARGES}`,
      'gridbill_owner',
      at,
    )
  )[0].join(' ')
const paid = async (at) => Number((await rows('select count(*) from payment', 'gridbill_owner', at))[0][0])
const superuser = () => address('postgres', 'database', 'postgres')
const psql = (url, command, input) =>
  execFileSync('psql', ['-XqAt', '-v', 'ON_ERROR_STOP=1', url, '-c', command], {
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 28,
  }).trim()

/** Returns a function that returns the seconds since this call. */
const clock = () => {
  const began = performance.now()
  return () => `${((performance.now() - began) / 1_000).toFixed(1)} s`
}

/** Archives the current segment of WAL, the only part that the archive does not have yet. */
const archived = async () => {
  const segment = psql(superuser(), 'select pg_walfile_name(pg_switch_wal())')
  const until = Date.now() + 60_000
  while (psql(superuser(), `select last_archived_wal >= '${segment}' from pg_stat_archiver`) !== 't') {
    if (Date.now() > until) throw new Error(`${segment} is not archived`)
    await wait(200)
  }
}

const paidFor = async (seconds) => {
  const payments = await Payments.begin(10)
  await wait(seconds * 1_000)
  return { payments, wrong: await judged(payments, () => {}) }
}

export const restored = async (show) => {
  await whole()
  let took = clock()
  await run('backup.sh', 'full')
  show(`full backup                      ${took()}`)

  const { wrong } = await paidFor(5)
  const before = await summed('database')
  const paidBefore = await paid('database')
  await wait(500)
  const [[instant]] = await rows('select now()')
  await wait(1_000)
  const [[deleted]] = await rows(`with gone as (delete ${CHARGES} returning 1) select count(*) from gone`)
  const later = await paidFor(2)
  wrong.push(...later.wrong)
  show(`deleted                          ${deleted} rows, a second after ${instant}`)
  took = clock()
  await archived()
  show(`the last WAL is archived after   ${took()}`)
  took = clock()
  await run('restore.sh', 'beside', instant)
  show(`restored and promoted            ${took()}`)

  const there = await summed('restored')
  const paidThere = await paid('restored')
  const unwanted = later.payments.acknowledged.length
  show(`rows that are there again        ${there.split(' ')[0]}`)
  show(`payments                         ${paidThere} of ${paidBefore}, none of ${unwanted} later ones`)
  if (deleted === '0') wrong.push('nothing was deleted')
  if (there !== before) wrong.push(`before ${before}, restored ${there}`)
  if (paidThere !== paidBefore) wrong.push(`${paidBefore} payments before, ${paidThere} restored`)
  wrong.push(...(await invariants(address('gridbill', 'restored'))(show)))

  // Only the deleted rows are copied back, so later payments are kept.
  const copied = psql(address('gridbill_owner', 'restored'), `copy (select c.* ${CHARGES}) to stdout`)
  psql(address('gridbill_owner'), 'copy bill_charges from stdin', `${copied}\n`)
  if ((await summed('database')) !== before) wrong.push('what was put back is different')
  show('put back into the cluster        the same rows')
  await run('restore.sh', 'end')
  return wrong
}

export const disaster = async (show) => {
  await whole()
  await run('backup.sh', 'diff')
  const { wrong } = await paidFor(5)
  const paidBefore = await paid('database')
  await wait(500)
  const [[instant]] = await rows('select now()')
  await wait(1_000)
  const { payments: forgotten } = await paidFor(2)
  await archived()
  for (const node of ['node1', 'node2', 'node3']) await run('run.sh', 'kill', node)
  let took = clock()
  await run('restore.sh', 'instead', instant)
  await whole()
  while (!(await answers(`${portal}/readyz`))) await wait(200)
  show(`a cluster again, and ready after ${took()}`)
  const paidThere = await paid('database')
  const later = forgotten.acknowledged.length
  show(
    `payments                         ${paidThere} of ${paidBefore}; ${later} after the instant are in the bank's report only`,
  )
  if (paidThere !== paidBefore) wrong.push(`${paidBefore} payments before, ${paidThere} restored`)
  wrong.push(...(await invariants()(show)))
  const after = await paidFor(3)
  wrong.push(...after.wrong)
  // The bank and the users know the numbers that were issued after the instant.
  const known = new Set(forgotten.acknowledged.map(({ transactionNo }) => transactionNo))
  const repeated = after.payments.acknowledged.filter(({ transactionNo }) => known.has(transactionNo))
  show(`numbers issued again             ${repeated.length} of ${later}`)
  if (later === 0) wrong.push('nothing was paid after the instant')
  if (repeated.length > 0) wrong.push(`${repeated.length} payments have numbers that were issued before the restore`)
  took = clock()
  await run('backup.sh', 'full')
  show(`the next full backup             ${took()}`)
  return wrong
}
