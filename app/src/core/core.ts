/**
 * The rules of the portal, which the server runs too: the same totals, the same refusals, the same words. Whatever imports this
 * waits until they have come; what is drawn before imports `plain.ts` and `later.ts`.
 */
import { paymentStatusNames, endpoints as portalEndpoints, registrationStatusNames, scopeCodes } from 'gridbill-core/declared/portal'
import { endpoints as publicEndpoints } from 'gridbill-core/declared/public'
import {
  type Action,
  type Area,
  type Code,
  type Language,
  type RegistrationStatus,
  type Status,
  type StatusCodes,
  sentenceWith,
} from 'gridbill-core/rules'
import { viewedId } from './viewed'

export { constants, lists, menu, paymentStatuses, registrationStatuses, screens, states } from 'gridbill-core/declared/portal'
export * from 'gridbill-core/rules'
export * from './plain'

export type StatusName = keyof StatusCodes

/** Every endpoint with its method, path and caller. */
export const endpoints = [...publicEndpoints, ...portalEndpoints]

export const paymentStatusName = (status: Status): StatusName => paymentStatusNames[status]
export const registrationStatusName = (status: RegistrationStatus) => registrationStatusNames[status]

/** A code's sentence. In customer view mode nothing is forbidden for another reason than that. */
export const sentence = (code: Code, language: Language, figures: Record<string, unknown> = {}): string =>
  sentenceWith(code === 'forbidden' && viewedId !== undefined ? 'viewModeReadOnly' : code, figures, language)

/** Whether the signed-in person's permission codes hold that action in that area. */
export const allows = (scopes: readonly string[], area: Area, action: Action): boolean => {
  const code = scopeCodes[area][action]
  return code !== undefined && scopes.includes(code)
}
