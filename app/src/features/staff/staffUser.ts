/** The name to show for a staff user. */
import type { StaffUser } from '~/core/core'
import { personName } from '~/kit/people/people'

export const staffName = ({ username, nickname, emailAddress }: StaffUser) => personName({ name: username, nickname, email: emailAddress })
