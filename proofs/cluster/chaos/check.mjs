// The checker knows the acknowledged commands, but not how the portal works. Each acknowledged command must be in the final state exactly
// once, and nothing else. Findings are `{ kind, what }`: lost, doubled, foreign, different, books.
import { checkOthers } from './check-others.mjs'

const sen = (amount) => Math.round(Number(amount) * 100)
const nameOf = ({ path }) =>
  path
    .split('?')[0]
    .replace(/\/[0-9a-f-]{8,}$/, '')
    .split('/')
    .at(-1)
const LIVE = [2, 3, 4, 7, 8, 9, 10]
/** The fact of an acknowledged command, and the payment's status after it; 4 means after posting. */
const ACTS = {
  PaymentAccept: () => ['PaymentAccepted', 4],
  Decide: () => ['PaymentAccepted', 4],
  PaymentReject: () => ['PaymentRejected', 6],
  RequestReconciliation: ({ body }) => (body.reconcileType === 1 ? ['InsufficientRequested', 8] : ['OverpaymentRequested', 7]),
  MakeReconciliationPaymentInsufficient: () => ['DifferencePaid', 2],
  MakeExcessiveReconciliationPayment: () => ['CreditChosen', 2],
}
const BY_COMMANDS = [
  'PaymentSubmitted',
  'FpxStarted',
  ...new Set(Object.values(ACTS).flatMap((act) => [act({ body: { reconcileType: 1 } })[0], act({ body: {} })[0]])),
]
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
const sorted = (list) => [...list].sort()
const sum = (list, amountOf) => list.reduce((all, item) => all + sen(amountOf(item)), 0)

/** Whether the command had an effect; lines of a bank statement that the portal refused have none. */
const hasEffect = (ack) => nameOf(ack) !== 'Decide' || ack.data.outcomes.every(({ refusal }) => !refusal)

const checkFacts = ({ facts }, expected, say) => {
  const there = sorted(
    facts
      .filter(({ kind }) => BY_COMMANDS.includes(kind) || kind === 'PaymentPosted')
      .map(({ kind, version }) => `${kind} ${version}`),
  )
  for (const fact of new Set([...there, ...expected])) {
    const [times, asked] = [there, expected].map((list) => list.filter((one) => one === fact).length)
    if (times < asked) say('lost', `${fact} was acknowledged and is not there`)
    if (times > asked)
      say(asked > 0 ? 'doubled' : 'foreign', `${fact} is there ${times} times, and was acknowledged ${asked} times`)
  }
}

/** Checks a transfer or a cheque: its status follows from the last acknowledged command. */
const checkTransfer = (payment, acts, say) => {
  let status = 2
  let version = 1
  const expected = ['PaymentSubmitted 1']
  for (const act of acts) {
    const [kind, next] = ACTS[nameOf(act)](act)
    if (status !== (kind === 'DifferencePaid' ? 8 : kind === 'CreditChosen' ? 7 : 2))
      say('doubled', `${kind} was acknowledged at status ${status}`)
    status = next
    if (next === 2) version++
    expected.push(`${kind} ${version}`)
    if (next === 4) expected.push(`PaymentPosted ${version}`)
  }
  if (payment.status !== status) say('different', `is at ${payment.status}, and by what was acknowledged at ${status}`)
  checkFacts(payment, sorted(expected), say)
  const over = acts.filter((act) => nameOf(act) === 'RequestReconciliation' && act.body.reconcileType === 2).at(-1)
  const credit = status === 4 && over ? sen(over.body.reconcileAmount) : 0
  if (sen(payment.credit ?? 0) !== credit) say('books', `credited ${payment.credit ?? 0}, and overpaid ${credit / 100}`)
  const receipt = status === 4 ? sen(payment.amount) + credit : 0
  if (sen(payment.receipt ?? 0) !== receipt) say('books', `a receipt over ${payment.receipt ?? 0} instead of ${receipt / 100}`)
}

/** Checks a payment by FPX: its status follows from the bank's decision. */
const checkFpx = (payment, bank, say) => {
  const { code, stage } = bank ?? {}
  const isApproved = code === '00'
  const allowed = isApproved ? [4] : stage === 'done' ? [5, 11] : code === '99' ? [10] : [9]
  if (!allowed.includes(payment.status))
    say('different', `is at ${payment.status}, and the bank says ${code ?? 'nothing'} (${stage ?? 'never seen'})`)
  const approvals = payment.facts.filter(({ kind }) => kind === 'FpxApproved').length
  if (approvals !== Number(isApproved)) say(approvals > 1 ? 'doubled' : 'different', `approved ${approvals} times`)
  if (sen(payment.confirmed ?? 0) !== (isApproved ? sen(payment.amount) : 0)) say('books', `confirmed ${payment.confirmed ?? 0}`)
  if (sen(payment.receipt ?? 0) !== (isApproved ? sen(payment.amount) : 0)) say('books', `a receipt over ${payment.receipt ?? 0}`)
  checkFacts(payment, ['FpxStarted 1'], say)
}

