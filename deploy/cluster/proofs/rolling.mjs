// Every process of the program is restarted, one by one, as an update does, while people read and pay through the proxy.
import { availableParallelism, loadavg } from 'node:os'
import { quantile, send, setting, signIn, wait } from '../../../scripts/bench-portal.mjs'
import { answers, port, portal, run } from './cluster.mjs'
import { judged, Payments } from './payments.mjs'

const RATE = setting('CLUSTER_RATE', 200)
const SECONDS = setting('CLUSTER_SECONDS', 60)
/** One call in twenty changes something. */
const WRITES = 0.05
const bills = '/billpayment-svc/api/v1/Bills'
const payments = '/payments-svc/api/v1/Payment'
const companies = [
  ['3010000017', ['master', 'payer', 'keeper', 'viewer', 'accounts.payable', 'finance.east', 'auditor', 'facilities'], 'sinar'],
  ['3010000046', ['master', 'kewangan'], 'majlis'],
]
const callsOf = (id) => [
  { path: `${bills}/GetOutstandingBillsCard/${id}`, body: {} },
  { path: `${bills}/GetBillsByBatch/${id}`, body: {} },
  { path: `${bills}/GetOutstandingBills/${id}`, body: {} },
  { path: `${payments}/GetPaymentTransactions?bulkId=${id}`, body: {} },
  { method: 'GET', path: '/user-svc/api/v1/User/GetUserProfile' },
]

/** Reads at a steady rate, whether earlier ones are answered or not; none is repeated. */
class Reads {
  took = []
  failed = []
  #under = new Set()
  #isStopped = false

  static async begin(perSecond) {
    const reads = new Reads()
    reads.people = []
    for (const [id, people, company] of companies)
      for (const person of people)
        reads.people.push({ token: await signIn(portal, `${person}@${company}.example`), calls: callsOf(id) })
    reads.loop = reads.#steadily(perSecond)
    return reads
  }

  async #steadily(perSecond) {
    const began = performance.now()
    for (let begun = 0; !this.#isStopped; await wait(2))
      while (begun < ((performance.now() - began) / 1_000) * perSecond) {
        const reading = this.#read(begun++).finally(() => this.#under.delete(reading))
        this.#under.add(reading)
      }
  }

  async #read(number) {
    const { token, calls } = this.people[number % this.people.length]
    const call = calls[Math.floor(number / this.people.length) % calls.length]
    const began = performance.now()
    try {
      await send(portal, { ...call, token })
      this.took.push(performance.now() - began)
    } catch (refused) {
      const why = refused.status ? `${refused.status} ${/"code":"(\w+)"/.exec(refused.message)?.[1] ?? ''}` : refused.message
      this.failed.push(why)
    }
  }

  async end() {
    this.#isStopped = true
    await this.loop
    await Promise.all(this.#under)
  }
}

const ready = async (name) => {
  const until = Date.now() + 60_000
  const address = `http://127.0.0.1:${name.startsWith('serve') ? port(name) : port(`metrics-${name}`)}`
  while (!(await answers(`${address}${name.startsWith('serve') ? '/readyz' : '/metrics'}`))) {
    if (Date.now() > until) throw new Error(`${name} does not come back`)
    await wait(200)
  }
}

export const rolling = async (show) => {
  const reads = await Reads.begin(RATE * (1 - WRITES))
  const writes = await Payments.begin(RATE * WRITES)
  const until = performance.now() + SECONDS * 1_000
  await wait(3_000)
  let restarts = 0
  do {
    for (const name of ['worker1', 'worker2', 'serve1', 'serve2']) {
      await run('run.sh', 'stop', name)
      await run('run.sh', 'start', name)
      await ready(name)
      restarts++
      // The proxy notices within half a second; then the next one goes.
      await wait(2_000)
    }
  } while (performance.now() < until)
  await reads.end()
  const seconds = (performance.now() - writes.began) / 1_000
  const wrong = await judged(writes, show)
  const { took, failed } = reads
  show(`restarts of serve and worker     ${restarts}`)
  show(`requests a second                ${((took.length + failed.length + writes.asked) / seconds).toFixed(0)}`)
  show(`reads, failed                    ${took.length + failed.length}, ${failed.length}`)
  show(`a read: median, p99, longest     ${[0.5, 0.99, 1].map((part) => `${quantile(took, part).toFixed(1)} ms`).join(', ')}`)
  const reasons = new Map()
  for (const why of failed) reasons.set(why, (reasons.get(why) ?? 0) + 1)
  for (const [why, times] of reasons) show(`  ${times} x ${why}`)
  // Where other work has the processors, calls are refused for being too many at once: that is no proof of anything.
  show(`waiting for a processor          ${loadavg()[0].toFixed(1)} processes, of ${availableParallelism()} processors`)
  if (failed.length > 0) wrong.push(`${failed.length} reads failed`)
  if (writes.errors.size > 0) wrong.push('payments had to be repeated')
  return wrong
}
