// Somebody at a page of the app. While the server, or the way to it, is away, the app asks again for thirty seconds with the same
// key, and no sooner than it is told (app/src/kit/call/retryCalls.ts). What it refuses after that is an error that the person sees.
import { send, wait } from '../../bench/portal.mjs'
import { portal } from './cluster.mjs'

const PATIENCE = 30_000
const LONGEST_PAUSE = 5_000

/** What a proxy says for a server that is gone, or the server of itself. A connection that broke has no status. */
const isAway = ({ status, headers }) => {
  if (status === 503) return 'retry-after' in headers || !headers['content-type']?.startsWith('application/json')
  return status === undefined || status === 502 || status === 504
}

const pauseAfter = ({ headers }, attempt) => {
  const asked = Number(headers?.['retry-after'])
  const least = asked > 0 ? asked * 1_000 : Math.min(500 * 2 ** attempt, LONGEST_PAUSE)
  return least * (1 + Math.random() / 2)
}

/** In a word: an answer's status and code, or what happened to the connection. */
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

  /** `refusedBy` hears of every answer other than 200, and of connections that broke. */
  async ask(call, refusedBy = () => {}) {
    for (let signIns = 0; ; signIns++) {
      const token = this.token()
      try {
        return await asApp({ ...call, token: await token }, refusedBy)
      } catch (refused) {
        if (refused.status !== 401 || signIns === 3) throw refused
        // Its time is up. The app asks for the next one, and nobody sees it.
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
