// Payments by FPX: the payer's browser, the bank's people, and what the gateway's messages go through.
import { wait } from '../../bench/portal.mjs'
import { port } from '../proofs/cluster.mjs'
import { exchange, Refused, Unanswered } from './client.mjs'
import { look, pay } from './transfers.mjs'

const sandbox = () => `http://127.0.0.1:${port('sandbox')}`

/** The sandbox is asked until it answers: it is killed and frozen, too. */
export class Gateway {
  constructor({ record, elapsed, portal }) {
    Object.assign(this, { record, elapsed, portal, address: sandbox() })
  }

  /** Status and body; `undefined` when there was none until the end. `tries` counts those that were not answered. */
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

  /** Somebody acts at the bank; whether it happened. */
  async act(n, order, who, action) {
    const got = await this.ask('POST', `/sandbox/api/payments/${order}/${who}`, { action })
    // Not that person's turn: an earlier try, which was not answered, has done it.
    const isDone = got?.status === 200 || (got?.status === 409 && got.tries > 0)
    this.record.add({ t: 'bank', n, order, who, action, at: Math.round(this.elapsed()), status: got?.status, isDone })
    return isDone
  }
}

/** A browser posts the form that it was given, once: what a page repeats is refused by FPX. */
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

/** And brings the bank's answer back, as often as the payer presses the key. */
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

/** What the bank has decided and the portal has not heard is asked for by an officer, as the page Gateway query does. */
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
    // Where it is not needed, the bank was faster.
    await asking.catch((error) => {
      if (!(error instanceof Refused || error instanceof Unanswered)) throw error
    })
  }
}
