/** The draft of the profile's form. */
import { mergeChanges } from '~/kit/form/following'

interface ProfileTexts {
  name: string
  mobileNo: string
  emailOpting: boolean
}

export interface ProfileDraft extends ProfileTexts {
  /** The profile when the draft began. A field with another value was changed by the user. */
  base: ProfileTexts
}

/** Returns the draft with the current values of fields that the user did not change, so that saving does not undo another change. */
export const followProfile = ({ base, ...typed }: ProfileDraft, now: ProfileTexts): ProfileDraft => ({
  ...mergeChanges(base, typed, now),
  base: now,
})