const checkPayments = (acks, unknown, found, say) => {
  const made = new Map()
  const acts = new Map()
  for (const ack of acks) {
    const name = nameOf(ack)
    if (name === 'MakePayment') {
      const { transactionNo } = ack.data
      if (made.has(transactionNo))
        say('doubled', `two commands were answered with ${transactionNo}: ${made.get(transactionNo).n} and ${ack.n}`)
      made.set(transactionNo, ack)
    } else if (name in ACTS && hasEffect(ack)) acts.set(ack.about, [...(acts.get(ack.about) ?? []), ack])
  }
  const uncertain = new Set(unknown.map(({ about }) => about))
  const there = new Map(found.payments.map((payment) => [payment.transactionNo, payment]))
  for (const [transactionNo, { body, who, n }] of made) {
    const of = (kind, what) => say(kind, `${transactionNo} (command ${n}): ${what}`)
    const payment = there.get(transactionNo)
    if (!payment) {
      of('lost', 'was acknowledged and is not there')
      continue
    }
    const asked = [body.bulkId, who, body.paymentMethod, sen(body.totalAmount), sorted(body.invoiceNos)]
    const stored = [
      payment.bulkId,
      payment.who,
      payment.method,
      sen(payment.amount),
      sorted(payment.items.map(({ invoiceNo }) => invoiceNo)),
    ]
    if (!same(asked, stored)) of('different', `asked ${JSON.stringify(asked)}, stored ${JSON.stringify(stored)}`)
    if (sum(payment.items, ({ amount }) => amount) !== sen(payment.amount)) of('books', 'its items are not its amount')
    if (uncertain.has(transactionNo)) continue
    if (payment.method === 'FPX') checkFpx(payment, found.bank[transactionNo], of)
    else checkTransfer(payment, acts.get(transactionNo) ?? [], of)
  }
  const asked = (entry, { who, items }) =>
    entry.who === who && same(sorted(entry.body.invoiceNos), sorted(items.map(({ invoiceNo }) => invoiceNo)))
  for (const payment of found.payments) {
    if (made.has(payment.transactionNo)) continue
    if (unknown.some((entry) => nameOf(entry) === 'MakePayment' && asked(entry, payment))) continue
    const isSecond = [...made.values()].some((entry) => asked(entry, payment))
    say(isSecond ? 'doubled' : 'foreign', `${payment.transactionNo} over ${payment.amount} was never acknowledged`)
  }
}

/** Checks that each bill has the status of its only payment, and that paid amounts add up. */
const checkBooks = ({ payments, bills }, say) => {
  const holders = new Map()
  for (const payment of payments) {
    const holds = LIVE.includes(payment.status)
    for (const { invoiceNo, live } of payment.items) {
      if (live !== holds)
        say(
          'different',
          `${payment.transactionNo} is at ${payment.status}, and ${live ? 'holds' : 'does not hold'} bill ${invoiceNo}`,
        )
      if (holds) holders.set(invoiceNo, [...(holders.get(invoiceNo) ?? []), payment])
    }
  }
  for (const { invoiceNo, status } of bills) {
    const holding = holders.get(invoiceNo) ?? []
    if (holding.length > 1)
      say('doubled', `bill ${invoiceNo} is in ${holding.map(({ transactionNo }) => transactionNo).join(' and ')}`)
    const expected = holding[0]?.status ?? 1
    if (status !== expected) say('different', `bill ${invoiceNo} is at ${status}, its payment at ${expected}`)
  }
  const paid = payments.filter(({ status }) => status === 4)
  const books = {
    payments: sum(paid, ({ amount }) => amount),
    bills: sum(
      bills.filter(({ status }) => status === 4),
      ({ amount }) => amount,
    ),
    receipts: sum(paid, ({ receipt }) => receipt ?? 0) - sum(paid, ({ credit }) => credit ?? 0),
  }
  if (new Set(Object.values(books)).size > 1)
    say(
      'books',
      `paid payments, their bills and receipts without credits: ${Object.values(books)
        .map((all) => all / 100)
        .join(', ')}`,
    )
  return books
}

/** Checks that the answer of each key is stored as it was given, and no other answer. */
const checkKeys = (acks, unknown, kept, say) => {
  const keyed = new Map(acks.filter(({ key }) => key).map((ack) => [`${ack.who} ${ack.key}`, ack]))
  const open = new Set(unknown.map(({ who, key }) => `${who} ${key}`))
  const there = new Map(kept.map((one) => [`${one.who} ${one.key}`, one.hash]))
  for (const [name, { hash }] of keyed) {
    if (!there.has(name)) say('lost', `the answer of key ${name} is not kept`)
    else if (there.get(name) !== hash) say('different', `the answer of key ${name} is kept otherwise than it was given`)
  }
  for (const name of there.keys())
    if (!keyed.has(name) && !open.has(name)) say('foreign', `an answer is kept of key ${name}, which was never acknowledged`)
}

/** @returns {{ findings: { kind: string, what: string }[], books: object, commands: number }} */
export const check = (record, found) => {
  const findings = []
  const say = (kind, what) => findings.push({ kind, what })
  const acks = record.filter(({ t }) => t === 'ack')
  const unknown = record.filter(({ t }) => t === 'unknown')
  checkPayments(acks, unknown, found, say)
  const books = checkBooks(found, say)
  checkKeys(acks, unknown, found.kept, say)
  checkOthers(record, found, say)
  for (const { t, n, code, transactionNo, downloadId } of record) {
    if (t === 'missing') say('lost', `${transactionNo ?? downloadId} (command ${n}) was acknowledged, and then read as ${code}`)
  }
  return { findings, books, commands: acks.length }
}
