/** The fields of an application by group, in the order of the form, and their changes. */
import type { ChangedField } from '~/core/core'
import { addressFields, type CompanyField, companyFields, contactFields } from '~/kit/company/company'

export const groups = [
  { id: 'company', fields: companyFields },
  { id: 'address', fields: addressFields },
  { id: 'primaryContact', fields: contactFields('primaryContact') },
  { id: 'secondaryContact', fields: contactFields('secondaryContact') },
] as const satisfies { id: string; fields: readonly CompanyField[] }[]

/** Maps the name of a form field to its change. */
export function changesByField(changes: readonly ChangedField[]): ReadonlyMap<string, ChangedField> {
  return new Map(changes.map((change) => [change.field, change]))
}
