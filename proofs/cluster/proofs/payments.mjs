// Makes payments at a steady rate, each with its own bill and Idempotency-Key, and repeats them with the same key until they are
// acknowledged, as the app does. Afterwards it checks that each is in the database exactly once.
import { randomUUID } from 'node:crypto'
import { quantile, wait } from '../../bench/portal.mjs'
import { rows } from './cluster.mjs'
import { Person, reason } from './person.mjs'

const payable =
  'bill_has_no_payment(status) and not disable_payment and current_charge > 0 and total_amount_payable between 1 and 90000'
/** Users without a second factor, for whom the password is enough. */
const PAYERS = {
  3010000017: ['master@sinar.example', 'payer@sinar.example', 'finance.east@sinar.example'],
  3010000046: ['master@majlis.example', 'kewangan@majlis.example'],
}
const PATH = '/billpayment-svc/api/v1/Payment/MakePayment'
/** After an error, a user retries after a second with the same key, until it is known whether they have paid. */
const PAUSE = 1_000
const TIMEOUT = 180_000

export class Payments {
  acknowledged = []
  /** Counts of answers other than 200, and of broken connections, by text. */
  errors = new Map()
  asked = 0
  /** Errors that a user has seen, because the app gave up. */
  seen = []
  /** Payments that were never acknowledged. */
  unanswered = []
  #begun = 0
  #running = new Set()
  #isStopped = false

  static async begin(perSecond) {
    const payments = new Payments()
    const found = await rows(
      `select bulk_id, invoice_no, total_amount_payable from bill
      where ${payable} and bulk_id in ('${Object.keys(PAYERS).join("','")}')
        and (bulk_id, invoice_no) not in (select bulk_id, invoice_no from bill_on_hold) order by random()`,
      'gridbill',
    )
    payments.bills = found
    payments.people = new Map()
    for (const name of Object.values(PAYERS).flat()) payments.people.set(name, new Person(name))
    for (const person of payments.people.values()) await person.token()
    payments.before = Number((await rows('select count(*) from payment'))[0][0])
    payments.began = performance.now()
    payments.loop = payments.#steadily(perSecond)
    return payments
  }

  async #steadily(perSecond) {
    for (let steady = 0; !this.#isStopped; await wait(10))
      for (; steady < ((performance.now() - this.began) / 1_000) * perSecond; steady++) this.#begin()
  }

