// Measures what a user with many connections costs a reader and a payer of another company, and the check of readiness.
//   node proofs/bench/crowd.mjs        GRIDBILL_PROGRAM, BILLS, BULK_ACCOUNTS, CONNECTIONS, SECONDS set sizes
// It makes its own demo in target/audit-bench (CAPACITY_FOLDER), and removes an older one. Each call that computes is made over all
// connections at once, one call after the other. Everything shares the machine's processors.
import { one, portals, prepare, rows, startServe, stop } from '../capacity/processes.mjs'
import { quantile, read as readData, send, setting, signIn, wait } from './portal.mjs'

const connections = setting('CONNECTIONS', 40)
const seconds = setting('SECONDS', 8)

try {
  prepare(setting('BILLS', 200_000), setting('BULK_ACCOUNTS', 7))
  const [[crowded, bills], [other]] = rows('select bulk_id, count(*) from bill group by 1 order by 2 desc limit 2')
  const master = (id) => one(`select email from person where bulk_id = '${id}' and role = 'master' and activated_at is not null limit 1`)
  const payable = (id, limit) =>
    rows(`select invoice_no, total_amount_payable from bill
    where bulk_id = '${id}' and bill_is_selectable(status, total_amount_payable, current_charge, disable_payment)
      and not exists (select from bill_on_hold h where h.bulk_id = bill.bulk_id and h.invoice_no = bill.invoice_no)
    order by invoice_no limit ${limit}`)
  const invoiceNos = payable(crowded, 10_000).map(([number]) => number)
  const unpaid = payable(other, 20_000)

  await startServe(0)
  const [portal] = portals
  const [user, payer] = [await signIn(portal, master(crowded)), await signIn(portal, master(other))]
  const read = { path: `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${other}`, token: payer, body: { recordCount: 50 } }
  const pay = () => {
    const [number, amount] = unpaid.pop()
    const reference = { number: `CROWD${unpaid.length}`, amount }
    const body = { bulkId: other, invoiceNos: [number], totalAmount: amount, paymentMethod: 'EFT_RENTAS', bankId: 'TEST0021', referenceNumbers: [reference] }
    return { path: '/billpayment-svc/api/v1/Payment/MakePayment', token: payer, body, headers: { 'idempotency-key': crypto.randomUUID() } }
  }
  const kinds = { read: () => read, payment: pay, readyz: () => ({ method: 'GET', path: '/readyz' }) }

  /** Makes the calls of the other company for some seconds. Returns the milliseconds of each kind, and how often `/readyz` was not 200. */
  const others = async () => {
    const ends = performance.now() + seconds * 1000
    const took = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
    let unready = 0
    const client = async ([kind, call]) => {
      while (performance.now() < ends) {
        const began = performance.now()
        await send(portal, call()).catch((refused) => {
          if (kind !== 'readyz') throw refused
          unready++
        })
        took[kind].push(performance.now() - began)
        await wait(20)
      }
    }
    await Promise.all(Object.entries(kinds).map(client))
    return { took, unready }
  }
  const { settings } = await readData(portal, `/portal/api/v1/Findings/Settings/${crowded}`, user)
  const crowds = {
    'the cost report': { path: `/portal/api/v1/CostCentres/Report/${crowded}`, body: {} },
    'the emissions': { path: `/portal/api/v1/Carbon/GetReport/${crowded}`, body: {} },
    'the preview of thresholds': { path: `/portal/api/v1/Findings/Preview/${crowded}`, body: { settings } },
    'a plan of 10,000 bills': { path: `/portal/api/v1/Payments/Plan/${crowded}`, body: { invoiceNos } },
    'a list of bills': { path: `/billpayment-svc/api/v1/Bills/GetBillHistory/${crowded}`, body: { recordCount: 100 } },
    'a bill as PDF': { method: 'GET', path: `/billpayment-svc/api/v1/Bills/PrintPDF2?invoiceNo=${invoiceNos[0]}&caNo=${one(`select account_no from bill where invoice_no = '${invoiceNos[0]}'`)}` },
  }
  const told = (took) =>
    Object.entries(took)
      .map(([kind, figures]) => `${kind} p50 ${quantile(figures, 0.5).toFixed(1)}, p99 ${quantile(figures, 0.99).toFixed(1)} ms`)
      .join('; ')

  for (const call of Object.values(kinds)) for (let count = 0; count < 20; count++) await send(portal, call())
  const alone = await others()
  console.log(`the crowded company has ${bills} bills; ${connections} connections; without a crowd: ${told(alone.took)}`)
  for (const [name, call] of Object.entries(crowds)) {
    let [isOver, answered, refused] = [false, 0, 0]
    const single = []
    for (let round = 0; round < 5; round++) single.push((await send(portal, { ...call, token: user })).took)
    const client = async () => {
      while (!isOver) {
        const answer = await send(portal, { ...call, token: user }).catch((error) => error)
        if (answer instanceof Error && answer.status !== 429) throw answer
        if (answer instanceof Error) refused++
        else answered++
      }
    }
    const crowd = Promise.all(Array.from({ length: connections }, client))
    await wait(500)
    const { took, unready } = await others()
    isOver = true
    await crowd
    const worst = Math.max(...Object.keys(kinds).map((kind) => quantile(took[kind], 0.99) / quantile(alone.took[kind], 0.99)))
    console.log(`${name}, alone ${quantile(single, 0.5).toFixed(0)} ms: ${answered} answered, ${refused} refused; ${told(took)}; at most ${worst.toFixed(1)} times; ${unready} times not ready`)
  }
} finally {
  await stop()
}
