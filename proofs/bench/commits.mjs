// Measures what publishing costs commits, with a synchronous standby at a distance.
//   node proofs/bench/commits.mjs         GRIDBILL_PROGRAM, BILLS, SECONDS, ROUNDS, CLIENTS, DISTANCES (milliseconds of a round trip) set sizes
// It starts PostgreSQL of the machine (Debian's packages) as a primary and a standby, in target/commits. The standby replicates through a
// proxy that delays each direction. pgbench commits one row a transaction in three ways, in turn: without publishing; with NOTIFY in the
// transaction; and with a row of `published`, which a running `gridbill serve` sends. Then payments are made over
// HTTP, as they are and with a trigger that notifies in the transaction in place of the notifier.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Link } from '../cluster/proofs/link.mjs'
import { send, setting, signIn, wait } from './portal.mjs'

const program = process.env.GRIDBILL_PROGRAM ?? 'target/release/gridbill'
const folder = `${process.cwd()}/target/commits`
const seconds = setting('SECONDS', 6)
const rounds = setting('ROUNDS', 3)
const clients = setting('CLIENTS', 32)
const distances = (process.env.DISTANCES ?? '0,1,4').split(',').map(Number)
const companies = 40
const [primaryPort, standbyPort, portalPort] = [9951, 9952, 9953]
const portal = `http://127.0.0.1:${portalPort}`
const versions = '/usr/lib/postgresql'
const bin = `${versions}/${readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]}/bin`
const url = `postgres://gridbill@127.0.0.1:${primaryPort}/gridbill`

/** PostgreSQL refuses to run as root. */
const asPostgres = (file, args) => {
  const isRoot = process.getuid() === 0
  const [run, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', file, ...args]] : [file, args]
  return execFileSync(run, all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: '/' })
}
/** Returns rows of a query. It waits for no standby, because this process is the proxy. */
const rows = (query) => {
  const env = { ...process.env, PGOPTIONS: '-c synchronous_commit=local' }
  return execFileSync('psql', ['-XqAt', '-v', 'ON_ERROR_STOP=1', url, '-c', query], { encoding: 'utf8', env }).trim().split('\n')
}
const start = (name, port, settings) => {
  appendFileSync(`${folder}/${name}/postgresql.conf`, settings)
  const options = `-p ${port} -k ${folder}`
  asPostgres(`${bin}/pg_ctl`, ['-D', `${folder}/${name}`, '-o', options, '-l', `${folder}/${name}.log`, '-w', 'start'])
}
const stop = (name) => asPostgres(`${bin}/pg_ctl`, ['-D', `${folder}/${name}`, '-m', 'fast', 'stop'])

