/** The entries of the registration form, and core's checks of them, step by step. */
import { type CheckContext, type CheckResult, checkEmail, checkNewPassword, plainFieldError } from '../checks'

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

/** A valid invitation to a person who has no account yet. */
export interface Invitation {
  email: string
  token: string
  companyName: string
  /** Whether the person can join through the company's own sign-in. */
  isSsoOffered: boolean
}

/** Fields of the first step. */
const firstFields = ['email', 'password', 'confirmation']
export const isOfFirst = ({ field }: { field: string }) => firstFields.includes(field)

export const checkFirst = (entry: Entry, ...rest: CheckContext): CheckResult => ({
  fields: [...checkEmail(entry, ...rest).fields, ...checkNewPassword(entry, ...rest).fields],
})

export function checkSecond(entry: Entry, ...[language, rules]: CheckContext): CheckResult {
  const wrong = rules?.checkRegistration(entry, language)?.fields.filter((field) => !isOfFirst(field)) ?? []
  return { fields: entry.agreed ? wrong : [...wrong, plainFieldError('agreed', 'termsRequired')] }
}
