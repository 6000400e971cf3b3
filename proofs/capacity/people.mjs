// The callers: Masters of companies of some three hundred accounts, and officers of the utility.
import { send, signIn } from '../bench/portal.mjs'
import { portals, rows } from './processes.mjs'

const [portal] = portals
/** Milliseconds after which a user signs in again; an access token is valid for five minutes. */
const FRESH = 150_000
/** The most bills that are paid for one company. */
const MOST_PAID = 100
export const bills = '/billpayment-svc/api/v1/Bills'
export const payments = '/payments-svc/api/v1/Payment'
/** Requests compressed answers, as a browser does. */
export const accepted = { 'accept-encoding': 'br, gzip' }

const payable =
  'bill_has_no_payment(b.status) and not b.disable_payment and b.current_charge > 0 and b.total_amount_payable between 10 and 30000'

export class People {
  #signedIn = Number.NEGATIVE_INFINITY

  constructor() {
    const found = rows(`select p.email, p.bulk_id from person p
      where p.role = 'master' and p.activated_at is not null
        and (select count(*) from electricity_account a where a.bulk_id = p.bulk_id) between 100 and 1000 order by p.bulk_id`)
    this.masters = found.map(([email, id]) => ({ email, id, side: 'User', unpaid: [], transactions: [] }))
    this.#read()
    this.masters = this.masters.filter(({ unpaid, transactions }) => unpaid.length >= MOST_PAID && transactions.length > 0)
    if (this.masters.length < 8) throw new Error('too few companies of that size: set BILLS and BULK_ACCOUNTS as they are')
    this.officers = ['pccr', 'pccr.north', 'glb'].map((name) => ({ email: `${name}@utility.example`, side: 'Admin' }))
    this.large = { email: 'master@sinar.example', id: '3010000017', side: 'User' }
  }

  /** Reads the bills that each user can pay, and the existing payments. */
  #read() {
    const byId = new Map(this.masters.map((master) => [master.id, master]))
    const ids = this.masters.map(({ id }) => `'${id}'`).join(',')
    for (const [id, invoiceNo, accountNo, amount] of rows(`select b.bulk_id, b.invoice_no, b.account_no, b.total_amount_payable
        from bill b where ${payable} and b.bulk_id in (${ids}) order by b.invoice_no`))
      byId.get(id).unpaid.push({ invoiceNo, accountNo, amount })
    for (const [id, number] of rows(`select bulk_id, transaction_no from payment where bulk_id in (${ids}) order by 2`))
      byId.get(id).transactions.push(number)
  }

  /** Signs all users in again if their tokens are old. */
  async fresh() {
    if (performance.now() - this.#signedIn < FRESH) return
    for (const one of [...this.masters, ...this.officers, this.large]) one.token = await signIn(portal, one.email, one.side)
    this.#signedIn = performance.now()
  }

  master(number) {
    return this.masters[number % this.masters.length]
  }

  officer(number) {
    return this.officers[number % this.officers.length]
  }
}

/** Returns the size of an answer. */
export const asked = async (one, call) => (await send(portal, { ...call, token: one.token, headers: accepted })).bytes.length
