// Somebody deletes what they should not have. The database is restored to an instant before it, and the rows are put back.
import { execFileSync } from 'node:child_process'
import { wait } from '../../../scripts/bench-portal.mjs'
import { invariants } from './check.mjs'
import { address, rows, run, whole } from './cluster.mjs'
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

export const restored = async (show) => {
  await whole()
  let began = performance.now()
  const took = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`
  await run('backup.sh', 'full')
  show(`full backup                      ${took()}`)

  const payments = await Payments.begin(10)
  await wait(5_000)
  const wrong = await judged(payments, () => {})
  const before = await summed('database')
  const paidBefore = await paid('database')
  await wait(500)
  const [[instant]] = await rows('select now()')
  await wait(1_000)
  const [[deleted]] = await rows(`with gone as (delete ${CHARGES} returning 1) select count(*) from gone`)
  const later = await Payments.begin(10)
  await wait(2_000)
  wrong.push(...(await judged(later, () => {})))
  show(`deleted, a second after ${instant}: ${deleted} rows`)

  // What the archive has not yet: the segment of WAL that is being written.
  began = performance.now()
  const segment = psql(superuser(), 'select pg_walfile_name(pg_switch_wal())')
  while (psql(superuser(), `select last_archived_wal >= '${segment}' from pg_stat_archiver`) !== 't') await wait(200)
  show(`the last WAL is archived after   ${took()}`)
  began = performance.now()
  await run('restore.sh', instant)
  show(`restored and promoted            ${took()}`)

  const there = await summed('restored')
  const paidThere = await paid('restored')
  show(
    `rows that are there again        ${there.split(' ')[0]}; payments ${paidThere} of ${paidBefore}, none of ${later.acknowledged.length} later ones`,
  )
  if (there !== before) wrong.push(`before ${before}, restored ${there}`)
  if (paidThere !== paidBefore) wrong.push(`${paidBefore} payments before, ${paidThere} restored`)
  wrong.push(...(await invariants(address('gridbill', 'restored'))(show)))

  // The later payments are kept: only what was deleted is put back, from the one to the other.
  const copied = psql(address('gridbill_owner', 'restored'), `copy (select c.* ${CHARGES}) to stdout`)
  psql(address('gridbill_owner'), 'copy bill_charges from stdin', `${copied}\n`)
  if ((await summed('database')) !== before) wrong.push('what was put back is different')
  show('put back into the cluster        the same rows')
  await run('restore.sh', 'stop')
  return wrong
}
