// Checks that many processes form one portal: a bank's confirmation through the proxy, a change announced on a stream of another process, a
// file that a worker stores and any process serves.

import { readdirSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { ask, read, send, signIn, wait } from '../../bench/portal.mjs'
import { place, port, portal, rows } from './cluster.mjs'

const company = '3010000017'
const serve = [1, 2].map((n) => `http://127.0.0.1:${port(`serve${n}`)}`)
const sandbox = `http://127.0.0.1:${port('sandbox')}`
const within = async (seconds, what, found) => {
  const until = Date.now() + seconds * 1_000
  for (;;) {
    const value = await found()
    if (value) return value
    if (Date.now() > until) throw new Error(`${what}: not within ${seconds} s`)
    await wait(50)
  }
}
const post = async (url, body) => {
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
const act = async (order, who, action) => {
  const answer = await fetch(`${sandbox}/sandbox/api/payments/${order}/${who}`, {
    method: 'POST',
    body: JSON.stringify({ action }),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`${who} ${action}: ${answer.status} ${await answer.text()}`)
}

/** Returns the milliseconds from a change at the first process until a stream of the second announces it. */
const listen = (token) =>
  new Promise((resolve, reject) => {
    const heard = []
    const request = http.get(`${serve[1]}/portal/api/v1/Live`, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.on('data', (part) => heard.push([performance.now(), part.toString()]))
      answer.on('error', () => {})
      resolve({ heard, close: () => request.destroy() })
    })
    request.on('error', reject)
  })

export const parts = async (show) => {
  const wrong = []
  const token = await signIn(portal, 'payer@sinar.example')
  const [[invoiceNo, amount]] = await rows(`select invoice_no, total_amount_payable from bill where bulk_id = '${company}'
    and bill_has_no_payment(status) and not disable_payment and current_charge > 0 and total_amount_payable between 10 and 900
    and (bulk_id, invoice_no) not in (select bulk_id, invoice_no from bill_on_hold) limit 1`)
  const stream = await listen(await signIn(portal, 'master@sinar.example'))
  await wait(500)
  const began = performance.now()
  const body = { bulkId: company, invoiceNos: [invoiceNo], paymentMethod: 'FPX', bankId: 'TEST0021', totalAmount: amount }
  const made = await ask(serve[0], '/billpayment-svc/api/v1/Payment/MakePayment', token, body)
  const event = await within(5, 'a change on the stream of another process', () =>
    stream.heard.find(([at, text]) => at > began && /event: ?changed/.test(text) && /payments/.test(text)),
  )
  show(`heard at another process after   ${(event[0] - began).toFixed(0)} ms`)
  stream.close()

  await post(made.redirect.url, new URLSearchParams(made.redirect.fields.map(({ name, value }) => [name, value])))
  const order = made.merchantTranId
  const confirmed = performance.now()
  await act(order, 'maker', 'confirm')
  await act(order, 'authorizer', 'approve')
  const status = async () => (await rows(`select status from payment where transaction_no = '${made.transactionNo}'`))[0][0]
  await within(30, 'a payment that the bank approved', async () => ['4', '6', '7'].includes(await status()))
  show(
    `approved at the bank, paid after ${(performance.now() - confirmed).toFixed(0)} ms; ${made.transactionNo}, status ${await status()}`,
  )

  // Compare names, not counts: a user has at most thirty files, so a new one replaces the oldest.
  const objects = () => new Set(readdirSync(join(place, 'files'), { recursive: true }))
  const before = objects()
  const asked = await ask(serve[0], '/portal/api/v1/Downloads/ExportList', token, {
    list: 'billHistory',
    request: { id: company },
    format: 'xlsx',
  })
  const file = await within(30, 'a workbook', async () =>
    (await read(serve[1], '/portal/api/v1/Downloads', token)).items.find(
      ({ downloadId, state }) => downloadId === asked.downloadId && state === 'ready',
    ),
  )
  for (const one of serve) {
    const { bytes } = await send(one, { method: 'GET', path: `/portal/api/v1/Downloads/File/${asked.downloadId}`, token })
    if (bytes.length !== file.bytes || bytes.toString('latin1', 0, 2) !== 'PK') wrong.push(`${one} gives out another file`)
  }
  if ([...objects()].every((name) => before.has(name))) wrong.push('the file is not in the store')
  show(`a workbook of ${file.total} rows          made by a job, in the store, given out by both processes`)
  return wrong
}
