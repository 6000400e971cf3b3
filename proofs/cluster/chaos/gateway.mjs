// Payments by FPX: the payer's browser, the users at the bank, and faults of the gateway's messages.
import { wait } from '../../bench/portal.mjs'
import { port } from '../proofs/cluster.mjs'
import { exchange, Refused, Unanswered } from './client.mjs'
import { look, pay } from './transfers.mjs'

const sandbox = () => `http://127.0.0.1:${port('sandbox')}`

/** Calls the sandbox and retries until it answers, because it is killed and frozen, too. */
export class Gateway {
  constructor({ record, elapsed, portal }) {
    Object.assign(this, { record, elapsed, portal, address: sandbox() })
  }

  /** Returns status and body, or `undefined` without an answer until the end. `tries` counts unanswered attempts. */
  async ask(method, path, body, headers = { 'content-type': 'application/json' }) {
    for (let tries = 0; this.elapsed() < this.portal.deadline; tries++) {
      try {
        const text = typeof body === 'string' ? body : body && JSON.stringify(body)
        const { status, bytes } = await exchange(this.address, { method, path, headers, body: text, timeout: 5_000 })
        return { status, text: bytes.toString(), tries }
      } catch {
        await wait(500)
      }
    }
    return undefined
  }

  async payment(order) {
    const got = await this.ask('GET', `/sandbox/api/payments/${order}`)
    return got?.status === 200 ? JSON.parse(got.text) : undefined
  }

  async fault(sellerExOrderNo, fault) {
    return this.ask('POST', '/sandbox/api/faults', { sellerExOrderNo, fault })
  }

  async switch(what, isOpen) {
    if (what === 'hours') return this.ask('POST', '/sandbox/api/hours', { open: isOpen })
    return this.ask('POST', `/sandbox/api/banks/${what}`, { online: isOpen })
  }

  /** Acts at the bank as a user. Returns whether it happened. */
  async act(n, order, who, action) {
    const got = await this.ask('POST', `/sandbox/api/payments/${order}/${who}`, { action })
    // 409 after an unanswered try: that try has already succeeded.
    const isDone = got?.status === 200 || (got?.status === 409 && got.tries > 0)
    this.record.add({ t: 'bank', n, order, who, action, at: Math.round(this.elapsed()), status: got?.status, isDone })
    return isDone
  }
}

/** Posts the form to the bank once, as a browser does; FPX refuses a repeated form. */
const goToBank = async (run, n, order, { url, fields }) => {
  const text = new URLSearchParams(fields.map(({ name, value }) => [name, value])).toString()
  const { pathname } = new URL(url)
  for (let tries = 0; tries < 20; tries++) {
    if (await run.gateway.payment(order)) return true
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const got = await exchange(run.gateway.address, { path: pathname, headers: type, body: text, timeout: 5_000 }).catch(
      () => undefined,
    )
    if (got) {
      run.record.add({ t: 'bank', n, order, who: 'browser', action: 'post', at: Math.round(run.elapsed()), status: got.status })
      return got.status < 400 && Boolean(await run.gateway.payment(order))
    }
    await wait(500)
  }
  return false
}

/** Brings the bank's answer back to the portal, twice, as if the payer reloaded the page. */
const comeBack = async (run, order) => {
  const { indirect } = (await run.gateway.payment(order)) ?? {}
  if (!indirect) return
  const text = new URLSearchParams(indirect.fields.map(({ name, value }) => [name, value])).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { address, agent } = run.portal.wayOf()
  for (let times = 0; times < 2; times++) {
    await exchange(address, { path: new URL(indirect.url).pathname, headers, body: text, agent }).catch(() => {})
  }
}

export const fpx = async (run, one) => {
  const made = await pay(run, one, one.person, 'FPX', 'pay', {})
  const order = made.merchantTranId
  if (one.looks) await look(run, one, made.transactionNo)
  for (const fault of one.gateway) {
    await run.gateway.fault(order, fault)
    run.record.add({ t: 'fault', kind: `gateway: ${fault}`, n: one.n, order, at: Math.round(run.elapsed()) })
  }
  if (!(await goToBank(run, one.n, order, made.redirect))) return
  await wait(Math.min(one.pause, 3_000))
  if (one.maker === 'leave' || !(await run.gateway.act(one.n, order, 'maker', one.maker))) return
  if (one.returns) await comeBack(run, order)
  if (one.maker !== 'confirm' || one.authorizer === 'leave') return
  await wait(Math.min(one.pause, 3_000))
  await run.gateway.act(one.n, order, 'authorizer', one.authorizer)
  if (one.returns) await comeBack(run, order)
}

/** Queries payments that the bank has decided and the portal does not know, as an officer does on the page Gateway query. */
export const asked = async (run, officer, orders, time) => {
  for (const [place, order] of orders.entries()) {
    const path = `/payments-svc/api/v1/Admin/AdminFPXManualRequery?merchantTranId=${order}`
    const asking = run.portal.command(`s${time}-${place}`, `requery-${order}`, {
      who: officer,
      path,
      once: true,
      about: order,
      body: {},
    })
    // If the query is not needed, the bank's confirmation was faster.
    await asking.catch((error) => {
      if (!(error instanceof Refused || error instanceof Unanswered)) throw error
    })
  }
}
