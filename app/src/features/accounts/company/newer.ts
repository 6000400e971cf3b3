/** Merges a company form with a newer version that a colleague saved in the meantime. */
import { type CompanyField, type CompanyTexts, everyField, isPhone } from '~/kit/company/company'
import { phoneShown } from '~/ui/text/phone'

export interface CompanyEntry extends CompanyTexts {
  /** The version that the form was loaded from. */
  version: number
}

/** Whether this user cannot change the field. The registration number is fixed for all users, the name for customers. */
export const isFixed = (field: string, isStaff: boolean): boolean => field === 'registrationNo' || (field === 'companyName' && !isStaff)

/** Returns a value without the differences between its typed and its stored form. */
function comparable(field: CompanyField, text: string): string {
  if (isPhone(field)) return phoneShown(text.trim())
  if (field === 'tin' || field === 'mailingAddress.postalCode') return text.replace(/[\s-]/g, '').toUpperCase()
  return text.trim()
}

/** Fields in which the typed value differs from the saved value. Fixed fields are left out, since the user has no choice there. */
export const differing = (mine: CompanyTexts, theirs: CompanyTexts, isStaff: boolean): CompanyField[] =>
  everyField.filter((field) => !isFixed(field, isStaff) && comparable(field, mine[field]) !== comparable(field, theirs[field]))

/**
 * Applies the typed values on top of the newer version. Fixed fields take the saved value, because the server refuses any other.
 */
export function keepOwnChanges(mine: CompanyEntry, theirs: CompanyEntry, isStaff: boolean): CompanyEntry {
  const fixed = everyField.filter((field) => isFixed(field, isStaff))
  return { ...mine, ...Object.fromEntries(fixed.map((field) => [field, theirs[field]])), version: theirs.version }
}
