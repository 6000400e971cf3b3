/** The list of a bulk account's users, for the Master and for staff. */
import { instantShown, type TeamMember } from '~/core/core'
import { list } from '~/kit/list/declare'
import { byActivity, byRole, dialogs, people, peopleColumns, personName, searched } from '~/kit/people/people'

/** The name to show for a user of a bulk account. */
export const memberName = ({ username, nickname, email }: TeamMember) => personName({ name: username, nickname, email })

/** Whether the user is invited but has not registered yet. */
export const isInvited = ({ invitedAt }: TeamMember) => invitedAt !== null

const { who, role, activity, seen } = peopleColumns<TeamMember>((member, { t, language }) => ({
  ...member,
  name: member.username,
  sent: member.invitedAt ? t('seen.invited', { when: instantShown(member.invitedAt, language) }) : undefined,
  expiresAt: member.invitationExpiresAt,
}))

export const memberList = list('members', 'team', {
  ...people,
  filters: { search: searched('filter.searchHint'), activity: byActivity, role: byRole('master', 'member', 'viewer') },
  beside: dialogs,
  rowLabel: memberName,
  columns: [who, role, activity, seen],
  empty: { title: 'list.nothing', body: 'list.nothingHint' },
})
