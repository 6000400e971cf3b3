/** The dialogue that the address says, for whoever may do what it is about. */
import { sentence, type TeamMember } from '../../core/core'
import type { ChangeOf } from '../../kit/list/useChangeSearch'
import type { DialogSearch } from '../../kit/people/people'
import { useLanguage } from '../../words/useLanguage'
import { AddMember } from './AddMember'
import { EditMember } from './EditMember'
import { LimitReached } from './LimitReached'
import { RemoveMember } from './RemoveMember'
import { TransferMaster } from './TransferMaster'
import type { Team } from './team'

interface Props {
  team: Team
  search: DialogSearch
  onSearch: ChangeOf<DialogSearch>
  members: readonly TeamMember[]
  /** The most people that the bulk account may have. */
  most: number | undefined
}

export function TeamDialog({ team, search: { open, user }, onSearch, members, most }: Props) {
  const language = useLanguage()
  const member = members.find(({ userId }) => userId === user)
  const close = () => onSearch({ open: undefined, user: undefined })
  if (open === 'add' && team.mayAdd) return <AddMember team={team} onClose={close} />
  if (open === 'limit' && team.mayAdd && most !== undefined)
    return <LimitReached team={team} message={sentence('usersLimitReached', language, { limit: most })} onClose={close} />
  if (open === 'transfer' && team.mayUpdate)
    return <TransferMaster team={team} userId={user} onUser={(userId) => onSearch({ user: userId })} onClose={close} />
  if (open === 'edit' && member && team.mayUpdate) return <EditMember key={user} member={member} onClose={close} />
  if (open === 'remove' && member && team.mayDelete) return <RemoveMember member={member} onClose={close} />
  return null
}
