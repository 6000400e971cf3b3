/** Merges a company form with a newer version that a colleague saved in the meantime. */
import { type CompanyField, type CompanyTexts, everyField, isPhone } from '~/kit/company/company'
import { phoneShown } from '~/ui/text/phone'

export interface CompanyEntry extends CompanyTexts {
  /** The version that the form was loaded from. */
  version: number
  /** The texts of that version. A field with another text was changed by the user. */
  base: CompanyTexts
}

/** Returns the entry of an unchanged form. */
export const entryOf = (texts: CompanyTexts, version: number): CompanyEntry => ({ ...texts, version, base: texts })

/** Whether this user cannot change the field. The registration number is fixed for all users, the name for customers. */
export const isFixed = (field: string, isStaff: boolean): boolean => field === 'registrationNo' || (field === 'companyName' && !isStaff)

/** Returns a value without the differences between its typed and its stored form. */
function comparable(field: CompanyField, text: string): string {
  if (isPhone(field)) return phoneShown(text.trim())
  if (field === 'tin' || field === 'mailingAddress.postalCode') return text.replace(/[\s-]/g, '').toUpperCase()
  return text.trim()
}

const isSame = (field: CompanyField, one: CompanyTexts, other: CompanyTexts) =>
  comparable(field, one[field]) === comparable(field, other[field])

/** Fields in which the typed value differs from the saved value. Fixed fields are left out, since the user has no choice there. */
export const differing = (mine: CompanyTexts, theirs: CompanyTexts, isStaff: boolean): CompanyField[] =>
  everyField.filter((field) => !isFixed(field, isStaff) && !isSame(field, mine, theirs))

/** Fields to which the user and a colleague gave different values. */
export const conflicting = (mine: CompanyEntry, theirs: CompanyTexts, isStaff: boolean): CompanyField[] =>
  differing(mine, theirs, isStaff).filter((field) => !isSame(field, mine.base, mine) && !isSame(field, mine.base, theirs))

/**
 * Applies the user's changes on top of the newer version. Fields that only the colleague changed take the saved value, and so do
 * fixed fields, because the server refuses any other, and the fields `taken`.
 */
export function merge(mine: CompanyEntry, theirs: CompanyEntry, isStaff: boolean, taken: readonly CompanyField[] = []): CompanyEntry {
  const isTheirs = (field: CompanyField) =>
    isFixed(field, isStaff) || taken.includes(field) || (isSame(field, mine.base, mine) && !isSame(field, mine.base, theirs))
  const saved = everyField.filter(isTheirs).map((field) => [field, theirs[field]])
  return { ...mine, ...Object.fromEntries(saved), version: theirs.version, base: theirs.base }
}