  #begin() {
    const bill = this.bills.pop()
    if (!bill) {
      this.ranOut = true
      return
    }
    const paying = this.#pay(bill, ++this.#begun).finally(() => this.#running.delete(paying))
    this.#running.add(paying)
  }

  /** Starts this many additional payments now. */
  burst(number) {
    for (let left = number; left > 0; left--) this.#begin()
  }

  get underWay() {
    return this.#running.size
  }

  async #pay([bulkId, invoiceNo, amount], number) {
    const names = PAYERS[bulkId]
    const person = this.people.get(names[number % names.length])
    const key = randomUUID()
    const body = {
      bulkId,
      invoiceNos: [invoiceNo],
      paymentMethod: 'EFT_GIRO',
      bankId: 'TEST0021',
      totalAmount: amount,
      referenceNumbers: [{ number: `C${Date.now() % 1e9}N${number}`, amount }],
    }
    const call = { path: PATH, body, headers: { 'idempotency-key': key } }
    const began = performance.now()
    const refusedAt = []
    for (;;) {
      try {
        const { bytes } = await person.ask(call, (refused) => {
          refusedAt.push(performance.now())
          this.#refused(refused)
        })
        this.asked++
        const { transactionNo } = JSON.parse(bytes).Data
        const at = performance.now()
        this.acknowledged.push({ call, person, transactionNo, invoiceNo, amount, bytes, at, took: at - began, refusedAt })
        return
      } catch (refused) {
        if (refused.status === 422) throw refused
        this.seen.push(reason(refused))
        if (performance.now() - began > TIMEOUT) {
          this.unanswered.push(reason(refused))
          return
        }
        await wait(PAUSE)
      }
    }
  }

  #refused(refused) {
    this.asked++
    const what = refused.status ? `${refused.status}` : (refused.code ?? refused.message)
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1)
  }

  /** Starts no more payments, and repeats the running ones until they are acknowledged. */
  async end() {
    this.#isStopped = true
    await this.loop
    await Promise.all(this.#running)
  }

  /** Returns the longest time without an acknowledgement, in milliseconds. */
  longestStop() {
    const times = this.acknowledged.map(({ at }) => at).sort((one, other) => one - other)
    return Math.max(...times.map((at, place) => at - (times[place - 1] ?? this.began)))
  }

  /** Compares the payments with the database. */
  async verify() {
    const have = await rows(`select p.transaction_no, string_agg(i.invoice_no, ','), p.amount, bool_and(i.live)
      from payment p join payment_item i using (payment_id) group by p.payment_id`)
    const byNumber = new Map(have.map(([number, invoices, amount, live]) => [number, { invoices, amount, live }]))
    const items = new Map(await rows('select invoice_no, count(*) from payment_item where live group by 1'))
    const numbers = new Set(this.acknowledged.map(({ transactionNo }) => transactionNo))
    let lost = 0
    let different = 0
    for (const { transactionNo, invoiceNo, amount } of this.acknowledged) {
      const payment = byNumber.get(transactionNo)
      if (!payment) lost++
      else if (payment.invoices !== invoiceNo || Number(payment.amount) !== Number(amount) || payment.live !== 't') different++
    }
    const doubled =
      this.acknowledged.filter(({ invoiceNo }) => items.get(invoiceNo) !== '1').length + (this.acknowledged.length - numbers.size)
    const unknown = have.length - this.before - this.acknowledged.length
    // Replay keys: the answer must have the same bytes, and nothing more may be paid.
    let replays = 0
    for (const { call, person, bytes } of this.acknowledged.filter((_, place) => place % 10 === 0)) {
      const again = await person.ask(call)
      if (!again.bytes.equals(bytes)) different++
      replays++
    }
    return { lost, doubled, different, unknown, replays }
  }

  figures() {
    if (this.acknowledged.length === 0) return [`payments acknowledged            none, with ${this.asked} requests`]
    const took = this.acknowledged.map((one) => one.took)
    const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`
    const errors = [...this.errors].map(([what, times]) => `${times} x ${what}`).join(', ')
    return [
      `payments acknowledged            ${this.acknowledged.length}, with ${this.asked} requests`,
      `answers other than 200           ${errors || 'none'}; errors that a person saw: ${this.seen.length}`,
      `a payment: median, longest       ${quantile(took, 0.5).toFixed(0)} ms, ${seconds(Math.max(...took))}`,
      `longest time without one         ${seconds(this.longestStop())}`,
    ]
  }
}

/** Ends the payments, prints their figures, and returns the faults found. */
export const judged = async (payments, show) => {
  await payments.end()
  payments.figures().forEach(show)
  const { lost, doubled, different, unknown, replays } = await payments.verify()
  show(`lost, doubled, different, unknown ${lost}, ${doubled}, ${different}, ${unknown}; ${replays} keys replayed`)
  const wrong = payments.unanswered.map((why) => `a payment was never acknowledged: ${why}`)
  if (payments.ranOut)
    wrong.push('no bill is left to be paid: make a new cluster (make cluster-down FORGET=1; make cluster)')
  if (payments.acknowledged.length === 0) wrong.push('nothing was paid')
  if (lost + doubled + different + unknown > 0) wrong.push('payments are lost, doubled, different or unknown')
  if (payments.seen.length > 0) wrong.push(`${payments.seen.length} errors were seen: ${[...new Set(payments.seen)].join(', ')}`)
  if (payments.errors.has('500')) wrong.push('a call was answered with 500')
  return wrong
}
