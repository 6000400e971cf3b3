// Computes the needs of a number of bulk accounts from the measured costs and the assumptions.
import { ASSUMED as A, VISIT } from './assumed.mjs'

const KEYS = ['program', 'database', 'statements', 'bytes', 'wal']
const nothing = () => Object.fromEntries(KEYS.map((key) => [key, 0]))
const plus = (sum, figure, times = 1) => Object.fromEntries(KEYS.map((key) => [key, sum[key] + figure[key] * times]))
const minus = (one, other) => Object.fromEntries(KEYS.map((key) => [key, Math.max(0, one[key] - other[key])]))

/** Finds measured figures by name up to a comma or colon. */
const finder = (figures) => {
  const kinds = new Map()
  for (const figure of [...figures.requests, ...figures.payments, ...figures.jobs]) {
    const short = figure.name.split(/[,:] /)[0]
    if (!kinds.has(short)) kinds.set(short, figure)
    kinds.set(figure.name, figure)
  }
  return (name) => {
    const figure = kinds.get(name) ?? [...kinds].find(([known]) => known.startsWith(name))?.[1]
    if (!figure) throw new Error(`not measured: ${name}`)
    return figure
  }
}

/** Returns the costs of one visit, of one payment of 25 bills with its consequences, and of a bulk account's files and jobs in a month. */
export const uses = (figures) => {
  const of = finder(figures)
  let visit = plus(nothing(), of("the app's files"), A.coldStarts)
  for (const [name, times] of Object.entries(VISIT)) visit = plus(visit, of(name), times)
  const [single, many] = [of('a payment by EFT of 1 bill'), of('a payment by EFT of 25 bills')]
  const byTransfer = plus(plus(nothing(), many), of('its acceptance by staff'))
  const byFpx = plus(plus(nothing(), of('a payment by FPX')), minus(many, single))
  let payment = plus(plus(nothing(), byTransfer, 1 - A.byFpx), byFpx, A.byFpx)
  payment = plus(payment, of('staff: payments to approve'), 3 * (1 - A.byFpx))
  payment = plus(payment, of('unpaid bills'), A.rereads * A.rereadsEach)
  payment = plus(payment, of('folding the totals of bills'))
  let files = plus(nothing(), of('workbooks'), (A.workbooks * A.workbookRows) / 1_000)
  files = plus(plus(files, of('zips'), A.zippedBills), of('a statement of 12 months'), A.statements)
  files = plus(files, of('an e-mail'), A.emails)
  const bill = plus(plus(nothing(), of('import of bills')), of('import of charges'))
  return { visit, payment, files, bill, fact: of('sealing and verifying all facts') }
}

/** Returns the bytes on disk: yearly growth, and the constant part. */
const stored = (figures) => {
  const row = (name) => figures.disk.tables.find((table) => table.name === name).each
  const bills = A.bills * 12
  const payments = A.payments * 12
  const visits = A.people * A.workingDays * 12
  const facts = payments * figures.counts.factsOfPayment + 120
  const ofFpx = payments * A.byFpx
  const perYear =
    bills * (row('bill') + row('bill_charges') + row('payment_item')) +
    payments * (row('payment') + row('payment_reference') + row('receipt')) +
    ofFpx * (row('fpx_request') + 4 * row('fpx_message')) +
    facts * row('fact')
  const standing =
    A.accounts * (row('account_master') + row('electricity_account')) +
    // Kept for six months, two years, 30 days, 90 days, 396 days.
    (facts / 2) * figures.counts.told * row('notification') +
    payments * 2 * row('answered_call') +
    (visits / 12) * row('session') +
    A.emails * 3 * row('mail') +
    visits * (396 / 365) * row('security_event')
  return { perYear, standing, facts, bills }
}

/** Returns all needs of a number of bulk accounts. */
export const machines = (figures, bulkAccounts) => {
  const { visit, payment, files, bill, fact } = uses(figures)
  const disk = stored(figures)
  const busiest = A.monthEnd * A.busiestHour
  const visits = bulkAccounts * A.people * busiest
  const ofMonth = (bulkAccounts * busiest) / A.workingDays
  const payments = ofMonth * A.payments
  const hour = plus(plus(plus(nothing(), visit, visits), payment, payments), files, ofMonth)
  const cores = (key) => hour[key] / 1_000 / 3_600
  const requests = Object.values(VISIT).reduce((sum, times) => sum + times, 0) - VISIT['the note that a session acts'] + 3
  const night = (bulkAccounts * A.bills) / A.batches
  const imported = plus(nothing(), bill, night)
  const day = plus(plus(nothing(), hour, 1 / A.busiestHour), imported)
  const streams = visits * A.open
  const years = (count) => bulkAccounts * (disk.standing + disk.perYear * count)
  // One more than needed.
  const serves = 1 + Math.max(Math.ceil(cores('program') / A.used / A.processors), Math.ceil(streams / A.streams))
  return {
    bulkAccounts,
    bills: bulkAccounts * disk.bills,
    requests: (visits * requests + payments * (4 + A.rereads * A.rereadsEach)) / 3_600,
    payments: payments / 3_600,
    statements: hour.statements / 3_600,
    out: hour.bytes / 3_600,
    program: cores('program'),
    database: cores('database'),
    streams,
    streamMemory: streams * figures.streams.kilobytes * 1_024,
    // Cores of the program and of the database, for one batch.
    importCores: [imported.program, imported.database].map((figure) => figure / 1_000 / 3_600 / A.importHours),
    importHours: (imported.program + imported.database) / 1_000 / 3_600,
    walHour: hour.wal / 3_600,
    walImport: imported.wal / A.importHours / 3_600,
    walDay: day.wal,
    diskYear: years(1),
    diskYears: years(A.years),
    growth: bulkAccounts * disk.perYear,
    hot: (bulkAccounts * disk.perYear) / 6 + bulkAccounts * disk.standing,
    // Two full backups, and the WAL since the older one.
    backup: 2 * years(1) + 14 * day.wal,
    facts: bulkAccounts * disk.facts,
    verifying: (bulkAccounts * disk.facts * A.years * (fact.program + fact.database)) / 1_000 / 3_600,
    // Four transactions: making, deciding and posting; or making, two messages and their consequence.
    notifying: (payments * 4) / 3_600,
    serves,
    connections: (serves + 2) * A.connections,
  }
}
