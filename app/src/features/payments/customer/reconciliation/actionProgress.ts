/** Progress of the action that a payment needs. */
import { isOutcome } from '~/kit/call/write'

/** The state of sending the action from this page. */
export interface Sending<Answer> {
  data: Answer | undefined
  isPending: boolean
  error: Error | null
}

type ActionProgress = 'toDo' | 'done' | 'doneElsewhere' | 'unknown'

export function actionProgressOf(waits: boolean, { data, isPending, error }: Sending<unknown>): ActionProgress {
  if (data !== undefined) return 'done'
  // A live event may arrive before the response.
  if (waits || isPending) return 'toDo'
  // Without a response, the action may have been done from here.
  return error && !isOutcome(error) ? 'unknown' : 'doneElsewhere'
}
