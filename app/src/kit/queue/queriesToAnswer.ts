/** The request that counts customers' queries which await an answer of the utility. Its item is the one that is due first. */
import type { QueryState } from '~/core/core'

export const awaitingStates = ['open', 'reopened'] as const satisfies QueryState[]

export const queriesToAnswer = { recordCount: 1, filter: { states: [...awaitingStates] } }
/** The same, of those whose answer is late. */
export const lateQueries = { recordCount: 1, filter: { states: [...awaitingStates], isLate: true } }
