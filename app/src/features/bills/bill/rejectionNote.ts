import { type Instant, instantShown, type Language, rejectionLeft } from '~/core/core'

/** The end of the period in which the customer may ask for rejection, and the time left; undefined after the end. */
export interface RejectionNote {
  ends: string
  left: string | undefined
}

export const rejectionNote = (endsAt: Instant, now: Instant, language: Language): RejectionNote => ({
  ends: instantShown(endsAt, language),
  left: rejectionLeft(endsAt, now, language) ?? undefined,
})
