// Users of two companies who read through the proxy: at a steady rate regardless of the answers, or like users at pages.
import { availableParallelism, loadavg } from 'node:os'
import { quantile, send, wait } from '../../bench/portal.mjs'
import { portal } from './cluster.mjs'
import { Person, reason } from './person.mjs'

const bills = '/billpayment-svc/api/v1/Bills'
const payments = '/payments-svc/api/v1/Payment'
/** Companies and their users without a second factor. */
const companies = [
  ['3010000017', ['master', 'payer', 'keeper', 'viewer', 'finance.east', 'auditor', 'facilities'], 'sinar'],
  ['3010000046', ['master', 'kewangan'], 'majlis'],
]
const callsOf = (id) => [
  { path: `${bills}/GetOutstandingBillsCard/${id}`, body: {} },
  { path: `${bills}/GetBillsByBatch/${id}`, body: {} },
  { path: `${bills}/GetOutstandingBills/${id}`, body: {} },
  { path: `${payments}/GetPaymentTransactions?bulkId=${id}`, body: {} },
  { method: 'GET', path: '/user-svc/api/v1/User/GetUserProfile' },
]
const everybody = async () => {
  const people = []
  for (const [id, names, company] of companies)
    for (const name of names) people.push({ person: new Person(`${name}@${company}.example`), calls: callsOf(id) })
  for (const { person } of people) await person.token()
  return people
}

/** Describes the machine's load. If other work uses the processors, calls are refused as too many at a time, which proves nothing. */
export const processors = () =>
  `waiting for a processor          ${loadavg()[0].toFixed(1)} processes, of ${availableParallelism()} processors`

class Reads {
  took = []
  failed = []
  underWay = 0
  isStopped = false

  /** Makes the read with this number, by each user in turn. */
  async read(number, asking) {
    const { person, calls } = this.people[number % this.people.length]
    const call = calls[Math.floor(number / this.people.length) % calls.length]
    const began = performance.now()
    this.underWay++
    try {
      await asking(person, call)
      this.took.push(performance.now() - began)
    } catch (refused) {
      this.failed.push(reason(refused))
    }
    this.underWay--
  }

  async end() {
    this.isStopped = true
    await this.loop
  }

  figures() {
    const { took, failed } = this
    const reasons = new Map()
    for (const why of failed) reasons.set(why, (reasons.get(why) ?? 0) + 1)
    return [
      `reads, failed                    ${took.length + failed.length}, ${failed.length}`,
      `a read: median, p99, longest     ${[0.5, 0.99, 1].map((part) => `${quantile(took, part).toFixed(1)} ms`).join(', ')}`,
      ...[...reasons].map(([why, times]) => `  ${times} x ${why}`),
    ]
  }
}

/** Reads at a steady rate, whether earlier ones are answered or not; none is repeated. */
export class SteadyReads extends Reads {
  static async begin(perSecond) {
    const reads = new SteadyReads()
    reads.people = await everybody()
    reads.loop = reads.#steadily(perSecond)
    return reads
  }

  async #steadily(perSecond) {
    const asking = async (person, call) => send(portal, { ...call, token: await person.token() })
    const underWay = new Set()
    const began = performance.now()
    for (let begun = 0; !this.isStopped; await wait(2))
      while (begun < ((performance.now() - began) / 1_000) * perSecond) {
        const reading = this.read(begun++, asking).finally(() => underWay.delete(reading))
        underWay.add(reading)
      }
    await Promise.all(underWay)
  }
}

/** Pages that read every two seconds and wait for their answer first, like the app. A failure is an error on the screen. */
export class Pages extends Reads {
  /** The number of retried answers other than 200. */
  repeated = 0

  static async begin(perSecond) {
    const pages = new Pages()
    pages.people = await everybody()
    pages.loop = Promise.all(Array.from({ length: perSecond * 2 }, (_, number) => pages.#page(number)))
    return pages
  }

  async #page(number) {
    const asking = (person, call) => person.ask(call, () => this.repeated++)
    await wait(Math.random() * 2_000)
    for (let read = number; !this.isStopped; read += this.people.length) {
      const began = performance.now()
      await this.read(read, asking)
      await wait(Math.max(0, began + 2_000 - performance.now()))
    }
  }
}
