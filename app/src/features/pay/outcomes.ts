/** What the page after paying says about each status. */
import { paymentStatus, type Status, type Tone } from '../../core'

export interface Outcome {
  /** Which words. */
  word:
    | 'required'
    | 'pendingApproval'
    | 'processing'
    | 'paid'
    | 'failed'
    | 'declined'
    | 'overpay'
    | 'insufficient'
    | 'initiated'
    | 'authorizer'
    | 'bankDeclined'
  tone: Tone
  isOver: boolean
}

const words: Record<Status, Outcome['word']> = {
  1: 'required',
  2: 'pendingApproval',
  3: 'processing',
  4: 'paid',
  5: 'failed',
  6: 'declined',
  7: 'overpay',
  8: 'insufficient',
  9: 'initiated',
  10: 'authorizer',
  11: 'bankDeclined',
}

export function outcomeOf(status: Status): Outcome {
  const { tone, isFinal } = paymentStatus(status, 'en')
  return { word: words[status], tone, isOver: isFinal }
}
