/** The tones of the uses of settlements. */
import type { PartState, Tone } from '~/core/core'

export const settlementTones: Record<PartState, Tone> = {
  applied: 'good',
  confirms: 'good',
  waits: 'progress',
  paidTwice: 'warning',
  unmatched: 'warning',
  reversed: 'neutral',
  carried: 'good',
}
