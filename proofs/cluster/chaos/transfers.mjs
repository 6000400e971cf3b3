// Payments by transfer and cheque, and the officers' decisions on them.
import { wait } from '../../bench/portal.mjs'
import { form, Refused } from './client.mjs'
import { money, sen, today } from './world.mjs'

const STAFF = '/billpayment-svc/api/v1/Admin'
const PAYMENT = '/payments-svc/api/v1/Payment'
const STATEMENTS = '/portal/api/v1/BankStatements'
const STATEMENT_BANK = 'MBB0228'
/** The refusal of a second officer who decides on the same payment. */
const MOVED = ['paymentMoved']

export const invoices = ({ bills }) => bills.map(({ invoiceNo }) => invoiceNo)

/** Returns up to `numbers` references that add up to the total: six digits for a cheque, 18 letters and digits for a transfer. */
const references = ({ n, method, total, numbers = 1 }, tag, step = 0) => {
  const all = sen(total)
  const count = Math.min(numbers, all)
  const part = Math.floor(all / count)
  return Array.from({ length: count }, (_, place) => ({
    number:
      method === 'CHEQUE' ? String(((n * 10 + place + step) % 900_000) + 100_000) : `C${tag}N${n}P${place + step}`.slice(0, 18),
    amount: money(place === 0 ? all - part * (count - 1) : part),
  }))
}

export const pay = (run, one, who, method, step, more) =>
  run.portal.command(one.n, step, {
    who,
    path: '/billpayment-svc/api/v1/Payment/MakePayment',
    once: true,
    body: {
      bulkId: one.bulkId,
      invoiceNos: invoices(one),
      paymentMethod: method,
      bankId: one.bank ?? 'TEST0021',
      totalAmount: one.total,
      ...more,
    },
  })

/** Views the payment as its payer, and checks that it exists. */
export const look = async (run, { n, person }, transactionNo) => {
  try {
    await run.portal.read(person, `${PAYMENT}/GetPaymentDetails?transactionNo=${transactionNo}`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    run.record.add({ t: 'missing', n, who: person, transactionNo, code: error.code })
  }
}

const decide = (run, one, step, officer, made, what, more = {}) =>
  run.portal.command(one.n, step, {
    who: one.officers[officer],
    path: `${STAFF}/${what}`,
    once: true,
    about: made.transactionNo,
    body: { eBulkPaymentID: made.eBulkPaymentID, ...more },
  })

const accept = (run, one, made, officer = 0) => decide(run, one, `accept${officer}`, officer, made, 'PaymentAccept')

/** Lets two officers decide at the same time: one succeeds, the other is told so. */
const both = async (run, one, made) => {
  const [first, second] = await Promise.allSettled([
    accept(run, one, made, 0),
    decide(run, one, 'reject', 1, made, 'PaymentReject'),
  ])
  for (const { reason } of [first, second]) if (reason && !MOVED.includes(reason.code)) throw reason
}

const short = async (run, one, made) => {
  const missing = money(Math.max(1, Math.floor(sen(one.total) / 10)))
  await decide(run, one, 'short', 0, made, 'RequestReconciliation', { reconcileAmount: missing, reconcileType: 1 })
  await wait(one.pause)
  const [{ number }] = references({ ...one, method: 'EFT_GIRO', total: missing }, run.tag, 7)
  await run.portal.command(one.n, 'difference', {
    who: one.person,
    path: `${PAYMENT}/MakeReconciliationPaymentInsufficient`,
    once: true,
    about: made.transactionNo,
    body: { transactionNo: made.transactionNo, bankId: 'TEST0021', paymentMode: 'EFT_GIRO', bulkChequeEFTNumber: number },
  })
  await accept(run, one, made, 1)
}

const over = async (run, one, made) => {
  const more = money(Math.max(1, Math.floor(sen(one.total) / 20)))
  await decide(run, one, 'over', 0, made, 'RequestReconciliation', { reconcileAmount: more, reconcileType: 2 })
  await wait(one.pause)
  await run.portal.command(one.n, 'credit', {
    who: one.person,
    path: `${PAYMENT}/MakeExcessiveReconciliationPayment`,
    once: true,
    about: made.transactionNo,
    body: { transactionNo: made.transactionNo, invoiceNo: one.bills[0].invoiceNo },
  })
  await accept(run, one, made, 1)
}

/** Uploads a bank statement with the payment, and accepts by its line. */
const statement = async (run, one, made, [{ number }]) => {
  const who = one.officers[0]
  const file = `Date,Reference,Amount\n${today()},${number},${one.total}\n`
  const upload = form(`chaos-${run.tag}-${one.n}.csv`, file, { bankId: STATEMENT_BANK })
  const { statementId, needsColumns } = await run.portal.command(one.n, 'upload', { who, path: `${STATEMENTS}/Upload`, upload })
  if (needsColumns) {
    const columns = { day: 0, reference: 1, amount: 2 }
    await run.portal.command(one.n, 'columns', {
      who,
      path: `${STATEMENTS}/Columns`,
      body: { statementId, columns },
      done: ['bankColumnsUsed'],
    })
  }
  const { items } = await run.portal.read(who, `${STATEMENTS}/Lines`, { statementId })
  const line = items.find(({ payment }) => payment?.transactionNo === made.transactionNo)
  if (!line?.proposal) {
    run.record.add({ t: 'missing', n: one.n, who, transactionNo: made.transactionNo, code: 'no line of the statement' })
    return
  }
  const { proposal, payment } = line
  const lines = [
    { line: line.line, eBulkPaymentID: payment.eBulkPaymentID, decision: proposal.decision, amount: proposal.amount },
  ]
  await run.portal.command(one.n, 'decide', {
    who,
    path: `${STATEMENTS}/Decide`,
    once: true,
    about: made.transactionNo,
    body: { statementId, lines },
  })
}

export const transfer = async (run, one) => {
  // A bank line matches only a payment with a single number.
  const numbers = references(one.ends === 'statement' ? { ...one, method: 'EFT_GIRO', numbers: 1 } : one, run.tag)
  const method = one.ends === 'statement' ? 'EFT_GIRO' : one.method
  const made = await pay(run, one, one.person, method, 'pay', { referenceNumbers: numbers })
  if (one.looks) await look(run, one, made.transactionNo)
  await wait(one.pause)
  if (one.ends === 'accept') await accept(run, one, made)
  if (one.ends === 'reject') await decide(run, one, 'reject', 0, made, 'PaymentReject', { remark: 'Not received' })
  if (one.ends === 'short') await short(run, one, made)
  if (one.ends === 'over') await over(run, one, made)
  if (one.ends === 'both') await both(run, one, made)
  if (one.ends === 'statement') await statement(run, one, made, numbers)
}

/** Lets two users pay the same bills at the same time: one succeeds. */
export const rivals = async (run, one) => {
  const paid = (who, step) =>
    pay(run, one, who, 'EFT_GIRO', step, { referenceNumbers: references(one, run.tag, step === 'pay' ? 0 : 1) })
  const other = wait(one.apart).then(() => paid(one.rival, 'rival'))
  const ended = await Promise.allSettled([paid(one.person, 'pay'), other])
  for (const { reason } of ended) if (reason && reason.code !== 'duplicatePayment') throw reason
}
