/** Converts the company's details to flat form fields, with names like `mailingAddress.city`, and back. */
import { type ApplicationAccount, type CompanyDetails, checkRegistrationNo, type RegistrationForm } from '~/core/core'
import { accountNumber } from '~/kit/accounts/accountNumber'

export type Fields = Record<string, string>

type Nested = Record<string, string | Record<string, string>>

const readField = (company: CompanyDetails, name: string): string => {
  const [part = '', field] = name.split('.')
  const value = (company as Nested)[part]
  return (typeof value === 'object' ? value[field ?? ''] : field === undefined ? value : undefined) ?? ''
}

/** Returns the values of these fields. */
export const entriesOf = ({ details = {} }: RegistrationForm, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, readField(details, name)]))

/** Returns the form with these values. */
export function withEntries(form: RegistrationForm, entries: Fields): RegistrationForm {
  const details: Nested = { ...(form.details as Nested | undefined) }
  for (const [name, value] of Object.entries(entries)) {
    const [part = '', field] = name.split('.')
    const before = details[part]
    details[part] = field === undefined ? value : { ...(typeof before === 'object' ? before : {}), [field]: value }
  }
  return { ...form, details: details as CompanyDetails }
}

/** Returns the normalised company number; undefined while it is invalid. */
export const numberOf = ({ details }: RegistrationForm): string | undefined =>
  checkRegistrationNo(details?.registrationNo ?? '', 'en').value

/** Parts of an address that the account master has. */
const knownParts = ['street', 'city', 'postalCode', 'state'] as const

/**
 * Fills in the known details of a company, where the form is empty or still has the details of the former company. An address is
 * replaced only as a whole.
 */
export function withDefaults(form: RegistrationForm, known: CompanyDetails, former: CompanyDetails = {}): RegistrationForm {
  const details: CompanyDetails = form.details ?? {}
  const address: NonNullable<CompanyDetails['mailingAddress']> = details.mailingAddress ?? {}
  const isEmpty = Object.values(address).every((value) => !value)
  const isAddressOf = ({ mailingAddress: other }: CompanyDetails) =>
    !!other?.street && knownParts.every((part) => (address[part] ?? '') === (other[part] ?? ''))
  const ownName = details.companyName === former.companyName ? undefined : details.companyName
  return {
    ...form,
    details: {
      ...details,
      companyName: ownName || known.companyName || '',
      mailingAddress: isEmpty || (isAddressOf(former) && !isAddressOf(known)) ? { ...known.mailingAddress } : { ...address },
    },
  }
}

/** Whether two forms are equal. A missing entry equals an empty entry. */
export const isSameForm = (one: RegistrationForm, other: RegistrationForm) => canonicalText(one) === canonicalText(other)

/** Whether two lists of accounts are equal, in the same order. A missing entry equals its default, a typed number its stored form. */
export const areSameAccounts = (one: readonly ApplicationAccount[], other: readonly ApplicationAccount[]) =>
  one.length === other.length && one.every((account, index) => accountText(account) === accountText(other[index]))

const accountText = (account: ApplicationAccount | undefined) =>
  account &&
  JSON.stringify([
    accountNumber(account.accountNo),
    account.referenceId?.trim() || null,
    account.isSelect ?? true,
    account.source ?? 'manual',
  ])

/** Returns the form as text, without empty fields and with sorted names. */
function canonicalText(form: RegistrationForm): string {
  const filled = (value: unknown): unknown => {
    if (value === '' || value === null || value === undefined) return undefined
    if (typeof value !== 'object') return value
    const entries = Object.entries(value).flatMap(([name, part]) => {
      const filledPart = filled(part)
      return filledPart === undefined ? [] : [[name, filledPart] as const]
    })
    return entries.length === 0 ? undefined : Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  return JSON.stringify(filled(form) ?? null)
}
