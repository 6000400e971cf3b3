/** Core's rule of an e-mail address, for a form that asks for nothing else. */
import { checkEmail, type FieldError, type Language } from '../../core/first'

export function checkOneEmail({ email }: { email: string }, language: Language): { fields: FieldError[] } | undefined {
  const { error } = checkEmail(email, language)
  return error && { fields: [{ field: 'email', code: error.code, message: error.errorMessage, params: error.params }] }
}
