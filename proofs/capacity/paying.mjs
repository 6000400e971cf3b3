// Measures payments: EFT with one bill and with many, staff's acceptance with its posting, and FPX with its confirmation.
import { randomUUID } from 'node:crypto'
import { ask, setting } from '../bench/portal.mjs'
import { cost, each, measured, repeated, show, until } from './meter.mjs'
import { portals, sandbox } from './processes.mjs'

const [portal] = portals
const PAYMENTS = setting('PAYMENTS', 150)
const MANY = 25
const sen = (amount) => Math.round(Number(amount) * 100)
const ringgit = (sum) => (sum / 100).toFixed(2)
const once = () => ({ 'idempotency-key': randomUUID() })
const numbers = (made) => made.map(({ transactionNo }) => `'${transactionNo}'`).join(',')

/** Pays `count` bills as this Master. */
const pay = async (master, count, how) => {
  const chosen = master.unpaid.splice(0, count)
  if (chosen.length < count) throw new Error(`${master.email} has no more bills to pay: lower PAYMENTS`)
  const totalAmount = ringgit(chosen.reduce((sum, { amount }) => sum + sen(amount), 0))
  const invoiceNos = chosen.map(({ invoiceNo }) => invoiceNo)
  const body = { bulkId: master.id, invoiceNos, bankId: 'TEST0021', totalAmount, ...how(totalAmount) }
  return ask(portal, '/billpayment-svc/api/v1/Payment/MakePayment', master.token, body, once())
}
let given = 0
const byTransfer = (amount) => ({
  paymentMethod: 'EFT_GIRO',
  referenceNumbers: [{ number: `K${Date.now() % 1e9}N${given++}`, amount }],
})
const byFpx = () => ({ paymentMethod: 'FPX' })

const post = async (url, options) => {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', ...options })
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
const act = (order, who, action) =>
  post(`${sandbox}/sandbox/api/payments/${order}/${who}`, {
    body: JSON.stringify({ action }),
    headers: { 'content-type': 'application/json' },
  })

/** Pays at the bank: the maker confirms, the authoriser approves, and the bank confirms to the portal. */
const payAtBank = async (master) => {
  const made = await pay(master, 1, byFpx)
  const { url, fields } = made.redirect
  await post(url, { body: new URLSearchParams(fields.map(({ name, value }) => [name, value])) })
  await act(made.merchantTranId, 'maker', 'confirm')
  await act(made.merchantTranId, 'authorizer', 'approve')
  return made
}
const arePaid = (made) => `select bool_and(payment_is_paid(status)) from payment where transaction_no in (${numbers(made)})`

export const paying = async (people) => {
  const figures = []
  const transfers = []
  await people.fresh()
  const transferred = (count, kept) => async (n) => {
    kept.push(await pay(people.master(n), count, byTransfer))
    return 0
  }
  figures.push(await measured('a payment by EFT of 1 bill', transferred(1, transfers), { most: PAYMENTS, seconds: 60 }))
  await people.fresh()
  const many = Math.ceil(PAYMENTS / 4)
  figures.push(await measured(`a payment by EFT of ${MANY} bills`, transferred(MANY, []), { most: many, seconds: 60 }))

  await people.fresh()
  const accept = async (n) => {
    const body = { eBulkPaymentID: transfers[n].eBulkPaymentID }
    await ask(portal, '/billpayment-svc/api/v1/Admin/PaymentAccept', people.officer(n % 2).token, body, once())
    return 0
  }
  const accepted = await cost(async () => {
    const done = await repeated(accept, { most: transfers.length, seconds: 60 })
    await until('posting', arePaid(transfers.slice(0, done.times)))
    return done
  })
  figures.push(each('its acceptance by staff, and its posting', accepted))
  show(figures.at(-1))

  await people.fresh()
  const atBank = []
  for (let n = 0; n < 4; n++) await payAtBank(people.master(n))
  const confirmed = await cost(async () => {
    const done = await repeated(
      async (n) => {
        atBank.push(await payAtBank(people.master(n)))
        return 0
      },
      { most: Math.ceil(PAYMENTS / 2), seconds: 60 },
    )
    await until('confirming', arePaid(atBank))
    return done
  })
  figures.push(each('a payment by FPX of 1 bill, with its confirmation', confirmed))
  show(figures.at(-1))
  return figures
}
