/**
 * Lists of accounts as workbooks, read and checked by core in a worker, so that nothing on the screen waits for them. The
 * worker and its rules are loaded when they are first needed.
 */
import type { Checked, Code, Language, NewAccount, UploadedAccounts } from '../../core/plain'

export type Question =
  | { ask: 'read'; file: File; language: Language }
  | { ask: 'check'; rows: readonly NewAccount[] }
  | { ask: 'write'; rows: readonly NewAccount[]; language: Language }

export interface Answer {
  read: Checked<UploadedAccounts>
  check: (Code | null)[]
  write: Blob
}

/** The worker failed. No known workbook causes it; the next question gets a new worker. */
class ReaderFailed extends Error {}

interface Waiting {
  resolve: (answer: never) => void
  reject: (reason: ReaderFailed) => void
}

let worker: Worker | undefined
let asked = 0
const waiting = new Map<number, Waiting>()

function fail() {
  worker?.terminate()
  worker = undefined
  for (const { reject } of waiting.values()) reject(new ReaderFailed())
  waiting.clear()
}

function begun(): Worker {
  const begins = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  begins.onerror = fail
  begins.onmessage = ({ data }: MessageEvent<{ id: number; answer?: never; failed?: true }>) => {
    if (data.failed) return fail()
    waiting.get(data.id)?.resolve(data.answer as never)
    waiting.delete(data.id)
  }
  return begins
}

/** Starts the worker while somebody looks for their file. */
export function prepare() {
  worker ??= begun()
}

function ask<Q extends Question>(question: Q): Promise<Answer[Q['ask']]> {
  worker ??= begun()
  const id = ++asked
  const answer = new Promise<Answer[Q['ask']]>((resolve, reject) => waiting.set(id, { resolve, reject }))
  worker.postMessage({ id, question })
  return answer
}

/** The accounts in a workbook with why each cannot be taken, or why the workbook cannot be read. */
export const readWorkbook = (file: File, language: Language) => ask({ ask: 'read', file, language })

/** Why each account of a list cannot be taken; null where it can. */
export const checkRows = (rows: readonly NewAccount[]) => ask({ ask: 'check', rows })

/** The list as a workbook, with what is still wrong beside each account. */
export const writeWorkbook = (rows: readonly NewAccount[], language: Language) => ask({ ask: 'write', rows, language })
