// `make capacity`: measures the cost of each kind of request and job, and of a second `serve`, and derives the machines for more bulk
// accounts (docs/capacity.md). It starts everything itself, in target/capacity, and takes some minutes.
// SECONDS_EACH, PAYMENTS, FEED, DOCUMENTS, RATE, BILLS, BULK_ACCOUNTS, CAPACITY_PORT can be set; GRIDBILL_PROGRAM is the program.
//   node proofs/capacity/capacity.mjs page    rewrites the tables of docs/capacity.md from the last measurement
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { hangUp, setting, wait } from '../bench/portal.mjs'
import { counts, disk } from './disk.mjs'
import { jobs, notes, soon } from './jobs.mjs'
import { mailServer } from './mailserver.mjs'
import { countStatements, rest, takeOff } from './meter.mjs'
import { notifying } from './notify.mjs'
import { writePage } from './page.mjs'
import { paying } from './paying.mjs'
import { People } from './people.mjs'
import { folder, mailPort, one, pidOf, prepare, program, run, startSandbox, startServe, startWorker, stop } from './processes.mjs'
import { requests } from './requests.mjs'
import { second } from './second.mjs'
import { resident, streams } from './streams.mjs'
import { tables } from './tables.mjs'

const figuresFile = `${folder}/figures.json`
const BILLS = setting('BILLS', 134_000)
const BULK_ACCOUNTS = setting('BULK_ACCOUNTS', 36)

const machine = () => {
  const git = (...how) => execFileSync('git', how, { encoding: 'utf8' }).trim()
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short=8', 'HEAD'),
    program,
    version: run('--version'),
    postgres: one("select current_setting('server_version')"),
    cores: cpus().length,
    model: cpus()[0].model,
    memory: totalmem() / 2 ** 30,
    waiting: loadavg()[1],
    bills: BILLS,
    bulkAccounts: BULK_ACCOUNTS,
  }
}
const began = performance.now()
const say = (what) => console.log(`\ncapacity: ${what} (${((performance.now() - began) / 1_000).toFixed(0)} s)`)

const measure = async () => {
  say(`making a demo of ${BILLS} bills of ${BULK_ACCOUNTS} bulk accounts in ${folder}`)
  countStatements(prepare(BILLS, BULK_ACCOUNTS))
  const figures = { machine: machine() }
  say('commits that notify')
  figures.notifying = notifying()
  const mail = await mailServer(mailPort)
  await startServe(0)
  await startWorker()
  await startSandbox()
  const people = new People()
  await people.fresh()
  // The demo's bills are summed up and audited in the first minutes.
  await soon('fold_totals')
  await soon('audit_bills')
  await wait(5_000)
  figures.resident = { serve: resident()[0], worker: resident()[1] }
  say('idle')
  figures.idle = await rest(setting('SECONDS_IDLE', 61))
  await takeOff(figures.idle)
  // Streams come first, so that memory of requests is not counted for them.
  say('streams')
  figures.streams = await streams(people)
  say('requests: program and database in ms, statements, bytes of WAL, bytes out')
  figures.requests = await requests(people)
  figures.requests.push(...(await notes(people)))
  say('payments')
  figures.payments = await paying(people)
  say('jobs')
  figures.jobs = await jobs(people, mail)
  figures.peak = { serve: resident()[0], worker: resident()[1], pid: pidOf('serve1') }
  say('rows on disk')
  figures.disk = disk()
  figures.counts = counts()
  say('a second process')
  hangUp()
  // The import has added bills.
  await soon('audit_bills')
  figures.second = await second(people)
  mail.close()
  return figures
}

const write = () => {
  const parts = tables(JSON.parse(readFileSync(figuresFile, 'utf8')))
  for (const [name, part] of Object.entries(parts)) console.log(`\n${name}\n${part}`)
  writePage(parts)
}
if (process.argv[2] === 'page') {
  write()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().finally(() => process.exit(1)))
try {
  writeFileSync(figuresFile, JSON.stringify(await measure(), null, 1))
} finally {
  await stop()
}
write()
process.exit()
