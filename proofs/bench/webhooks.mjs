// Measures what webhooks cost a payment: payments of one bill, without a webhook and with webhooks that receive every event.
//   node proofs/bench/webhooks.mjs         GRIDBILL_PROGRAM, BILLS, BULK_ACCOUNTS, PAYMENTS, AT_ONCE set sizes
// It makes its own demo in target/audit-bench (CAPACITY_FOLDER), and removes an older one. The receiver runs in this process.
import { createServer } from 'node:http'
import { one, portals, prepare, rows, startServe, stop } from '../capacity/processes.mjs'
import { ask, quantile, send, setting, signIn } from './portal.mjs'

const payments = setting('PAYMENTS', 4_000)
const atOnce = setting('AT_ONCE', 16)
const webhooks = 5

let received = 0
const receiver = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    received += 1
    response.writeHead(204).end()
  })
})
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))

const results = []
try {
  process.env.GRIDBILL_OUTBOUND_LOOPBACK = 'true'
  prepare(setting('BILLS', 600_000), setting('BULK_ACCOUNTS', 7))
  const [id] = rows('select bulk_id from electricity_account group by 1 order by count(*) desc limit 1')[0]
  const master = one(`select email from person where bulk_id = '${id}' and role = 'master' and activated_at is not null limit 1`)
  const payable = rows(`select invoice_no, total_amount_payable from bill
    where bulk_id = '${id}' and bill_is_selectable(status, total_amount_payable, current_charge, disable_payment)
      and not exists (select from bill_on_hold h where h.bulk_id = bill.bulk_id and h.invoice_no = bill.invoice_no)
    order by invoice_no limit ${2 * payments}`)
  if (payable.length < 2 * payments) throw new Error(`only ${payable.length} bills can be paid: set BILLS higher or PAYMENTS lower`)
  await startServe(0)
  const [portal] = portals
  const token = await signIn(portal, master)
  let place = 0

  /** Makes the payments, some at the same time, and returns their milliseconds and the payments a second. */
  const pay = async () => {
    const own = payable.splice(0, payments)
    const times = []
    const began = performance.now()
    const work = async () => {
      for (let bill = own.pop(); bill; bill = own.pop()) {
        const [number, amount] = bill
        const reference = { number: `HOOK${place++}`, amount }
        const body = { bulkId: id, invoiceNos: [number], totalAmount: amount, paymentMethod: 'EFT_RENTAS', bankId: 'TEST0021', referenceNumbers: [reference] }
        const headers = { 'idempotency-key': crypto.randomUUID() }
        times.push((await send(portal, { path: '/billpayment-svc/api/v1/Payment/MakePayment', token, body, headers })).took)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return { median: quantile(times, 0.5), rate: (payments * 1000) / (performance.now() - began) }
  }

  results.push(['without webhooks', await pay()])
  const address = `http://127.0.0.1:${receiver.address().port}/`
  const { choices } = await JSON.parse((await send(portal, { method: 'GET', path: `/portal/api/v1/Webhooks/${id}`, token })).bytes).Data
  const events = choices.map(({ event }) => event)
  for (let made = 0; made < webhooks; made++) await ask(portal, `/portal/api/v1/Webhooks/Create/${id}`, token, { address, events })
  results.push([`with ${webhooks} webhooks`, await pay()])
} finally {
  await stop()
  receiver.close()
}

for (const [name, { median, rate }] of results) {
  console.log(`webhooks: payment ${name} in ${median.toFixed(1)} ms (median), ${rate.toFixed(0)} a second`)
}
const [[, before], [, after]] = results
console.log(`webhooks: ${(after.rate * webhooks).toFixed(0)} events a second cost a payment ${((after.median / before.median - 1) * 100).toFixed(1)} %; ${received} received`)
