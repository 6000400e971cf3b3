/** The applications that are counted above their list. */
import { statuses } from '~/kit/company/registrationNames'

/** The statuses counted above the list. */
export const registrationFigures = ['pending', 'requested', 'processing', 'withErrors'] as const
export type RegistrationFigure = (typeof registrationFigures)[number]

/** Returns the request that counts the applications of a status. The total includes all matches, regardless of `recordCount`. */
export const countOf = (status: RegistrationFigure) => ({ recordCount: 1, filter: { statuses: [statuses[status]] } })
