// Watches what must continue after a fault: a stream of changes at each `serve`, and jobs.
import { wait } from '../../bench/portal.mjs'
import { port, rows } from './cluster.mjs'
import { Person } from './person.mjs'
import { Stream } from './stream.mjs'

const company = '3010000017'
const serve = [1, 2].map((n) => `http://127.0.0.1:${port(`serve${n}`)}`)
/** Milliseconds within which streams announce a change; jobs of a lost worker restart after its silence (45 s). */
const TOLD = 10_000
const WORKED = 120_000

const within = async (milliseconds, found) => {
  for (const until = performance.now() + milliseconds; ; await wait(100)) {
    const value = await found()
    if (value !== undefined || performance.now() > until) return value
  }
}
/** Returns jobs that have been due for a minute and were not run. */
const waiting = async () =>
  Number(
    (
      await rows(`select count(*) from graphile_worker._private_jobs
        where run_at < now() - interval '1 minute' and attempts < max_attempts`)
    )[0][0],
  )

export class Witness {
  /** Requested files; each is a job. */
  #asked = []

  static async begin() {
    const witness = new Witness()
    // A session of its own, because a session may have only a few streams.
    const watcher = new Person('master@sinar.example')
    witness.streams = await Promise.all(serve.map((base) => Stream.open(base, watcher)))
    witness.person = new Person('payer@sinar.example')
    await witness.person.token()
    return witness
  }

  /** Requests a file, with retries until the request is accepted, and does not wait for the file. */
  queue() {
    const body = { list: 'billHistory', request: { id: company }, format: 'xlsx' }
    const asking = this.person.ask({ path: '/portal/api/v1/Downloads/ExportList', body })
    this.#asked.push(
      asking.then(
        ({ bytes }) => JSON.parse(bytes).Data.downloadId,
        (refused) => refused,
      ),
    )
  }

  /** After the fault, returns the pages that are stuck. `change` causes a change of payments. */
  async judged(show, change) {
    const wrong = []
    const then = performance.now()
    change()
    const told = await Promise.all(this.streams.map((stream) => within(TOLD, () => stream.toldAfter(then))))
    const reconnected = this.streams.reduce((sum, stream) => sum + stream.reconnected, 0)
    const late = told.map((after) => (after === undefined ? 'never' : `${after.toFixed(0)} ms`)).join(' and ')
    show(`a stream tells of a change after ${late}; connected again ${reconnected} times`)
    if (told.includes(undefined)) wrong.push('a stream is deaf')
    for (const stream of this.streams) stream.close()

    const jobs = await Promise.all(this.#asked)
    const refused = jobs.filter((one) => one instanceof Error)
    const done = await within(WORKED, async () => {
      const { bytes } = await this.person.ask({ method: 'GET', path: '/portal/api/v1/Downloads' })
      const ready = JSON.parse(bytes).Data.items.filter(({ downloadId, state }) => state === 'ready' && jobs.includes(downloadId))
      return ready.length === jobs.length - refused.length ? performance.now() - then : undefined
    })
    const ended = done === undefined ? 'not' : `${(done / 1_000).toFixed(1)} s`
    show(`jobs of that time                ${jobs.length - refused.length} queued, ended after ${ended}`)
    if (done === undefined) wrong.push('a job is stuck')
    for (const { message } of refused) wrong.push(`a file was refused: ${message}`)
    const left = await within(WORKED, async () => ((await waiting()) === 0 ? 0 : undefined))
    if (left === undefined) wrong.push(`${await waiting()} jobs wait for over a minute`)
    return wrong
  }
}
