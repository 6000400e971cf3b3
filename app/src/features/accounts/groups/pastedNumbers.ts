/** Parses the account numbers pasted into the form of a new group. */
import { type AccountNo, check, type FieldError, type Language } from '~/core/core'

/** Checks each part with core. Invalid parts are reported as errors, unlike in a search, which ignores them. */
const pasted = (typed: string, language: Language) =>
  typed
    .split(/[,;\n\r\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ part, ...check('accountNo', part, language) }))

export const pastedNumbers = (typed: string, language: Language): AccountNo[] => pasted(typed, language).flatMap(({ value }) => value ?? [])

/**
 * Returns an error for the first invalid account number. `say` includes the number in the message, because the user may have pasted
 * hundreds.
 */
export function numbersRefusal(typed: string, language: Language, say: (number: string, message: string) => string): FieldError[] {
  const wrong = pasted(typed, language).find(({ error }) => error)
  return wrong?.error ? [{ ...wrong.error, field: 'accounts', message: say(wrong.part, wrong.error.errorMessage) }] : []
}
