// Exports that read a standby contain everything committed before the request, even if the standby is behind.
import { randomUUID } from 'node:crypto'
import { ask, send, signIn } from '../../bench/portal.mjs'
import { port, rows } from './cluster.mjs'

const company = '3010000017'
const TIMES = 30
const serve = [1, 2].map((n) => `http://127.0.0.1:${port(`serve${n}`)}`)

/** Counts the reads of both processes, by where they were done. */
const counted = async () => {
  const counts = { standby: 0, primary: 0 }
  for (const n of [1, 2]) {
    const text = await (await fetch(`http://127.0.0.1:${port(`metrics-serve${n}`)}/metrics`)).text()
    for (const [, outcome, count] of text.matchAll(/^gridbill_standby_reads_total\{outcome="(\w+)"\} (\d+)/gm))
      counts[outcome] += Number(count)
  }
  return counts
}
const since = async (before) => {
  const { standby, primary } = await counted()
  return { standby: standby - before.standby, primary: primary - before.primary }
}

/** Runs a replay function on the standbys as superuser; does nothing on the primary. */
const replay = async (what) => {
  for (const n of [1, 2, 3])
    await rows(`select pg_wal_replay_${what}() where pg_is_in_recovery()`, 'postgres', `node${n}`)
}

/** Pays at one process and exports the payments at the other. Returns whether the payment is in the file. */
const paidAndExported = async (token, [invoiceNo, amount], turn) => {
  const body = {
    bulkId: company,
    invoiceNos: [invoiceNo],
    paymentMethod: 'EFT_GIRO',
    bankId: 'TEST0021',
    totalAmount: amount,
    referenceNumbers: [{ number: `R${Date.now() % 1e9}N${turn}`, amount }],
  }
  const key = { 'idempotency-key': randomUUID() }
  const { transactionNo } = await ask(serve[turn % 2], '/billpayment-svc/api/v1/Payment/MakePayment', token, body, key)
  const request = { bulkId: company, filter: { search: transactionNo } }
  const asked = { list: 'payments', request, format: 'csv' }
  const other = serve[(turn + 1) % 2]
  const { downloadId } = await ask(other, '/portal/api/v1/Downloads/ExportList', token, asked)
  const { bytes } = await send(other, { method: 'GET', path: `/portal/api/v1/Downloads/File/${downloadId}`, token })
  return bytes.toString().includes(transactionNo)
}

export const standby = async (show) => {
  const token = await signIn(serve[0], 'payer@sinar.example')
  const bills = await rows(`select invoice_no, total_amount_payable from bill where bulk_id = '${company}'
    and bill_has_no_payment(status) and not disable_payment and current_charge > 0
    and total_amount_payable between 1 and 90000
    and (bulk_id, invoice_no) not in (select bulk_id, invoice_no from bill_on_hold) limit ${TIMES + 1}`)
  if (bills.length <= TIMES) return [`needs ${TIMES + 1} bills that can be paid, there are ${bills.length}: make a new cluster`]
  const wrong = []
  const before = await counted()
  let missing = 0
  for (let turn = 0; turn < TIMES; turn++) if (!(await paidAndExported(token, bills[turn], turn))) missing++
  const followed = await since(before)
  show(`${TIMES} payments, each exported at once by the other process: ${missing} missing`)
  show(`read on a standby                ${followed.standby}, on the primary ${followed.primary}`)
  if (missing > 0) wrong.push(`${missing} payments are not in the export that was asked for after them`)
  if (followed.standby < TIMES || followed.primary > 0) wrong.push('the standby was not read')

  await replay('pause')
  try {
    const behind = await counted()
    const is = await paidAndExported(token, bills[TIMES], TIMES)
    const { standby, primary } = await since(behind)
    show(`while the standbys are behind    ${standby} on a standby, ${primary} on the primary`)
    if (!is) wrong.push('a payment is not in the export that was read while the standbys were behind')
    if (primary === 0 || standby > 0) wrong.push('a standby that is behind was read')
  } finally {
    await replay('resume')
  }
  return wrong
}