// Those of an earlier run that failed.
for (const name of ['standby', 'primary']) if (existsSync(`${folder}/${name}/postmaster.pid`)) stop(name)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
if (process.getuid() === 0) chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'])), Number(execFileSync('id', ['-g', 'postgres'])))
asPostgres(`${bin}/initdb`, ['-D', `${folder}/primary`, '-U', 'gridbill', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8'])
start('primary', primaryPort, "max_connections = 200\nshared_buffers = '256MB'\nmax_wal_size = '4GB'\nwal_keep_size = '1GB'\n")
execFileSync('psql', ['-Xq', url.replace(/gridbill$/, 'postgres'), '-c', 'create database gridbill'])

const environment = { ...process.env, DATABASE_URL: url, GRIDBILL_DATA: `${folder}/data`, RUST_LOG: 'error' }
for (const name of ['SIGN_INS_PER_ADDRESS', 'EMAILS_PER_ADDRESS']) environment[`GRIDBILL_${name}`] = '1000000'
execFileSync(program, ['demo', '--bills', process.env.BILLS ?? '100000', '--bulk-accounts', String(companies)], { env: environment, stdio: 'ignore' })
rows('create table commit_bench (id bigint generated always as identity primary key, said text)')
rows('vacuum (analyze)')

const link = await Link.to(primaryPort)
asPostgres(`${bin}/pg_basebackup`, ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'gridbill', '-D', `${folder}/standby`, '-X', 'stream', '-c', 'fast'])
writeFileSync(`${folder}/standby/standby.signal`, '')
start('standby', standbyPort, `primary_conninfo = 'host=127.0.0.1 port=${link.port} user=gridbill application_name=standby'\n`)
rows("alter system set synchronous_standby_names = 'standby'")
rows('select pg_reload_conf()')
while (rows('select sync_state from pg_stat_replication')[0] !== 'sync') await wait(100)

const log = openSync(`${folder}/serve.log`, 'w')
const serve = spawn(program, ['serve', '--listen', `127.0.0.1:${portalPort}`], {
  env: { ...environment, GRIDBILL_APP: process.env.GRIDBILL_APP ?? 'app/dist', GRIDBILL_PUBLIC_URL: portal },
  stdio: ['ignore', log, log],
})
while (!(await fetch(`${portal}/readyz`).catch(() => undefined))?.ok) await wait(200)

const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]
const change = JSON.stringify({ topics: ['payments'], bulkIds: ['000000000000'] })
const insert = 'insert into commit_bench (said) values (repeat($$x$$, 300));'
const ways = {
  'without publishing': 'select 1;',
  'NOTIFY in the transaction': `select pg_catalog.pg_notify('changed', '${change}');`,
  'a published row': `insert into published (channel, payload) values ('changed', '${change}');`,
}
/** Returns the commits a second. It runs beside this process, which is the proxy. */
const commits = (sql) => {
  writeFileSync(`${folder}/commit.sql`, `begin;\n${insert}\n${sql}\ncommit;\n`)
  const args = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', `${folder}/commit.sql`, url]
  return new Promise((resolve, reject) => {
    const child = spawn(`${bin}/pgbench`, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let said = ''
    child.stdout.on('data', (bytes) => (said += bytes))
    child.on('exit', (code) => (code === 0 ? resolve(Number(/tps = ([0-9.]+)/.exec(said)[1])) : reject(new Error(`pgbench: ${code}`))))
  })
}

const payers = []
for (const id of rows('select bulk_id from bulk_account order by bulk_id')) {
  const master = rows(`select email from person where bulk_id = '${id}' and role = 'master' and activated_at is not null limit 1`)[0]
  const payable = rows(`select invoice_no || '|' || total_amount_payable from bill
    where bulk_id = '${id}' and bill_is_selectable(status, total_amount_payable, current_charge, disable_payment)
      and not exists (select from bill_on_hold h where h.bulk_id = bill.bulk_id and h.invoice_no = bill.invoice_no) order by invoice_no`)
  if (master && payable.length > 20) payers.push({ id, payable: payable.map((line) => line.split('|')), token: await signIn(portal, master) })
}
let place = 0
const pay = async ({ id, payable, token }) => {
  const [number, amount] = payable.pop()
  const reference = { number: `COMMIT${place++}`, amount }
  const body = { bulkId: id, invoiceNos: [number], totalAmount: amount, paymentMethod: 'EFT_RENTAS', bankId: 'TEST0021', referenceNumbers: [reference] }
  await send(portal, { path: '/billpayment-svc/api/v1/Payment/MakePayment', token, body, headers: { 'idempotency-key': crypto.randomUUID() } })
}
/** Returns the payments a second of as many clients. */
const payments = async () => {
  const ends = performance.now() + seconds * 1000
  let paid = 0
  const client = async (at) => {
    const payer = payers[at % payers.length]
    while (performance.now() < ends && payer.payable.length) {
      await pay(payer)
      paid++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, at) => client(at)))
  return paid / seconds
}
rows(`create function notify_at_once() returns trigger language plpgsql as
  $$ begin perform pg_catalog.pg_notify(new.channel, new.payload); return null; end $$`)
/** Waits for transactions that wait for the standby, so the proxy must work meanwhile. */
const notifying = (is) => {
  const trigger = 'trigger if exists notify_at_once on published'
  const after = is ? '; create trigger notify_at_once before insert on published for each row execute function notify_at_once()' : ''
  return promisify(execFile)('psql', ['-Xq', '-v', 'ON_ERROR_STOP=1', url, '-c', `drop ${trigger}${after}`])
}

console.log(`PostgreSQL ${rows('show server_version')[0]}, ${clients} clients, ${rounds} rounds of ${seconds} s in turn, medians; ${payers.length} payers`)
for (const distance of distances) {
  link.slow(distance / 2)
  const found = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let round = 0; round < rounds; round++) for (const [way, sql] of Object.entries(ways)) found[way].push(await commits(sql))
  const told = Object.entries(found).map(([way, figures]) => `${median(figures).toFixed(0)} ${way}`)
  console.log(`commits a second, standby ${distance} ms away: ${told.join('; ')}`)
}
for (const distance of distances) {
  link.slow(distance / 2)
  const found = { before: [], now: [] }
  for (let round = 0; round < rounds; round++)
    for (const when of ['before', 'now']) {
      await notifying(when === 'before')
      found[when].push(await payments())
    }
  await notifying(false)
  console.log(`payments a second, standby ${distance} ms away: ${median(found.before).toFixed(0)} notifying in the transaction; ${median(found.now).toFixed(0)} now`)
}
serve.kill('SIGINT')
link.slow(0)
await new Promise((resolve) => serve.once('exit', resolve))
stop('standby')
await link.close()
stop('primary')
