/** One of the utility's people, as a form has them. */
import { checkStaffUser, type Language, type Role, type StaffUser } from '../../core/core'
import { whoIs } from '../../kit/people/people'

export interface StaffEntry {
  username: string
  nickname: string
  mobileNo: string
  role: Role | null
}

/** The address is checked where it is asked for. */
export const checkEntry = (entry: StaffEntry, emailAddress: string | null, language: Language) =>
  checkStaffUser({ ...entry, emailAddress }, language)

/** What to call somebody of the utility. */
export const staffName = ({ username, nickname, emailAddress }: StaffUser) => whoIs({ name: username, nickname, email: emailAddress })
