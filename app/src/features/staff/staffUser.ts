/** The entries of a staff user's form, their check, and the name to show. */
import type { Language, Role, StaffUser } from '../../core/core'
import { checkStaffUser } from '../../core/forms'
import { personName } from '../../kit/people/people'

export interface StaffEntry {
  username: string
  nickname: string
  mobileNo: string
  role: Role | null
}

/** Checks the entries by core's rules. Pass null as e-mail address if the form has none. */
export const checkStaffEntry = (entry: StaffEntry, emailAddress: string | null, language: Language) =>
  checkStaffUser({ ...entry, emailAddress }, language)

/** The name to show for a staff user. */
export const staffName = ({ username, nickname, emailAddress }: StaffUser) => personName({ name: username, nickname, email: emailAddress })
