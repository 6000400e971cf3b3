import { instantShown, type Role, type StaffUser } from '~/core/core'
import { list } from '~/kit/list/declare'
import { byActivity, byRole, dialogs, people, peopleColumns, personName, searched } from '~/kit/people/people'

/** The name to show for a staff user. */
export const staffName = ({ username, nickname, emailAddress }: StaffUser) => personName({ name: username, nickname, email: emailAddress })

export const staffRoles = ['pccrAdmin', 'glbAccountManager', 'ict'] as const satisfies Role[]

const { who, role, activity, seen } = peopleColumns<StaffUser>((user, { t, language }) => ({
  ...user,
  name: user.username,
  email: user.emailAddress,
  sent: user.activationSentAt ? t('seen.sent', { when: instantShown(user.activationSentAt, language) }) : undefined,
}))

export const staffUserList = list('staffUsers', 'team', {
  ...people,
  filters: { search: searched('filter.searchHint'), activity: byActivity, role: byRole(...staffRoles) },
  beside: dialogs,
  rowLabel: staffName,
  columns: [who, role, activity, seen],
  empty: { title: 'list.noStaff', body: 'list.noStaffHint' },
})
