/** What is made of a company's form when a colleague has saved something else meanwhile. */
import { type CompanyField, type CompanyTexts, everyField } from '../../../kit/company/company'

export interface CompanyEntry extends CompanyTexts {
  /** The version that was read before typing began. */
  version: number
}

/** Nobody changes the number, and only staff change the name. */
export const isFixed = (field: string, isStaff: boolean): boolean => field === 'registrationNo' || (field === 'companyName' && !isStaff)

/** Where what is typed differs from what was saved. What cannot be changed here is no choice. */
export const differing = (mine: CompanyTexts, theirs: CompanyTexts, isStaff: boolean): CompanyField[] =>
  everyField.filter((field) => !isFixed(field, isStaff) && mine[field].trim() !== theirs[field])

/** What is typed, as a change of what was saved. What cannot be changed here is as it was saved: the server refuses any other. */
export function keptMine(mine: CompanyEntry, theirs: CompanyEntry, isStaff: boolean): CompanyEntry {
  const fixed = everyField.filter((field) => isFixed(field, isStaff))
  return { ...mine, ...Object.fromEntries(fixed.map((field) => [field, theirs[field]])), version: theirs.version }
}
