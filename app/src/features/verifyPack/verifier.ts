/** Verifies audit packs in a worker. */
import { ruleWorker } from '~/core/ruleWorker'
import type { Answer, Question } from './worker'

/** `prepare` starts the worker while the user is still choosing a file, so that the page needs no connection afterwards. */
const { prepare, ask } = ruleWorker<Question, Answer>(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))

export { prepare }

/** Verifies a file. The worker answers the questions one after another. */
export const verify = (question: Question): Promise<Answer> => ask(question).catch(() => ({ problem: 'failed' }))
