/** What the page after paying says about each status. */
import { paymentStatus, paymentStatusName, type Status, type StatusName, type Tone } from '../../../../core/core'

export interface Outcome {
  /** Which words. */
  word: StatusName
  tone: Tone
  isOver: boolean
}

export function outcomeOf(status: Status): Outcome {
  const { tone, isFinal } = paymentStatus(status, 'en')
  return { word: paymentStatusName(status), tone, isOver: isFinal }
}
