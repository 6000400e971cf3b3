/** Verifies audit packs in a worker. */
import type { Answer, Question } from './worker'

let worker: Worker | undefined

const begun = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

/** Starts the worker while the user is still choosing a file, so that the page needs no connection afterwards. */
export function prepare() {
  worker ??= begun()
}

/** Verifies a file. The worker answers the questions one after another. */
export function verify(question: Question): Promise<Answer> {
  worker ??= begun()
  const asked = worker
  return new Promise((resolve) => {
    asked.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data), { once: true })
    const fail = () => {
      asked.terminate()
      worker = undefined
      resolve({ problem: 'failed' })
    }
    asked.addEventListener('error', fail, { once: true })
    asked.postMessage(question)
  })
}
