/** The account numbers that are pasted into the form of a new group. */
import { type AccountNo, check, type FieldError, type Language } from '../../../core/core'

/** Each as core reads it: nothing is left out in silence, as a search leaves out what is no number. */
const pasted = (typed: string, language: Language) =>
  typed
    .split(/[,;\n\r\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ part, ...check('accountNo', part, language) }))

export const pastedNumbers = (typed: string, language: Language): AccountNo[] => pasted(typed, language).flatMap(({ value }) => value ?? [])

/** What is wrong with the first that is no account number. `say` names it: hundreds may have been pasted. */
export function numbersRefusal(typed: string, language: Language, say: (number: string, message: string) => string): FieldError[] {
  const wrong = pasted(typed, language).find(({ error }) => error)
  return wrong?.error ? [{ ...wrong.error, field: 'accounts', message: say(wrong.part, wrong.error.errorMessage) }] : []
}
