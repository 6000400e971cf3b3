/** The entries of a staff user's form, and their check. */
import type { Language, Role } from '~/core/core'
import { checkStaffUser } from '~/core/forms'

export interface StaffEntry {
  username: string
  nickname: string
  mobileNo: string
  role: Role | null
}

/** Checks the entries by core's rules. Pass null as e-mail address if the form has none. */
export const checkStaffEntry = (entry: StaffEntry, emailAddress: string | null, language: Language) =>
  checkStaffUser({ ...entry, emailAddress }, language)
