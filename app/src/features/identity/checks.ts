/**
 * Core's rules of what is typed on the public pages. Before they have come nothing is refused here but what the server is not
 * told: it refuses the rest, in the same words.
 */
import type { Rules } from '../../core/later'
import type { FieldError, Language } from '../../core/plain'
import { plainSentence } from '../../words/sentences'

/** What a check is told beside the entries. */
export type OfRules = [language: Language, rules: Rules | undefined]

export interface Wrong {
  fields: FieldError[]
}

/** What core says at a field by itself. */
export const plainly = (field: string, code: Parameters<typeof plainSentence>[0]): FieldError => ({
  field,
  code,
  message: plainSentence(code),
  params: {},
})

interface Login {
  username: string
  password: string
}
export const checkLogin = ({ username, password }: Login, ...[language, rules]: OfRules): Wrong | undefined =>
  rules?.checkLogin(username, password, language).error

export function checkEmail({ email }: { email: string }, ...[language, rules]: OfRules): Wrong {
  const error = rules?.checkEmail(email, language).error
  return { fields: error ? [{ field: 'email', code: error.code, message: error.errorMessage, params: error.params }] : [] }
}

interface NewPassword {
  password: string
  confirmation: string
}
export function checkNewPassword({ password, confirmation }: NewPassword, ...[language, rules]: OfRules): Wrong {
  if (rules) return rules.checkNewPassword(password, confirmation, language) ?? { fields: [] }
  return { fields: password === confirmation ? [] : [plainly('confirmation', 'passwordsDiffer')] }
}
