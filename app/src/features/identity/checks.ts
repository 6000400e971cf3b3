/**
 * Core's checks for the public pages. Until the rules are loaded, the browser checks only what the server cannot see, such as the
 * repeated password. The server makes the other refusals, in the same words.
 */

import type { FieldError, Language } from '~/core/generatedData'
import type { Rules } from '~/core/lazyRules'
import { plainSentence } from '~/words/sentences'

/** Arguments of every check, in addition to the form's values. */
export type CheckContext = [language: Language, rules: Rules | undefined]

export interface CheckResult {
  fields: FieldError[]
}

/** Returns a field error with core's sentence for the code, also before the rules are loaded. */
export const plainFieldError = (field: string, code: Parameters<typeof plainSentence>[0]): FieldError => ({
  field,
  code,
  message: plainSentence(code),
  params: {},
})

interface Login {
  username: string
  password: string
}
export const checkLogin = ({ username, password }: Login, ...[language, rules]: CheckContext): CheckResult | undefined =>
  rules?.checkLogin(username, password, language).error

export function checkEmail({ email }: { email: string }, ...[language, rules]: CheckContext): CheckResult {
  const error = rules?.checkEmail(email, language).error
  return { fields: error ? [{ field: 'email', code: error.code, message: error.errorMessage, params: error.params }] : [] }
}

interface NewPassword {
  password: string
  confirmation: string
}
export function checkNewPassword({ password, confirmation }: NewPassword, ...[language, rules]: CheckContext): CheckResult {
  if (rules) return rules.checkNewPassword(password, confirmation, language) ?? { fields: [] }
  return { fields: password === confirmation ? [] : [plainFieldError('confirmation', 'passwordsDiffer')] }
}
