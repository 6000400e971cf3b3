// Tests the checker: `node --test proofs/cluster/chaos`. A complete record has no finding; each change of the record is found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from './check.mjs'
import { KINDS, planOf } from './plan.mjs'
import { Random } from './random.mjs'

const PAY = '/billpayment-svc/api/v1/Payment/MakePayment'
const ACCEPT = '/billpayment-svc/api/v1/Admin/PaymentAccept'
const WHO = 'payer@sinar.example'
const OFFICER = 'pccr@utility.example'
const BULK = '3010000017'

const ack = (n, step, path, more) => ({
  t: 'ack',
  n,
  step,
  path,
  who: WHO,
  key: `t-${n}-${step}`,
  hash: `h-${n}-${step}`,
  tries: 1,
  ...more,
})
const paid = (n, transactionNo, method = 'EFT_GIRO') =>
  ack(n, 'pay', PAY, {
    body: { bulkId: BULK, invoiceNos: [`60000000000${n}`], paymentMethod: method, totalAmount: '100.00' },
    data: { transactionNo },
  })
const payment = (n, transactionNo, more = {}) => ({
  transactionNo,
  bulkId: BULK,
  who: WHO,
  method: 'EFT_GIRO',
  amount: '100.00',
  status: 4,
  items: [{ invoiceNo: `60000000000${n}`, amount: '100.00', live: true }],
  facts: ['PaymentSubmitted', 'PaymentAccepted', 'PaymentPosted'].map((kind) => ({ kind, version: 1 })),
  receipt: '100.00',
  ...more,
})

/** A complete record: two accepted transfers, one payment by FPX, a group, a company and a file. */
const whole = () => {
  const apply = { body: { accounts: [{ accountNo: '219000000001' }] }, who: 'new@baru.example' }
  const none = { key: undefined, hash: undefined }
  const record = [
    paid(1, 'P1'),
    ack(1, 'accept0', ACCEPT, { about: 'P1', who: OFFICER }),
    paid(2, 'P2'),
    ack(2, 'accept0', ACCEPT, { about: 'P2', who: OFFICER }),
    paid(3, 'P3', 'FPX'),
    ack(4, 'group', `/account-svc/api/v1/Group/CreateGroup/${BULK}`, {
      ...none,
      about: 'North',
      body: { accountNumbers: ['210000000001'] },
    }),
    ack(4, 'assign', '/account-svc/api/v1/Group/AssignAccounts/x', {
      ...none,
      about: 'North',
      body: { accountNumbers: ['210000000002'] },
    }),
    ack(5, 'register', '/Register', { ...none, about: 'new@baru.example' }),
    ack(5, 'activate', '/Activate', { ...none, about: 'new@baru.example' }),
    ack(5, 'apply', '/RegisterBulkAccount', { ...none, ...apply, about: '2032' }),
    ack(5, 'approve', '/UpdateBulkAccountRegistrationStatus', { ...none, about: '2032', who: OFFICER }),
    ack(6, 'export', '/ExportList', { ...none, data: { downloadId: 'd1' } }),
    { t: 'file', n: 6, downloadId: 'd1', isWhole: true },
  ]
  const found = {
    payments: [
      payment(1, 'P1'),
      payment(2, 'P2'),
      payment(3, 'P3', {
        method: 'FPX',
        confirmed: '100.00',
        facts: ['FpxStarted', 'FpxPending', 'FpxApproved'].map((kind) => ({ kind, version: 1 })),
      }),
    ],
    bank: { P3: { stage: 'done', code: '00', amount: '100.00' } },
    bills: [1, 2, 3].map((n) => ({ invoiceNo: `60000000000${n}`, status: 4, amount: '100.00' })),
    kept: record.filter(({ key }) => key).map(({ who, key, hash }) => ({ who, key, hash })),
    people: [{ email: 'new@baru.example', isActivated: true }],
    registrations: [{ registrationNo: '2032', who: 'new@baru.example', status: 7, accounts: ['219000000001'] }],
    groups: [{ name: 'North', bulkId: BULK, accounts: ['210000000002', '210000000001'] }],
    downloads: [{ downloadId: 'd1', state: 'ready' }],
  }
  return { record, found }
}

/** Returns the kinds of findings after a change. */
const kindsAfter = (change) => {
  const { record, found } = whole()
  change({ record, found })
  return check(record, found).findings.map(({ kind, what }) => `${kind}: ${what}`)
}
const isFound = (kind, change) => {
  const findings = kindsAfter(change)
  assert.ok(
    findings.some((finding) => finding.startsWith(`${kind}: `)),
    `no finding of the kind "${kind}" among ${JSON.stringify(findings)}`,
  )
}
const without = (list, place) => list.splice(place, 1)

test('a whole record has no finding, and its books balance', () => {
  const { record, found } = whole()
  const { findings, books } = check(record, found)
  assert.deepEqual(findings, [])
  assert.deepEqual(books, { payments: 30_000, bills: 30_000, receipts: 30_000 })
})

test('a payment that is not there is lost', () => isFound('lost', ({ found }) => without(found.payments, 0)))
test('a payment whose acknowledgement is taken out is foreign', () => isFound('foreign', ({ record }) => without(record, 0)))
test('a payment that is there twice is doubled', () => isFound('doubled', ({ found }) => found.payments.push(payment(1, 'P9'))))
test('a bill in two payments is doubled', () =>
  isFound('doubled', ({ found }) => Object.assign(found.payments[1].items[0], { invoiceNo: '600000000001' })))
test('two commands with one payment are doubled', () =>
  isFound('doubled', ({ record }) => Object.assign(record[2].data, { transactionNo: 'P1' })))
