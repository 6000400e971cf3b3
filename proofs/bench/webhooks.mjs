// Measures what webhooks cost a payment, and how late events are next to a receiver that never answers.
//   node proofs/bench/webhooks.mjs         GRIDBILL_PROGRAM, BILLS, BULK_ACCOUNTS, PAYMENTS, AT_ONCE, ROUNDS set sizes
// Payments of one bill are made in turns: without webhooks, with webhooks that are switched off (their events are only written), and with
// webhooks that receive every event. Then 100 webhooks of all companies receive one event each, next to one that has many and hangs.
// It makes its own demo in target/capacity (CAPACITY_FOLDER), and removes an older one. The receivers run in this process.
import { createServer } from 'node:http'
import { one, portals, prepare, rows, startServe, stop } from '../capacity/processes.mjs'
import { ask, quantile, read, send, setting, signIn, wait } from './portal.mjs'

const payments = setting('PAYMENTS', 110)
const atOnce = setting('AT_ONCE', 16)
const rounds = setting('ROUNDS', 10)
const webhooksOfCompany = 5
const companies = 20
const hanging = 10

/** When each path received a payment, by its number. A path that hangs never answers. */
const received = new Map()
const hung = new Set()
const receiver = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    for (const number of JSON.parse(Buffer.concat(parts)).data.ids) received.set(`${request.url} ${number}`, performance.now())
    if (!hung.has(request.url)) response.writeHead(204).end()
  })
})
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const addressOf = (path) => `http://127.0.0.1:${receiver.address().port}${path}`

/** A bulk account with its Master's token, and bills that can be paid. */
const company = async (portal, id, bills) => {
  const master = one(`select email from person where bulk_id = '${id}' and role = 'master' and activated_at is not null limit 1`)
  const payable = rows(`select invoice_no, total_amount_payable from bill
    where bulk_id = '${id}' and bill_is_selectable(status, total_amount_payable, current_charge, disable_payment)
      and not exists (select from bill_on_hold h where h.bulk_id = bill.bulk_id and h.invoice_no = bill.invoice_no)
    order by invoice_no limit ${bills}`)
  if (payable.length < bills) throw new Error(`${id} has only ${payable.length} bills that can be paid`)
  return { id, payable, token: await signIn(portal, master) }
}

let place = 0
/** Pays the next bill of a company, and returns the payment's number and the milliseconds. */
const pay = async (portal, { id, payable, token }) => {
  const [number, amount] = payable.pop()
  const reference = { number: `HOOK${place++}`, amount }
  const body = { bulkId: id, invoiceNos: [number], totalAmount: amount, paymentMethod: 'EFT_RENTAS', bankId: 'TEST0021', referenceNumbers: [reference] }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { bytes, took } = await send(portal, { path: '/billpayment-svc/api/v1/Payment/MakePayment', token, body, headers })
  return { transactionNo: JSON.parse(bytes).Data.transactionNo, took }
}

const create = (portal, { id, token }, path, events) =>
  ask(portal, `/portal/api/v1/Webhooks/Create/${id}`, token, { address: addressOf(path), events })

