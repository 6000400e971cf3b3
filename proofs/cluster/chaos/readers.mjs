// Many users who read, each with an open stream of live events.
import http from 'node:http'
import { wait } from '../../bench/portal.mjs'
import { Random } from './random.mjs'

const bills = '/billpayment-svc/api/v1/Bills'
const CALLS = [
  (id) => [`${bills}/GetOutstandingBillsCard/${id}`, {}],
  (id) => [`${bills}/GetBillsByBatch/${id}`, {}],
  (id) => [`${bills}/GetOutstandingBills/${id}`, {}],
  (id) => [`/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${id}`, {}],
  () => ['/user-svc/api/v1/User/GetUserProfile'],
]
/** Milliseconds between two reads of one user, on average. */
const PAUSE = 4_000

export class Readers {
  streams = { opened: 0, ended: 0, changes: 0 }
  #isStopped = false
  #requests = new Set()

  constructor(run, count, seed) {
    const people = run.world.companies.flatMap(({ id, people: all }) => all.map((who) => ({ who, id })))
    this.run = run
    this.loops = Array.from({ length: count }, (_, number) => {
      const random = new Random(seed, `reader ${number}`)
      const person = people[number % people.length]
      return Promise.all([this.#reading(person, random), this.#listening(person, random)])
    })
  }

  async #reading({ who, id }, random) {
    await wait(random.pause(PAUSE))
    while (!this.#isStopped) {
      await this.run.portal.read(who, ...random.of(CALLS)(id)).catch((error) => this.run.portal.trouble(`read: ${error.message}`))
      await wait(random.pause(PAUSE))
    }
  }

  async #listening({ who }, random) {
    await wait(random.pause(PAUSE))
    while (!this.#isStopped) {
      await this.#stream(who).catch(() => {})
      this.streams.ended++
      await wait(1_000)
    }
  }

  async #stream(who) {
    const authorization = `Bearer ${await this.run.portal.token(who)}`
    const { address } = this.run.portal.wayOf(who)
    await new Promise((resolve, reject) => {
      const request = http.get(`${address}/portal/api/v1/Live`, { headers: { authorization }, agent: false }, (answer) => {
        if (answer.statusCode === 200) this.streams.opened++
        answer.on('data', (part) => {
          this.streams.changes += part.toString().split('event: changed').length - 1
        })
        answer.on('error', reject)
        answer.on('end', resolve)
        answer.on('close', resolve)
      })
      // The server sends a beat every fifteen seconds.
      request.setTimeout(40_000, () => request.destroy(new Error('silent')))
      request.on('error', reject)
      request.on('close', () => this.#requests.delete(request))
      this.#requests.add(request)
    })
  }

  async end() {
    this.#isStopped = true
    for (const request of this.#requests) request.destroy()
    await Promise.all(this.loops)
  }
}
