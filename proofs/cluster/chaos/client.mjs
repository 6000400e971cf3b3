// Users' calls, which are repeated with the same key until they are answered, as in the app. Connections break, time out, or are closed
// in the middle of a request. Every decisive answer is recorded.
import { createHash } from 'node:crypto'
import http from 'node:http'
import { wait } from '../../bench/portal.mjs'

const PAUSE = 500
const TIMEOUT = 30_000
/** Milliseconds for which an access token is used; it is valid for five minutes. */
const FRESH = 240_000
const PASSWORD = 'Gridbill-demo1'

/** A refusal by a rule, which a retry would not change. */
export class Refused extends Error {
  constructor(code, status) {
    super(`${status} ${code}`)
    Object.assign(this, { code, status })
  }
}
/** A call that was not answered until the deadline. */
export class Unanswered extends Error {}

export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Sends one request. After `leave` milliseconds the client disconnects, half of the time before its request is complete. */
export const exchange = (address, { method = 'POST', path, headers, body, agent, timeout = TIMEOUT, leave }) =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? undefined : { 'content-length': Buffer.byteLength(body) }
    const request = http.request(address + path, { method, agent, headers: { ...length, ...headers } })
    const gone = (why) => request.destroy(new Error(why))
    const timers = [setTimeout(gone, timeout, 'timed out')]
    if (leave !== undefined) timers.push(setTimeout(gone, leave, 'left'))
    const end = (act, value) => {
      for (const timer of timers) clearTimeout(timer)
      act(value)
    }
    request.on('error', (error) => end(reject, error))
    request.on('response', (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', (error) => end(reject, error))
      answer.on('end', () => {
        const whole = answer.complete
        if (whole) end(resolve, { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) })
        else end(reject, new Error('cut off'))
      })
    })
    if (leave !== undefined && leave % 2 === 1 && body !== undefined) request.write(body.slice(0, body.length >> 1))
    else request.end(body)
  })

/** Returns the error in the body of an answer, if there is one. */
const errorOf = (bytes) => {
  try {
    return JSON.parse(bytes).Error ?? {}
  } catch {
    return {}
  }
}

const isRule = (status, code) => status >= 400 && status < 500 && ![401, 408, 429].includes(status) && code !== 'keyInProgress'

