// A user at a page of the app. While the server or the network is away, the app retries for thirty seconds with the same key, and not
// earlier than the server allows (app/src/kit/call/retryCalls.ts). A later failure is an error that the user sees.
import { send, wait } from '../../bench/portal.mjs'
import { portal } from './cluster.mjs'

const PATIENCE = 30_000
const LONGEST_PAUSE = 5_000

/** Whether an answer means that the server is away: from a proxy, or from the server itself. A broken connection has no status. */
const isAway = ({ status, headers }) => {
  if (status === 503) return 'retry-after' in headers || !headers['content-type']?.startsWith('application/json')
  return status === undefined || status === 502 || status === 504
}

const pauseAfter = ({ headers }, attempt) => {
  const asked = Number(headers?.['retry-after'])
  const least = asked > 0 ? asked * 1_000 : Math.min(500 * 2 ** attempt, LONGEST_PAUSE)
  return least * (1 + Math.random() / 2)
}

/** Describes an answer by status and code, or by the connection's error. */
export const reason = ({ status, code, message }) =>
  status ? `${status} ${/"code":"(\w+)"/.exec(message)?.[1] ?? ''}`.trim() : (code ?? message)

const asApp = async (call, refusedBy) => {
  const until = performance.now() + PATIENCE
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(portal, call)
    } catch (refused) {
      refusedBy(refused)
      const pause = pauseAfter(refused, attempt)
      if (!isAway(refused) || performance.now() + pause > until) throw refused
      await wait(pause)
    }
  }
}

export class Person {
  #token

  constructor(username) {
    this.username = username
  }

  /** Makes a call with retries. `refusedBy` is called for every answer other than 200, and for broken connections. */
  async ask(call, refusedBy = () => {}) {
    for (let signIns = 0; ; signIns++) {
      const token = this.token()
      try {
        return await asApp({ ...call, token: await token }, refusedBy)
      } catch (refused) {
        if (refused.status !== 401 || signIns === 3) throw refused
        // The token has expired. The app requests a new one, which no user notices.
        if (this.#token === token) this.#token = undefined
      }
    }
  }

  token() {
    this.#token ??= this.#signIn()
    return this.#token
  }

  async #signIn() {
    const body = { username: this.username, password: 'Gridbill-demo1' }
    try {
      const { bytes } = await asApp({ path: '/user-svc/api/v1/User/Login', body }, () => {})
      return JSON.parse(bytes).Data.accessToken
    } catch (refused) {
      this.#token = undefined
      throw refused
    }
  }
}
