/** A member of staff in a form. */
import { checkStaffUser, type Language, type Role, type StaffUser } from '../../core/core'
import { whoIs } from '../../kit/people/people'

export interface StaffEntry {
  username: string
  nickname: string
  mobileNo: string
  role: Role | null
}

/** null leaves the e-mail address unchecked, where the form has none. */
export const checkEntry = (entry: StaffEntry, emailAddress: string | null, language: Language) =>
  checkStaffUser({ ...entry, emailAddress }, language)

/** The name to show for a member of staff. */
export const staffName = ({ username, nickname, emailAddress }: StaffUser) => whoIs({ name: username, nickname, email: emailAddress })
