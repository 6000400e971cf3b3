/**
 * Reads, checks and writes workbooks in a worker, so that the page stays responsive. The worker and its rules load on
 * first use.
 */
import type { HiddenRows, Language, NewAccount } from '~/core/generatedData'
import type { Answer, Question } from './worker'

/** The worker failed, which no known workbook causes. The next request starts a new worker. */
class WorkerError extends Error {}

interface PendingQuestion {
  resolve: (answer: never) => void
  reject: (reason: WorkerError) => void
}

let worker: Worker | undefined
let lastId = 0
const pendingQuestions = new Map<number, PendingQuestion>()

function fail() {
  worker?.terminate()
  worker = undefined
  for (const { reject } of pendingQuestions.values()) reject(new WorkerError())
  pendingQuestions.clear()
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  started.onerror = fail
  started.onmessage = ({ data }: MessageEvent<{ id: number; answer?: never; failed?: true }>) => {
    if (data.failed) return fail()
    pendingQuestions.get(data.id)?.resolve(data.answer as never)
    pendingQuestions.delete(data.id)
  }
  return started
}

/** Starts the worker early, while the user is still choosing a file. */
export function prepare() {
  worker ??= startWorker()
}

function ask<Q extends Question>(question: Q): Promise<Answer[Q['ask']]> {
  worker ??= startWorker()
  const id = ++lastId
  const answer = new Promise<Answer[Q['ask']]>((resolve, reject) => pendingQuestions.set(id, { resolve, reject }))
  worker.postMessage({ id, question })
  return answer
}

/**
 * Reads the accounts of a workbook, each with its refusal, if any. Returns the error if the workbook cannot be read, or if it
 * has hidden rows and there is no choice.
 */
export const readWorkbook = (file: File, language: Language, hidden?: HiddenRows) => ask({ ask: 'read', file, hidden, language })

/** Reads the rows of a workbook of codings. Returns an error like `readWorkbook`. */
export const readCodingCells = (file: File, language: Language, hidden?: HiddenRows) => ask({ ask: 'codings', file, hidden, language })

/** Checks accounts. Returns the refusal of each account; null if it is accepted. */
export const checkRows = (rows: readonly NewAccount[]) => ask({ ask: 'check', rows })

/** Writes the accounts to a workbook, with each account's error next to it. */
export const writeWorkbook = (rows: readonly NewAccount[], language: Language) => ask({ ask: 'write', rows, language })
