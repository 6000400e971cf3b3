/** A staff user's entries in a form. */
import { checkStaffUser, type Language, type Role, type StaffUser } from '../../core/core'
import { personName } from '../../kit/people/people'

export interface StaffEntry {
  username: string
  nickname: string
  mobileNo: string
  role: Role | null
}

/** Pass null if the form has no e-mail address; it is then not checked. */
export const checkEntry = (entry: StaffEntry, emailAddress: string | null, language: Language) =>
  checkStaffUser({ ...entry, emailAddress }, language)

/** The name to show for a staff user. */
export const staffName = ({ username, nickname, emailAddress }: StaffUser) => personName({ name: username, nickname, email: emailAddress })
