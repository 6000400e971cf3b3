// Builds the tables of docs/capacity.md from the measured figures.
import { ASSUMED, SIZES } from './assumed.mjs'
import { machines, uses } from './model.mjs'

const table = (head, lines) =>
  [head, head.map((_, place) => (place === 0 ? '---' : '--:')), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
const round = (figure, most = 3) =>
  figure === 0 ? '0' : Number(figure.toPrecision(most)).toLocaleString('en', { maximumFractionDigits: 3 })
const bytes = (figure) => {
  const [size, unit] = [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
    [1, 'B'],
  ].find(([least]) => figure >= least) ?? [1, 'B']
  return `${round(figure / size, 2)} ${unit}`
}
const hours = (figure) => (figure < 1 ? `${round(figure * 60, 2)} min` : `${round(figure, 2)} h`)

const costs = (figures) =>
  table(
    ['kind', 'program, ms', 'database, ms', 'statements', 'WAL', 'out', 'memory', 'times'],
    figures.map((one) => [
      one.name,
      round(one.program),
      round(one.database),
      round(one.statements),
      bytes(one.wal),
      bytes(one.bytes),
      `${Math.max(0, one.memory).toFixed(0)} MB`,
      round(one.times, 6),
    ]),
  )

const phases = ({ alone, both }) => {
  const line = (name, unit, show) => [
    name,
    ...[alone, both].flatMap(({ idle, load }) => [show(idle), show(load)]).map((text) => `${text}${unit}`),
  ]
  const core = (key) => (phase) => (phase[key] * 100).toFixed(1)
  return table(
    ['', 'one, idle', 'one, loaded', 'two, idle', 'two, loaded'],
    [
      line('program, of a core', ' %', core('program')),
      line('database, of a core', ' %', core('database')),
      line('statements a second', '', ({ statements }) => statements.toFixed(1)),
      line('connections to the database', '', ({ connections }) => connections),
      line('reads a second', '', ({ rate }) => (rate === undefined ? '–' : rate.toFixed(0))),
      line('median, p99', '', ({ median, p99 }) => (median === undefined ? '–' : `${median.toFixed(1)}, ${p99.toFixed(0)} ms`)),
      line('failed', '', ({ failed }) =>
        failed === undefined ? '–' : failed.map(([why, times]) => `${times} × ${why}`).join(', ') || '0',
      ),
    ],
  )
}

const needs = (figures) => {
  const sizes = SIZES.map((size) => machines(figures, size))
  const line = (name, show) => [name, ...sizes.map(show)]
  return table(
    ['in the busiest hour, unless stated', ...SIZES.map((size) => `${size.toLocaleString('en')} bulk accounts`)],
    [
      line('bills a year', ({ bills }) => round(bills, 2)),
      line('requests a second', ({ requests }) => round(requests, 2)),
      line('payments a second', ({ payments }) => round(payments, 2)),
      line('statements a second', ({ statements }) => round(statements, 2)),
      line('transactions that notify, a second', ({ notifying }) => round(notifying, 2)),
      line('processors busy: program', ({ program }) => round(program, 2)),
      line('processors busy: database', ({ database }) => round(database, 2)),
      line('network out', ({ out }) => `${bytes(out)}/s`),
      line('open streams, and their memory', (one) => `${round(one.streams, 2)}, ${bytes(one.streamMemory)}`),
      line(
        '`serve`, one more than needed; connections with two `worker`',
        ({ serves, connections }) => `${serves}; ${round(connections, 3)}`,
      ),
      line('importing one batch: processor time', ({ importHours }) => hours(importHours)),
      line('the same, processors busy for 4 h', ({ importCores: [one, two] }) => `${round(one, 2)} + ${round(two, 2)}`),
      line('WAL: busiest hour; import', ({ walHour, walImport }) => `${bytes(walHour)}/s; ${bytes(walImport)}/s`),
      line('WAL of the busiest day', ({ walDay }) => bytes(walDay)),
      line('database after one year; growth a year', ({ diskYear, growth }) => `${bytes(diskYear)}; ${bytes(growth)}`),
      line(`database after ${ASSUMED.years} years`, ({ diskYears }) => bytes(diskYears)),
      line('frequently read: the last two months', ({ hot }) => bytes(hot)),
      line('two full backups and 14 days of WAL, not compressed', ({ backup }) => bytes(backup)),
      line(`verifying all facts each day, after ${ASSUMED.years} years`, ({ verifying }) => hours(verifying)),
    ],
  )
}

const parts = (figures) => {
  const { visit, payment, files, bill } = uses(figures)
  const line = (name, { program, database, statements, wal, bytes: out }) => [
    name,
    round(program),
    round(database),
    round(statements),
    bytes(wal),
    bytes(out),
  ]
  return table(
    ['', 'program, ms', 'database, ms', 'statements', 'WAL', 'out'],
    [
      line('a visit', visit),
      line('a payment of 25 bills, with what follows', payment),
      line('files, statements and e-mails of a month', files),
      line('a bill with its lines, imported', bill),
    ],
  )
}

const standing = ({ idle, resident, peak, streams, notifying }) => {
  const lines = [
    [
      'one `serve` and one `worker`, idle',
      `program ${(idle.program * 100).toFixed(2)} %, database ${(idle.database * 100).toFixed(2)} % of a core; ` +
        `${idle.statements.toFixed(1)} statements a second, WAL ${bytes(idle.wal)}/s`,
    ],
    ['memory of `serve`', `${resident.serve.toFixed(0)} MB at its start, ${peak.serve.toFixed(0)} MB after all measurements`],
    ['memory of `worker`', `${resident.worker.toFixed(0)} MB, ${peak.worker.toFixed(0)} MB`],
    [
      'an open stream',
      `${streams.kilobytes.toFixed(0)} KB in \`serve\`; ${streams.program.toFixed(0)} µs a second of a core in the program and ` +
        `${streams.database.toFixed(0)} in the database (of ${streams.streams} streams)`,
    ],
  ]
  if (notifying)
    lines.push([
      `commits a second of ${notifying.connections} connections, one row each (pgbench)`,
      `${notifying.wrapped.toFixed(0)}; with a notification in each ${notifying.notify.toFixed(0)}`,
    ])
  return table(['', ''], lines).replace('--:', '---')
}

/** Returns the generated parts of the page, by name. */
export const tables = (figures) => {
  const { machine, disk, second } = figures
  const different = second.different.length > 0 ? `: ${second.different.join('; ')}` : ''
  return {
    machine:
      `${machine.date}, commit ${machine.commit}; ${machine.cores} × ${machine.model}, ${round(machine.memory, 2)} GiB; PostgreSQL ` +
      `${machine.postgres}; a demo of ${machine.bills.toLocaleString('en')} bills of ${machine.bulkAccounts} bulk accounts; ` +
      `${machine.waiting.toFixed(0)} processes waited for a processor (load) when it began.`,
    requests: costs(figures.requests),
    payments: costs(figures.payments),
    jobs: costs(figures.jobs),
    standing: standing(figures),
    disk: table(
      ['table', 'rows', 'a row, with its indexes', 'share of indexes'],
      disk.tables.map((one) => [`\`${one.name}\``, one.rows.toLocaleString('en'), bytes(one.each), `${Math.round(one.indexes * 100)} %`]),
    ),
    second: `${phases(second)}\n\nOf ${second.same + second.timed + second.different.length} answers of both to the same person, ${second.same} were the same byte for byte, ${second.timed} except for the time of the answer (\`asOf\`), ${second.different.length} different${different}. A session of the one ${second.isOneSession ? 'was used, refreshed and ended at the other' : 'was NOT good at the other'}.`,
    parts: parts(figures),
    machines: needs(figures),
  }
}
