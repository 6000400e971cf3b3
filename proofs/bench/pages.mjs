// Measures the requests of many open pages while other users pay, and their cost. Each page behaves like the app: it has one stream of
// topics, and repeats its calls when one of their topics changed, at most every two seconds (app/src/kit/call/refetch.ts).
//   node proofs/bench/pages.mjs <portal> <database> <pid of the server>     PAGES, PAYMENTS, SECONDS_EACH can be set.
import { execFileSync } from 'node:child_process'
import http from 'node:http'
import { ask as askAt, ofDatabase, setting, signIn as signInAt, ticked } from './portal.mjs'

const [portal, database, server] = process.argv.slice(2)
const pagesAll = setting('PAGES', 200)
const payments = setting('PAYMENTS', 50)
const seconds = setting('SECONDS_EACH', 40)
const ofStaff = Math.ceil(pagesAll / 5)
const pause = 2_000

const rows = (query) =>
  execFileSync('psql', [database, '-AtF|', '-c', query], { maxBuffer: 1 << 28, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('|'))

const ask = (...call) => askAt(portal, ...call)
const signIn = (...who) => signInAt(portal, ...who)

const bills = '/billpayment-svc/api/v1/Bills'
const callsOf = (id) => [
  [
    { path: `${bills}/GetOutstandingBillsCard/${id}`, reads: ['bills'] },
    { path: `${bills}/GetBillsByBatch/${id}`, reads: ['bills'] },
    { path: `${bills}/GetOutstandingBills/${id}`, reads: ['bills', 'accounts', 'groups'] },
  ],
  [
    { path: `/payments-svc/api/v1/Payment/GetTransactionsCards?bulkId=${id}`, reads: ['payments'] },
    { path: `/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${id}`, reads: ['payments', 'company'] },
  ],
]
const staffsCalls = ['GetAdminPendingPaymentsCards', 'GetAdminPendingPayments'].map((name) => ({
  path: `/payments-svc/api/v1/Admin/${name}`,
  reads: ['payments'],
}))

let asked = { staff: 0, customers: 0 }
let putOff = 0
/** Opens a page's stream, and refetches what it announces. */
const listen = (page) =>
  new Promise((resolve, reject) => {
    const outdated = new Set()
    let timer
    let isReading = false
    let readAt = Number.NEGATIVE_INFINITY
    const soon = () => {
      if (outdated.size > 0 && !timer && !isReading) timer = setTimeout(read, Math.max(0, readAt + pause - Date.now()))
    }
    const read = async () => {
      timer = undefined
      isReading = true
      const topics = [...outdated]
      outdated.clear()
      const calls = page.calls.filter(({ reads }) => reads.some((topic) => topics.includes(topic)))
      asked[page.side] += calls.length
      const readOne = async ({ path, reads }) => {
        try {
          await ask(path, page.token, {})
        } catch (refused) {
          // The user's limit of concurrent reads is reached: the page keeps its data, and retries after the next pause.
          if (refused.status !== 429) throw refused
          putOff += 1
          for (const topic of reads) outdated.add(topic)
        }
      }
      await Promise.all(calls.map(readOne))
      isReading = false
      readAt = Date.now()
      soon()
    }
    const request = http.get(`${portal}/portal/api/v1/Live`, { headers: { authorization: `Bearer ${page.token}` } })
    request.on('error', reject)
    request.on('response', (answer) => {
      let text = ''
      answer.on('data', (part) => {
        const events = (text + part).split('\n\n')
        text = events.pop()
        for (const event of events.filter((one) => /^event: ?changed$/m.test(one))) {
          const { topics, own } = JSON.parse(/^data: ?(.*)$/m.exec(event)[1])
          for (const topic of [...topics, ...own.flatMap((call) => call.topics)]) outdated.add(topic)
        }
        soon()
      })
      resolve()
    })
  })

const payable = 'bill_has_no_payment(b.status) and not b.disable_payment and b.current_charge > 0 and b.total_amount_payable between 1 and 90000'
const companies = rows(`select p.email, p.bulk_id from person p
  where p.role = 'master' and p.activated_at is not null and exists (select from bill b where b.bulk_id = p.bulk_id and ${payable})
    and exists (select from electricity_account a where a.bulk_id = p.bulk_id)
  order by p.bulk_id limit ${pagesAll - ofStaff}`)
const pages = []
for (const [email, id] of companies) {
  const calls = callsOf(id)[pages.length % 2]
  pages.push({ id, calls, side: 'customers', token: await signIn(email, 'User') })
}
const customers = [...pages]
const officers = ['pccr', 'pccr.north', 'glb']
for (let place = 0; place < ofStaff; place++)
  pages.push({ calls: staffsCalls, side: 'staff', token: await signIn(`${officers[place % officers.length]}@utility.example`, 'Admin') })
await Promise.all(pages.map(listen))

const ids = companies.map(([, id]) => `'${id}'`).join(',')
const unpaid = new Map(companies.map(([, id]) => [id, []]))
for (const row of rows(`select b.bulk_id, b.invoice_no, b.total_amount_payable from bill b where ${payable} and b.bulk_id in (${ids})`))
  unpaid.get(row[0]).push(row)
const took = []
const pay = async (page, number) => {
  const [, invoiceNo, amount] = unpaid.get(page.id)?.pop() ?? []
  if (!invoiceNo) return
  const began = Date.now()
  const request = { bulkId: page.id, invoiceNos: [invoiceNo], paymentMethod: 'EFT_GIRO', bankId: 'TEST0021', totalAmount: amount }
  const referenceNumbers = [{ number: `P${began % 1e9}N${number}`, amount }]
  await ask('/billpayment-svc/api/v1/Payment/MakePayment', page.token, { ...request, referenceNumbers }, { 'idempotency-key': `pages-${began}-${number}` })
  took.push(Date.now() - began)
}
asked = { staff: 0, customers: 0 }
putOff = 0
const before = { server: ticked(server), database: ofDatabase(database) }
const began = Date.now()
const paying = []
while (Date.now() - began < seconds * 1_000) {
  while (paying.length < ((Date.now() - began) / 1_000) * payments) paying.push(pay(customers[paying.length % customers.length], paying.length))
  await new Promise((resolve) => setTimeout(resolve, 10))
}
await Promise.all(paying)
const time = (Date.now() - began) / 1_000
took.sort((one, other) => one - other)
const each = (side) => (asked[side] / time / pages.filter((page) => page.side === side).length).toFixed(2)
const core = (now, then) => `${(((now - then) / time) * 100).toFixed(0)} %`
console.log(`\n${customers.length} pages of customers and ${ofStaff} of staff, ${(took.length / time).toFixed(0)} payments a second`)
console.log(`  requests a second   ${each('customers')} of a customer's page, ${each('staff')} of staff's`)
console.log(`  put off             ${putOff} of ${asked.customers + asked.staff}: the limit of concurrent reads per user`)
console.log(`  of one core         ${core(ticked(server), before.server)} the server, ${core(ofDatabase(database), before.database)} the database`)
console.log(`  a payment           median ${took[took.length >> 1]} ms, p95 ${took[Math.floor(took.length * 0.95)]} ms`)
process.exit(0)
