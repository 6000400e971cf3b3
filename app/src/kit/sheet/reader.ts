/**
 * Reads, checks and writes workbooks in a worker, so that the page stays responsive. The worker and its rules load on
 * first use.
 */
import type { HiddenRows, Language, NewAccount } from '~/core/generatedData'
import { ruleWorker } from '~/core/ruleWorker'
import type { Answer, Question } from './worker'

/** `prepare` starts the worker early, while the user is still choosing a file. */
const { prepare, ask: askWorker } = ruleWorker<Question, Answer[keyof Answer]>(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
)

export { prepare }

const ask = <Q extends Question>(question: Q) => askWorker(question) as Promise<Answer[Q['ask']]>

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
