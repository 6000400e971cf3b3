/**
 * Reads, checks and writes workbooks of accounts in a worker, so that the page stays responsive. The worker and its
 * rules load on first use.
 */
import type { Language, NewAccount } from '../../core/generatedData'
import type { Answer, Question } from './worker'

/** The worker failed. No known workbook causes this; the next request starts a new worker. */
class ReaderFailed extends Error {}

interface PendingQuestion {
  resolve: (answer: never) => void
  reject: (reason: ReaderFailed) => void
}

let worker: Worker | undefined
let asked = 0
const waiting = new Map<number, PendingQuestion>()

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

/** Starts the worker while the user is still choosing a file. */
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

/** Returns the accounts of a workbook, each with the reason if it is refused, or why the workbook cannot be read. */
export const readWorkbook = (file: File, language: Language) => ask({ ask: 'read', file, language })

/** Returns the rows of a workbook of codings, or why the workbook cannot be read. */
export const readCodingCells = (file: File, language: Language) => ask({ ask: 'codings', file, language })

/** Returns the refusal of each account; null if it is accepted. */
export const checkRows = (rows: readonly NewAccount[]) => ask({ ask: 'check', rows })

/** Writes the accounts to a workbook, with the remaining error next to each. */
export const writeWorkbook = (rows: readonly NewAccount[], language: Language) => ask({ ask: 'write', rows, language })
