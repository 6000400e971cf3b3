/**
 * The portal's rules, compiled to WebAssembly. The server runs the same code, so totals, refusals and sentences agree.
 * A module that imports this file runs after the rules are loaded. Code that runs earlier imports `generatedData.ts` and
 * `lazyRules.ts`.
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

export { constants, lists, numberLists, paymentStatuses, registrationStatuses, screens, states } from 'gridbill-core/declared/portal'
export * from 'gridbill-core/rules'
export * from './generatedData'

export type StatusName = keyof StatusCodes

/** The endpoints of public pages and of the signed-in portal, with their methods, paths and callers. */
export const endpoints = [...publicEndpoints, ...portalEndpoints]

export const paymentStatusName = (status: Status): StatusName => paymentStatusNames[status]
export const registrationStatusName = (status: RegistrationStatus) => registrationStatusNames[status]

/**
 * Returns the sentence of an error code. In customer view mode, `forbidden` always means that the mode is read-only, so
 * its sentence says so.
 */
export const sentence = (code: Code, language: Language, figures: Record<string, unknown> = {}): string =>
  sentenceWith(code === 'forbidden' && viewedId !== undefined ? 'viewModeReadOnly' : code, figures, language)

/** Whether the user's permission codes include this action in this area. */
export const allows = (scopes: readonly string[], area: Area, action: Action): boolean => {
  const code = scopeCodes[area][action]
  return code !== undefined && scopes.includes(code)
}
