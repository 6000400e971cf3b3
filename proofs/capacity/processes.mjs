// Starts, queries and stops the program and its PostgreSQL, in a folder of their own.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { setting, wait } from '../bench/portal.mjs'

export const program = process.env.GRIDBILL_PROGRAM ?? 'target/release/gridbill'
export const folder = process.env.CAPACITY_FOLDER ?? `${process.cwd()}/target/capacity`
const data = `${folder}/data`
const first = setting('CAPACITY_PORT', 9900)
const at = (place) => `127.0.0.1:${first + place}`
export const portals = [`http://${at(0)}`, `http://${at(1)}`]
export const sandbox = `http://${at(10)}`
export const mailPort = first + 20

const environment = { ...process.env }
// Use our own database and the default settings.
for (const name of Object.keys(environment)) if (/^(DATABASE_URL|GRIDBILL_|SMTP_URL)/.test(name)) delete environment[name]
Object.assign(environment, {
  RUST_LOG: 'warn',
  GRIDBILL_DATA: data,
  GRIDBILL_APP: process.env.GRIDBILL_APP ?? 'app/dist',
  GRIDBILL_PUBLIC_URL: portals[0],
  GRIDBILL_SANDBOX_LISTEN: at(10),
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  GRIDBILL_MAIL_FROM: 'Gridbill <no-reply@gridbill.example>',
  GRIDBILL_SIGN_INS_PER_ADDRESS: '1000000',
  GRIDBILL_EMAILS_PER_ADDRESS: '1000000',
})

/** Runs a command of the program and returns its output. */
export const run = (...command) =>
  execFileSync(program, command, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 }).trim()

/** Returns rows of a query as texts. The superuser runs it, so that its statements are not counted. */
let superuser
export const rows = (query) =>
  execFileSync('psql', ['-XqAtF|', '-v', 'ON_ERROR_STOP=1', superuser, '-c', query], { encoding: 'utf8', maxBuffer: 1 << 28 })
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('|'))
export const one = (query) => rows(query)[0][0]
export let database

/** Opens the database that `prepare` made before. */
export const open = () => {
  database = run('database', 'up')
  superuser = database.replace('//portal@', '//gridbill@')
}

/** Makes a new demo of this size, in a PostgreSQL that counts statements if it can. Returns whether it does. */
export const prepare = (bills, bulkAccounts) => {
  const down = () => run('database', 'down')
  mkdirSync(data, { recursive: true })
  down()
  rmSync(data, { recursive: true })
  open()
  const isCounted = one("select count(*) from pg_available_extensions where name = 'pg_stat_statements'") === '1'
  if (isCounted) {
    rows("alter system set shared_preload_libraries = 'pg_stat_statements'")
    down()
    run('database', 'up')
  }
  run('demo', '--bills', String(bills), '--bulk-accounts', String(bulkAccounts))
  if (isCounted) rows('create extension if not exists pg_stat_statements')
  rows('vacuum (analyze)')
  rows('checkpoint')
  return isCounted
}

const running = new Map()
const start = (name, ...command) => {
  const log = openSync(`${folder}/${name}.log`, 'w')
  const child = spawn(program, command, { env: environment, stdio: ['ignore', log, log] })
  closeSync(log)
  running.set(name, child)
  return child
}
const ready = async (url, name) => {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    if (tries > 150 || running.get(name)?.exitCode !== null) throw new Error(`${name} does not start: see ${folder}/${name}.log`)
    await wait(200)
  }
}
export const startServe = async (place, ...flags) => {
  const name = `serve${place + 1}`
  start(name, 'serve', '--listen', at(place), '--metrics-listen', at(place + 2), ...flags)
  await ready(`${portals[place]}/readyz`, name)
}
export const startWorker = async () => {
  start('worker', 'worker', '--listen', at(0), '--metrics-listen', at(4))
  await ready(`http://${at(4)}/metrics`, 'worker')
}
export const startSandbox = async () => {
  start('sandbox', 'fpx-sandbox', '--listen', at(0))
  await ready(`${sandbox}/`, 'sandbox')
}
export const pidOf = (name) => running.get(name).pid
/** Returns the process ids of the portal itself, without the sandbox. */
export const ofProgram = () => [...running].filter(([name]) => name !== 'sandbox').map(([, child]) => child.pid)

export const stop = async () => {
  const ended = [...running.values()].map(
    (child) =>
      new Promise((resolve) => {
        if (child.exitCode !== null) resolve()
        child.once('exit', resolve)
        child.kill('SIGINT')
      }),
  )
  await Promise.all(ended)
  run('database', 'down')
}
