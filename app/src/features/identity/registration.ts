/** What is typed to register, and core's rules of it, step by step. */
import { checkEmail, checkNewPassword, checkRegistration, type FieldError, type Language, sentence } from '../../core/first'

export const emptyEntry = {
  email: '',
  password: '',
  confirmation: '',
  name: '',
  identificationType: '',
  identificationNo: '',
  mobileNo: '',
  agreed: false,
}
export type Entry = typeof emptyEntry

/** An invitation that is good, to somebody who is no user yet. */
export interface Invitation {
  email: string
  token: string
  companyName: string
}

const firstFields = ['email', 'password', 'confirmation']
export const isOfFirst = ({ field }: { field: string }) => firstFields.includes(field)

type Wrong = { fields: FieldError[] }

export function checkFirst({ email, password, confirmation }: Entry, language: Language): Wrong {
  const wrong = checkEmail(email, language).error
  return {
    fields: [
      ...(wrong ? [{ field: 'email', code: wrong.code, message: wrong.errorMessage, params: wrong.params }] : []),
      ...(checkNewPassword(password, confirmation, language)?.fields ?? []),
    ],
  }
}

export function checkSecond(entry: Entry, language: Language): Wrong {
  const wrong = checkRegistration(entry, language)?.fields.filter((field) => !isOfFirst(field)) ?? []
  const code = 'termsRequired'
  return {
    fields: entry.agreed ? wrong : [...wrong, { field: 'agreed', code, message: sentence(code, language), params: {} }],
  }
}