/** Encodes a form with a file and other fields. */
export const form = (name, file, fields = {}) => {
  const mark = 'gridbill-chaos'
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${mark}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${mark}\r\nContent-Disposition: form-data; name="File"; filename="${name}"\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
    body: Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${mark}--\r\n`)]),
  }
}

export class Portal {
  /** Returns the milliseconds after which a client disconnects, from a generator of the plan. If undefined, none disconnects. */
  leaving
  /** The time until which calls are repeated. */
  deadline = Number.POSITIVE_INFINITY
  /** Counts of answers that are neither refusal nor success, and of reads, by text. */
  troubles = new Map()
  reads = new Map()
  #tokens = new Map()
  #passwords = new Map()
  #ways

  /** `direct` and `through` (a proxy that can be cut) are two ways to the same portal; users are divided among them. */
  constructor({ record, tag, direct, through, elapsed }) {
    Object.assign(this, { record, tag, elapsed })
    this.#ways = [direct, through].map((address) => ({ address, agent: new http.Agent({ keepAlive: true }) }))
  }

  wayOf(who = '') {
    return this.#ways[who.length % 2]
  }

  knows(who, password) {
    this.#passwords.set(who, password)
  }

  end() {
    for (const { agent } of this.#ways) agent.destroy()
  }

  /** Returns a user's valid token, and signs in again if needed. */
  async token(who) {
    const known = this.#tokens.get(who)
    if (known && performance.now() - known.at < FRESH) return known.token
    const token = this.#signIn(who)
    this.#tokens.set(who, { at: performance.now(), token })
    token.catch(() => this.#tokens.delete(who))
    return token
  }

  async #signIn(who) {
    const side = who.endsWith('@utility.example') ? 'Admin' : 'User'
    const body = { username: who, password: this.#passwords.get(who) ?? PASSWORD }
    const { data } = await this.#untilAnswered({ path: `/user-svc/api/v1/${side}/Login`, body })
    return data.accessToken
  }

  trouble(what) {
    this.troubles.set(what, (this.troubles.get(what) ?? 0) + 1)
  }

  /**
   * Repeats a call until there is a decisive answer. This is safe with a key, or if `done` names the refusals which prove that an earlier,
   * unanswered try succeeded.
   */
  async #untilAnswered({ who, key, path, method, body, upload, done = [] }) {
    const began = performance.now()
    const answers = []
    for (let pause = PAUSE; ; ) {
      try {
        const { address, agent } = this.wayOf(who)
        const token = who && { authorization: `Bearer ${await this.token(who)}` }
        const content = upload?.headers ?? (body && { 'content-type': 'application/json' })
        const headers = { ...content, ...token, ...(key && { 'idempotency-key': key }) }
        const leave = this.leaving && this.leaving()
        const answer = await exchange(address, {
          method,
          path,
          agent,
          headers,
          body: upload?.body ?? (body && JSON.stringify(body)),
          leave,
        })
        const { status, bytes } = answer
        const took = Math.round(performance.now() - began)
        if (status === 200) return { answer, data: upload || body || key ? JSON.parse(bytes).Data : undefined, took, answers }
        const { code, params } = errorOf(bytes)
        if (isRule(status, code)) {
          if (answers.some(({ isSafe }) => !isSafe) && done.includes(code)) return { isResolved: true, took, answers }
          throw Object.assign(new Refused(code ?? 'without a code', status), { took, answers, params })
        }
        if (status === 401) this.#tokens.delete(who)
        // These statuses come before any effect, so they do not make a later refusal ambiguous.
        answers.push({ what: `${status} ${code ?? ''}`.trim(), isSafe: [401, 429].includes(status) })
        pause = Math.max(PAUSE, Number(answer.headers['retry-after'] ?? 0) * 1_000)
      } catch (error) {
        if (error instanceof Refused || error instanceof Unanswered) throw error
        answers.push({ what: error.code ?? error.message, isSafe: error.code === 'ECONNREFUSED' })
      }
      this.trouble(answers.at(-1).what)
      if (this.elapsed() > this.deadline) {
        throw Object.assign(new Unanswered(`${path}: ${answers.at(-1).what}`), { took: performance.now() - began, answers })
      }
      await wait(Math.min(pause, 5_000))
    }
  }

  /** Runs a command of the plan and records its result. `step` is its name; `once` says that it takes a key. */
  async command(n, step, { who, path, body, upload, once = false, done, about }) {
    const key = once ? `${this.tag}-${n}-${step}` : undefined
    const entry = { n, step, at: Math.round(this.elapsed()), who, key, path, body, about }
    const said = ({ took, answers = [] }) => ({
      took: Math.round(took ?? 0),
      tries: answers.length + 1,
      answers: answers.map(({ what }) => what),
    })
    try {
      const got = await this.#untilAnswered({ who, key, path, body, upload, done })
      const bytes = got.answer?.bytes
      const answered = { data: got.data, hash: bytes && hashOf(bytes), isResolved: got.isResolved || undefined }
      this.record.add({ t: 'ack', ...entry, ...said(got), ...answered })
      return got.data
    } catch (error) {
      const t = error instanceof Refused ? 'refused' : error instanceof Unanswered ? 'unknown' : undefined
      if (!t) throw error
      this.record.add({ t, ...entry, ...said(error), code: error.code, params: error.params })
      throw error
    }
  }

  /** Runs a read, which is counted and repeated like other calls. It is recorded if it was refused, or took a minute. */
  async read(who, path, body, { isFile = false } = {}) {
    const method = body ? 'POST' : 'GET'
    const name = path
      .replace(/\/[0-9a-f-]{8,}$|[?].*/, '')
      .split('/')
      .at(-1)
    const note = ({ took, answers }, code) => {
      const counts = {}
      for (const { what } of answers) counts[what] = (counts[what] ?? 0) + 1
      this.record.add({ t: 'read', at: Math.round(this.elapsed()), who, path, took: Math.round(took), answers: counts, code })
    }
    const got = await this.#untilAnswered({ who, path, method, body }).catch((error) => {
      if (error.answers) note(error, error.code ?? 'unanswered')
      throw error
    })
    const { answer, took } = got
    if (took > 60_000) note(got)
    const one = this.reads.get(name) ?? { times: 0, longest: 0 }
    this.reads.set(name, { times: one.times + 1, longest: Math.max(one.longest, took) })
    return isFile ? answer.bytes : JSON.parse(answer.bytes).Data
  }
}
