// The event stream of one page, which reconnects when it ends, like in the browser.
import http from 'node:http'
import { wait } from '../../bench/portal.mjs'

export class Stream {
  /** The announced changes with their times. */
  heard = []
  reconnected = 0
  #request
  #isClosed = false

  /** Opens a stream at this process as this user, and returns when it is open. */
  static async open(base, person) {
    const stream = new Stream()
    stream.base = base
    stream.person = person
    await stream.#connect()
    return stream
  }

  async #connect() {
    const headers = { authorization: `Bearer ${await this.person.token()}` }
    await new Promise((resolve, reject) => {
      this.#request = http.get(`${this.base}/portal/api/v1/Live`, { headers }, (answer) => {
        answer.on('data', (part) => this.heard.push([performance.now(), part.toString()]))
        answer.on('error', () => {})
        answer.on('close', () => this.#again())
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`the stream: ${answer.statusCode}`))
      })
      this.#request.on('error', reject)
    })
  }

  async #again() {
    if (this.#isClosed) return
    this.reconnected++
    await wait(1_000)
    await this.#connect().catch(() => this.#again())
  }

  /** Returns the milliseconds from `then` until the stream announced payments, or nothing. */
  toldAfter(then) {
    const event = this.heard.find(([at, text]) => at > then && /event: ?changed/.test(text) && /payments/.test(text))
    return event && event[0] - then
  }

  close() {
    this.#isClosed = true
    this.#request.destroy()
  }
}
