/** Retries of calls while the server or the network is unavailable. */
import { atom, getDefaultStore } from 'jotai'

/** Total time for retries, in milliseconds. */
export const retryLimit = 30_000
/** Maximum pause between two attempts in milliseconds, unless the server asks for more. */
const longestPause = 5_000

/** Whether any call is waiting for a retry, for the notice that the portal is reconnecting. */
export const isReconnectingAtom = atom(false)
const store = getDefaultStore()
let waiting = 0

function beginWaiting() {
  waiting += 1
  store.set(isReconnectingAtom, true)
}

function endWaiting() {
  waiting -= 1
  // The notice stays for a second, so that it does not flicker if the next call fails too.
  setTimeout(() => store.set(isReconnectingAtom, waiting > 0), 1_000)
}

/**
 * Whether the server is unavailable: a gateway error, or a 503 with Retry-After or without JSON. A JSON 503 without
 * Retry-After is a final outcome.
 */
function isUnavailable(answer: Response): boolean {
  if (answer.status === 503) return answer.headers.has('Retry-After') || !answer.headers.get('Content-Type')?.startsWith('application/json')
  return answer.status === 502 || answer.status === 504
}

/**
 * Returns the milliseconds before the next attempt. They are random, so that not all pages retry at the same moment, and
 * never shorter than Retry-After.
 */
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

/**
 * Retries a call that is safe to repeat, while the server is unavailable and the caller still waits. Then returns the
 * last answer or throws the last error.
 */
export async function callWithRetry(
  ask: () => Promise<Response>,
  hasNoAnswer: (error: unknown) => boolean,
  signal: AbortSignal | undefined,
  isAwaited: () => boolean = () => true,
): Promise<Response> {
  const until = Date.now() + retryLimit
  let isWaiting = false
  try {
    for (let attempt = 0; ; attempt += 1) {
      let answer: Response | undefined
      let error: unknown
      try {
        answer = await ask()
        if (!isUnavailable(answer)) return answer
      } catch (caught) {
        if (!hasNoAnswer(caught)) throw caught
        error = caught
      }
      const pause = pauseAfter(answer, attempt)
      if (Date.now() + pause > until) {
        if (answer) return answer
        throw error
      }
      if (!isWaiting) beginWaiting()
      isWaiting = true
      await sleep(pause, signal)
      if (!isAwaited()) {
        if (answer) return answer
        throw error
      }
    }
  } finally {
    if (isWaiting) endWaiting()
  }
}
