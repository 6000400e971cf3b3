// Measures the audit of bills: every bill of a large demo in one job, an import with its audit, and the findings of a large company.
//   node proofs/bench/audit.mjs        GRIDBILL_PROGRAM, BILLS, BULK_ACCOUNTS, IMPORTED, ACCOUNTS set sizes
// It makes its own demo in target/audit-bench (CAPACITY_FOLDER), and removes an older one.
import { feed } from '../capacity/feed.mjs'
import { one, pidOf, portals, prepare, rows, run, startServe, startWorker, stop } from '../capacity/processes.mjs'
import { ask, megabytes, quantile, setting, signIn, wait } from './portal.mjs'

const bills = setting('BILLS', 1_000_000)
const imported = setting('IMPORTED', 12_000)
const accounts = setting('ACCOUNTS', 10_000)
const say = (what) => console.log(`audit: ${what}`)
const seconds = (since) => (performance.now() - since) / 1_000

/** Runs the worker until no account waits for its audit. Returns the seconds, and the process's largest memory in MB. */
const audit = async () => {
  const began = performance.now()
  await startWorker()
  while (one('select exists (select from audit_due where due_on <= current_date)') === 't') await wait(200)
  const took = seconds(began)
  const peak = megabytes(pidOf('worker'), 'VmHWM')
  await stop()
  run('database', 'up')
  return { took, peak }
}

prepare(bills, setting('BULK_ACCOUNTS', 2_000))
const stored = Number(one('select count(*) from bill'))
const whole = await audit()
say(`${stored} bills audited in ${whole.took.toFixed(0)} s, ${((stored / whole.took) | 0).toLocaleString('en')} a second; the worker used at most ${whole.peak.toFixed(0)} MB`)

const files = await feed(imported)
const began = performance.now()
run('import', 'bills', files.billsFile)
run('import', 'charges', files.chargesFile)
const loading = seconds(began)
const after = await audit()
say(`${files.bills} bills with ${files.charges} lines imported in ${loading.toFixed(1)} s, audited in ${after.took.toFixed(1)} s: ${(1 + after.took / loading).toFixed(2)} times`)

const [id] = rows(`select bulk_id from electricity_account group by 1 order by count(*) desc limit 1`)[0]
const email = one(`select email from person where bulk_id = '${id}' and role = 'master' and activated_at is not null limit 1`)
const held = Number(one(`select count(*) from electricity_account where bulk_id = '${id}'`))
if (held < accounts) say(`the largest company has ${held} accounts, not ${accounts}: BULK_ACCOUNTS=1 makes one of all bills`)
await startServe(0)
const token = await signIn(portals[0], email)
const total = async () => (await ask(portals[0], `/portal/api/v1/Findings/GetFindings/${id}`, token, { id, recordCount: 25 })).total
const times = []
for (let n = 0; n < 60; n++) {
  const began = performance.now()
  await total()
  times.push(performance.now() - began)
}
say(`${held} accounts, ${await total()} findings: the first page in ${quantile(times, 0.5).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`)
await stop()
