/** How far somebody is with what a payment waits for. */
import { isOutcome } from '../../../../kit/call/write'

/** What became of sending it from here. */
export interface Sending<Answer> {
  data: Answer | undefined
  isPending: boolean
  error: Error | null
}

type Standing = 'toDo' | 'done' | 'doneElsewhere' | 'unknown'

export function standingOf(waits: boolean, { data, isPending, error }: Sending<unknown>): Standing {
  if (data !== undefined) return 'done'
  // A live event may be faster than the answer.
  if (waits || isPending) return 'toDo'
  // Without an answer, it may have been done from here.
  return error && !isOutcome(error) ? 'unknown' : 'doneElsewhere'
}
