/** The fields of an application, in the order in which companies fill them in; and what changed of them. */
import type { ChangedField, RegistrationForm } from '../../core'

const address = ['unitFloor', 'building', 'street', 'city', 'postalCode', 'state'] as const
const contact = ['name', 'email', 'mobileNo', 'jobTitle', 'department'] as const

/** Each group with its fields; a field's name in the form is `details.`, the group's part if it has one, and its own. */
export const groups = [
  { id: 'company', part: '', fields: ['companyName', 'registrationNo', 'landline'] },
  { id: 'mailingAddress', part: 'mailingAddress.', fields: address },
  { id: 'primaryContact', part: 'primaryContact.', fields: contact },
  { id: 'secondaryContact', part: 'secondaryContact.', fields: contact },
] as const
export type Group = (typeof groups)[number]
export type FieldName = Group['fields'][number]

/** What was typed there. */
export function typedAt(form: RegistrationForm, path: string): string {
  const found = path.split('.').reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], form)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** Finds what changed of a field by its name in the form. */
export function changesByField(changes: readonly ChangedField[]): ReadonlyMap<string, ChangedField> {
  return new Map(changes.map((change) => [change.field, change]))
}

/** A number that is stored without the country's code. */
export const isMobile = (name: FieldName) => name === 'mobileNo'