test('a payment that nobody made is foreign', () =>
  isFound('foreign', ({ found }) =>
    found.payments.push(payment(8, 'P8', { status: 6, items: [{ invoiceNo: '600000000008', amount: '100.00', live: false }] })),
  ))
test('another amount, another bill, another payer are different', () => {
  isFound('different', ({ found }) => Object.assign(found.payments[0], { amount: '100.01' }))
  isFound('different', ({ found }) => Object.assign(found.payments[0].items[0], { invoiceNo: '600000000007' }))
  isFound('different', ({ found }) => Object.assign(found.payments[0], { who: 'master@sinar.example' }))
})

test('a decision that is lost, doubled or foreign is found', () => {
  isFound('lost', ({ found }) => without(found.payments[0].facts, 1))
  isFound('doubled', ({ found }) => found.payments[0].facts.push({ kind: 'PaymentAccepted', version: 1 }))
  isFound('foreign', ({ record }) => without(record, 1))
  isFound('doubled', ({ record }) =>
    record.push(ack(1, 'reject', '/billpayment-svc/api/v1/Admin/PaymentReject', { about: 'P1', who: OFFICER })),
  )
})

test('a payment that was accepted and is not posted is different', () =>
  isFound('different', ({ found }) => Object.assign(found.payments[0], { status: 3 })))

test('what the bank says is what the portal says', () => {
  isFound('different', ({ found }) => Object.assign(found.bank.P3, { code: '58' }))
  isFound('different', ({ found }) => Object.assign(found.payments[2], { status: 10 }))
  isFound('doubled', ({ found }) => found.payments[2].facts.push({ kind: 'FpxApproved', version: 1 }))
  isFound('books', ({ found }) => Object.assign(found.payments[2], { confirmed: '200.00' }))
})

test('books that do not balance are found', () => {
  isFound('books', ({ found }) => Object.assign(found.payments[0], { receipt: '99.99' }))
  isFound('books', ({ found }) => Object.assign(found.bills[0], { amount: '99.00' }))
  isFound('books', ({ found }) => Object.assign(found.payments[0], { credit: '1.00' }))
  isFound('different', ({ found }) => Object.assign(found.bills[0], { status: 1 }))
})

test('an answer that is not kept, kept otherwise, or kept of nobody is found', () => {
  isFound('lost', ({ found }) => without(found.kept, 0))
  isFound('different', ({ found }) => Object.assign(found.kept[0], { hash: 'x' }))
  isFound('foreign', ({ found }) => found.kept.push({ who: WHO, key: 't-9-pay', hash: 'x' }))
})

test('people, companies, groups and files are compared, too', () => {
  isFound('lost', ({ found }) => without(found.people, 0))
  isFound('foreign', ({ found }) => found.people.push({ email: 'x@y.example', isActivated: false }))
  isFound('lost', ({ found }) => without(found.registrations, 0))
  isFound('doubled', ({ found }) => found.registrations.push(found.registrations[0]))
  isFound('different', ({ found }) => Object.assign(found.registrations[0], { accounts: [] }))
  isFound('lost', ({ found }) => without(found.groups, 0))
  isFound('different', ({ found }) => without(found.groups[0].accounts, 0))
  isFound('foreign', ({ found }) => found.groups.push({ name: 'South', accounts: [] }))
  isFound('lost', ({ record, found }) => {
    without(found.downloads, 0)
    record.pop()
  })
  isFound('different', ({ found }) => Object.assign(found.downloads[0], { state: 'failed' }))
  isFound('different', ({ found }) => Object.assign(found.downloads[0], { state: 'waiting' }))
  isFound('foreign', ({ found }) => found.downloads.push({ downloadId: 'd2', state: 'ready' }))
  isFound('lost', ({ record }) => record.push({ t: 'missing', n: 1, transactionNo: 'P1', code: 'notFound' }))
})

test('a file that was read whole may have gone since', () =>
  assert.deepEqual(
    kindsAfter(({ found }) => without(found.downloads, 0)),
    [],
  ))

test('what was never answered may be there or not', () => {
  const open = { ...paid(7, undefined), t: 'unknown', data: undefined }
  const there = payment(7, 'P7', { status: 2, receipt: undefined, facts: [{ kind: 'PaymentSubmitted', version: 1 }] })
  assert.deepEqual(
    kindsAfter(({ record }) => record.push(open)),
    [],
  )
  assert.deepEqual(
    kindsAfter(({ record, found }) => {
      record.push(open)
      found.payments.push(there)
      found.kept.push({ who: WHO, key: 't-7-pay', hash: 'x' })
    }),
    [],
  )
})

const HOW = { seed: 7, minutes: 240, rate: 4, every: 4, heavy: 45 }
test('the same seed makes the same plan, another one another', () => {
  const text = (how) => JSON.stringify(planOf(how))
  assert.equal(text(HOW), text(HOW))
  assert.notEqual(text(HOW), text({ ...HOW, seed: 8 }))
})
test('a plan has commands at its rate, and every kind of fault', () => {
  const { commands, faults } = planOf(HOW)
  assert.ok(Math.abs(commands.length / (240 * 60 * 4) - 1) < 0.1)
  assert.deepEqual([...new Set(faults.map(({ kind }) => kind))].sort(), [...KINDS].sort())
  assert.equal(JSON.stringify(planOf({ ...HOW, faults: ['kill'] }).commands), JSON.stringify(commands))
})
test('the numbers are spread from 0 to 1', () => {
  const random = new Random(1)
  const all = Array.from({ length: 10_000 }, () => random.next())
  assert.ok(all.every((one) => one >= 0 && one < 1))
  assert.ok(Math.abs(all.reduce((sum, one) => sum + one, 0) / all.length - 0.5) < 0.02)
})
