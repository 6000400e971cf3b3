/** A company, its address and its contacts as flat form values, keyed by path: `mailingAddress.city`. */
import type { CompanyDetails } from '~/core/core'

export const companyFields = ['companyName', 'registrationNo', 'landline'] as const
/** Tax fields are not part of an application. A company adds them later. */
const taxFields = ['tin'] as const
export const addressFields = [
  'mailingAddress.unitFloor',
  'mailingAddress.building',
  'mailingAddress.street',
  'mailingAddress.city',
  'mailingAddress.postalCode',
  'mailingAddress.state',
] as const
const contactParts = ['name', 'email', 'mobileNo', 'jobTitle', 'department'] as const
export const contacts = ['primaryContact', 'secondaryContact'] as const

type ContactField = `${(typeof contacts)[number]}.${(typeof contactParts)[number]}`
export type CompanyField = (typeof companyFields)[number] | (typeof taxFields)[number] | (typeof addressFields)[number] | ContactField
export type CompanyTexts = Record<CompanyField, string>

export const isPhone = (field: string) => field === 'landline' || field.endsWith('.mobileNo')

export const contactFields = (contact: (typeof contacts)[number]) => contactParts.map((part) => `${contact}.${part}` as const)

export const everyField: readonly CompanyField[] = [...companyFields, ...taxFields, ...addressFields, ...contacts.flatMap(contactFields)]

export function textsOf(details: CompanyDetails): CompanyTexts {
  const read = (field: CompanyField) => {
    const [first = '', second] = field.split('.')
    const part = (details as Record<string, unknown>)[first]
    return String((second ? (part as Record<string, unknown> | undefined)?.[second] : part) ?? '')
  }
  return Object.fromEntries(everyField.map((field) => [field, read(field)])) as CompanyTexts
}

export function detailsOf(texts: CompanyTexts): CompanyDetails {
  const details: Record<string, string | Record<string, string>> = {}
  for (const field of everyField) {
    const [first = '', second] = field.split('.')
    if (second) details[first] = { ...(details[first] as Record<string, string> | undefined), [second]: texts[field].trim() }
    else details[first] = texts[field].trim()
  }
  return details as CompanyDetails
}