/** Makes payments, some at the same time, and returns their milliseconds and the payments a second. */
const payMany = async (portal, of) => {
  const times = []
  const began = performance.now()
  const work = async () => {
    while (times.length < payments) {
      const at = times.push(0) - 1
      times[at] = (await pay(portal, of)).took
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { median: quantile(times, 0.5), rate: (payments * 1000) / (performance.now() - began) }
}

/** Waits until all events of a company's webhooks are delivered, so that they do not delay the next payments. They must be enabled. */
const waitForDeliveries = async ({ id }) => {
  while (one(`select count(*) from webhook_event where bulk_id = '${id}' and state = 'waiting'`) !== '0') await wait(500)
}

/** Measures payments without webhooks, with webhooks that are switched off, and with webhooks. */
const measureCost = async (portal, of) => {
  const made = []
  const { choices } = await read(portal, `/portal/api/v1/Webhooks/${of.id}`, of.token)
  const all = choices.map(({ event }) => event)
  for (let path = 0; path < webhooksOfCompany; path++) made.push((await create(portal, of, `/cost${path}`, all)).webhookId)
  const set = async (events, isEnabled) => {
    for (const webhookId of made) await ask(portal, '/portal/api/v1/Webhooks/Set', of.token, { id: of.id, webhookId, events, isEnabled })
  }
  await payMany(portal, of)
  const results = { without: [], written: [], delivered: [] }
  for (let round = 0; round < rounds; round++) {
    for (const [name, events, isEnabled] of [
      ['without', ['statement.failed'], false],
      ['written', all, false],
      ['delivered', all, true],
    ]) {
      await set(events, isEnabled)
      if (isEnabled) await waitForDeliveries(of)
      results[name].push(await payMany(portal, of))
      if (isEnabled) await waitForDeliveries(of)
    }
  }
  for (const webhookId of made) await ask(portal, '/portal/api/v1/Webhooks/Delete', of.token, { id: of.id, webhookId })
  const middle = (of, name) => quantile(of.map((result) => result[name]), 0.5)
  const without = middle(results.without, 'median')
  console.log(`webhooks: payment without webhooks in ${without.toFixed(1)} ms (median), ${middle(results.without, 'rate').toFixed(0)} a second`)
  for (const name of ['written', 'delivered']) {
    const [median, rate] = [middle(results[name], 'median'), middle(results[name], 'rate')]
    const cost = ((median / without - 1) * 100).toFixed(1)
    console.log(`webhooks: ${(rate * webhooksOfCompany).toFixed(0)} events a second ${name}: ${median.toFixed(1)} ms, ${cost} % more`)
  }
}

/** Measures the delay of one event at each of many webhooks, while one webhook hangs with many events. */
const measureDelay = async (portal, all) => {
  const paths = new Map(all.map((of) => [of.id, []]))
  for (const of of all)
    for (let number = 0; number < webhooksOfCompany; number++) {
      const path = `/${of.id}/${number}`
      paths.get(of.id).push(path)
      await create(portal, of, path, ['payment.submitted'])
    }
  const [dead] = paths.get(all[0].id)
  hung.add(dead)
  for (let number = 0; number < hanging; number++) await pay(portal, all[0])
  await wait(2_000)
  const expected = []
  for (const of of all) {
    const { transactionNo } = await pay(portal, of)
    const at = performance.now()
    for (const path of paths.get(of.id)) if (path !== dead) expected.push({ key: `${path} ${transactionNo}`, at })
  }
  for (let tries = 0; expected.some(({ key }) => !received.has(key)); tries++) {
    if (tries > 300) throw new Error('an event was not delivered in 30 s')
    await wait(100)
  }
  const delays = expected.map(({ key, at }) => Math.max(0, received.get(key) - at))
  console.log(
    `webhooks: ${delays.length + 1} receivers, one of which hangs: the others get an event after ${quantile(delays, 0.5).toFixed(0)} ms (median), ` +
      `${quantile(delays, 0.99).toFixed(0)} ms (99 %), at most ${Math.max(...delays).toFixed(0)} ms`,
  )
}

try {
  prepare(setting('BILLS', 120_000), setting('BULK_ACCOUNTS', companies + 7))
  await startServe(0, '--outbound-loopback')
  const [portal] = portals
  const ids = rows('select bulk_id from electricity_account group by 1 order by count(*) desc, 1').flat()
  const [largest, ...others] = ids
  const delayed = []
  for (const id of others) {
    if (delayed.length === companies) break
    const needed = delayed.length === 0 ? hanging + 1 : 1
    const of = await company(portal, id, needed).catch(() => undefined)
    if (of) delayed.push(of)
  }
  if (delayed.length < companies) throw new Error(`only ${delayed.length} companies can pay: set BULK_ACCOUNTS higher`)
  await measureDelay(portal, delayed)
  await measureCost(portal, await company(portal, largest, (3 * rounds + 1) * payments))
} finally {
  await stop()
  receiver.close()
  receiver.closeAllConnections()
}
