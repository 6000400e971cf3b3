// Measures costs: processor time of the program and of PostgreSQL, statements, WAL and bytes, minus the idle cost.
import { readFileSync } from 'node:fs'
import { forgetPeak, megabytes, ofDatabase, quantile, setting, ticked, wait } from '../bench/portal.mjs'
import { database, ofProgram, one, rows } from './processes.mjs'

const SECONDS = setting('SECONDS_EACH', 4)
const COUNTED = ['program', 'database', 'statements', 'wal']
let isCounted = false
export const countStatements = (is) => {
  isCounted = is
}

const sql = () => {
  const calls = isCounted
    ? "(select coalesce(sum(calls), 0) from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname = 'portal')"
    : '0'
  const [[statements, wal]] = rows(`select ${calls}, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')`)
  return { statements: Number(statements), wal: Number(wal) }
}
const cpu = () => ({ program: ofProgram().reduce((sum, pid) => sum + ticked(pid), 0), database: ofDatabase(database) })
/** Processor seconds of this process's ended children: commands of the program that it waited for. */
const children = () => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

const NOTHING = Object.fromEntries(COUNTED.map((name) => [name, 0]))
/** The cost of a second without requests, and the database's cost of one query of [`until`]. */
let idle = NOTHING
let [polls, ofPoll] = [0, 0]
const spent = (before, after, seconds) => {
  const other = (name) => idle[name] * seconds + (name === 'database' ? polls * ofPoll : 0)
  return Object.fromEntries(COUNTED.map((name) => [name, Math.max(0, after[name] - before[name] - other(name))]))
}

/** Runs `work` and returns its total cost. */
export const cost = async (work) => {
  for (const pid of ofProgram()) forgetPeak(pid)
  const resident = ofProgram().map((pid) => megabytes(pid, 'VmRSS'))
  const before = { ...sql(), children: children(), ...cpu() }
  polls = 0
  const began = performance.now()
  const done = await work()
  const seconds = (performance.now() - began) / 1_000
  const after = { ...cpu(), children: children(), ...sql() }
  const memory = Math.max(...ofProgram().map((pid, place) => megabytes(pid, 'VmHWM') - resident[place]))
  return { ...spent(before, after, seconds), children: after.children - before.children, memory, seconds, done }
}

/** Returns the cost per second, measured over this many seconds without requests. */
export const rest = async (seconds) => {
  idle = NOTHING
  const spent = await cost(() => wait(seconds * 1_000))
  return Object.fromEntries(COUNTED.map((name) => [name, spent[name] / seconds]))
}
/** From now on, subtracts this idle cost, and the cost of our own queries. */
export const takeOff = async (each) => {
  // No WAL is subtracted: scheduled jobs write little, and in bursts.
  idle = { ...each, wal: 0 }
  ofPoll = 0
  const times = 40
  const asked = await cost(async () => {
    for (let time = 0; time < times; time++) one('select true')
  })
  ofPoll = asked.database / times
}

/** Repeats a call, several at a time, up to `most` times or until the time is over. Each call returns the bytes of its answer. */
export const repeated = async (call, { most = Number.POSITIVE_INFINITY, seconds = SECONDS, atOnce = 4 } = {}) => {
  const end = performance.now() + seconds * 1_000
  const took = []
  let [begun, bytes] = [0, 0]
  const inTurn = async () => {
    while (begun < most && performance.now() < end) {
      const number = begun++
      const began = performance.now()
      const answered = await call(number)
      bytes += answered
      took.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, inTurn))
  return { times: took.length, bytes, took }
}

/** Returns the average cost of a call: milliseconds, statements and bytes. */
export const each = (name, { done: { times, bytes = 0, took = [] }, ...all }, unit = 'request') => ({
  name,
  unit,
  times,
  program: (all.program * 1_000) / times,
  database: (all.database * 1_000) / times,
  statements: all.statements / times,
  bytes: bytes / times,
  wal: all.wal / times,
  memory: all.memory,
  median: took.length > 0 ? quantile(took, 0.5) : undefined,
  seconds: all.seconds,
})

/** Warms up caches and plans, and then measures. */
export const measured = async (name, call, how) => {
  const before = await repeated(call, { most: 8, seconds: 10 })
  const begins = how?.most === undefined ? 0 : before.times
  const result = each(name, await cost(() => repeated((number) => call(number + begins), how)))
  show(result)
  return result
}
/** Prints a row of the table as soon as it is measured. */
export const show = ({ name, unit, times, program, database: of, statements, wal, bytes }) => {
  const figures = [program, of].map((figure) => figure.toFixed(2).padStart(8)).join('')
  const more = [statements.toFixed(1), wal.toFixed(0), bytes.toFixed(0)].map((figure) => figure.padStart(9)).join('')
  console.log(`  ${name.padEnd(46)}${figures} ms ${more}   of ${times} ${unit}s`)
}
/** Repeats a query until it returns true. */
export const until = async (what, query, seconds = 120) => {
  const end = performance.now() + seconds * 1_000
  for (;;) {
    polls++
    if (one(query) === 't') return
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await wait(250)
  }
}
