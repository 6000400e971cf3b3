/** Asking again while the server, or the way to it, is away. */
import { atom, getDefaultStore } from 'jotai'

/** How long it is asked again, in milliseconds. */
export const patience = 30_000
/** Between two attempts, when the server does not say how long. */
const longestPause = 5_000

/** Whether something waits to be asked again, for whoever says so. */
export const isReconnectingAtom = atom(false)
const store = getDefaultStore()
let waiting = 0

function begin() {
  waiting += 1
  store.set(isReconnectingAtom, true)
}

function end() {
  waiting -= 1
  // What follows at once is the same trouble, and not said again.
  setTimeout(() => store.set(isReconnectingAtom, waiting > 0), 1_000)
}

/** What a proxy says for a server that is gone, or the server of itself; with a reason of its own it is an outcome. */
function isAway(answer: Response): boolean {
  if (answer.status === 503) return answer.headers.has('Retry-After') || !answer.headers.get('Content-Type')?.startsWith('application/json')
  return answer.status === 502 || answer.status === 504
}

/** Not all pages at the same moment, and never sooner than the server asks for. */
function pauseAfter(answer: Response | undefined, attempt: number): number {
  const asked = Number(answer?.headers.get('Retry-After'))
  const least = asked > 0 ? asked * 1_000 : Math.min(500 * 2 ** attempt, longestPause)
  return least * (1 + Math.random() / 2)
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Asks again while the server is away and somebody waits, for what may be asked twice. In the end it answers what was heard last. */
export async function untilHeard(
  ask: () => Promise<Response>,
  isUnheard: (error: unknown) => boolean,
  signal: AbortSignal | undefined,
  isAwaited: () => boolean = () => true,
): Promise<Response> {
  const until = Date.now() + patience
  let isWaiting = false
  try {
    for (let attempt = 0; ; attempt += 1) {
      let answer: Response | undefined
      let error: unknown
      try {
        answer = await ask()
        if (!isAway(answer)) return answer
      } catch (caught) {
        if (!isUnheard(caught)) throw caught
        error = caught
      }
      const pause = pauseAfter(answer, attempt)
      if (Date.now() + pause > until) {
        if (answer) return answer
        throw error
      }
      if (!isWaiting) begin()
      isWaiting = true
      await sleep(pause, signal)
      if (!isAwaited()) {
        if (answer) return answer
        throw error
      }
    }
  } finally {
    if (isWaiting) end()
  }
}
