/** The people of a bulk account: counted, listed, invited, changed, taken out; for their Master, and for staff. */
import { type ReactNode, useMemo } from 'react'
import { instantShown, sentence, type TeamMember } from '../../core'
import { Button } from '../../ui/Button'
import { Page } from '../../ui/Page'
import { Stack } from '../../ui/Stack'
import { useCall, usePages } from '../../useCall'
import { useFocusBack } from '../../useFocusBack'
import { useProfile } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { PeopleFigures } from './PeopleFigures'
import { PeopleTable } from './PeopleTable'
import { peopleColumns } from './people'
import { asked, type PeopleSearch, teamRoles } from './peopleSearch'
import { menuColumn } from './RowMenu'
import { TeamDialog } from './TeamDialog'
import { memberName, type Team } from './team'
import type { ChangeSearch } from './useChangeSearch'
import { useMemberMenu } from './useMemberMenu'

interface Props {
  team: Team
  title: string
  lead: string
  breadcrumbs?: { label: string; href?: string }[] | undefined
  /** The other parts of what the people belong to. */
  tabs?: ReactNode
  search: PeopleSearch
  onSearch: ChangeSearch
}

export function TeamScreen({ team, title, lead, breadcrumbs, tabs, search, onSearch }: Props) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const { now } = useProfile()
  const { data: cards } = useCall(team.calls.cards, { id: team.bulkId })
  const pages = usePages(team.calls.table, { id: team.bulkId, filter: asked(search) })
  useFocusBack(search)
  const menuOf = useMemberMenu(team, onSearch)
  const columns = useMemo(() => {
    const { who, role, activity, seen } = peopleColumns(t, language, now, (member: TeamMember) => ({
      ...member,
      name: member.username,
      sent: member.invitedAt ? t('seen.invited', { when: instantShown(member.invitedAt, language) }) : undefined,
      expiresAt: member.invitationExpiresAt,
    }))
    return [who, role, activity, seen, menuColumn(t('column.actions'), memberName, menuOf)]
  }, [t, language, now, menuOf])
  const isFull = cards !== undefined && cards.total >= cards.maxUserLimit
  const whyNotAdd = team.mayAdd ? undefined : sentence('forbidden', language)
  const whyNotTransfer = team.mayUpdate ? undefined : sentence('forbidden', language)

  return (
    <Page
      title={title}
      subtitle={lead}
      breadcrumbs={breadcrumbs}
      actions={
        <>
          <Button onPress={() => onSearch({ open: 'transfer' }, true)} isDisabled={whyNotTransfer !== undefined} why={whyNotTransfer}>
            {t('transfer.action')}
          </Button>
          {/* Where there is no place left, pressing it tells how to make one. */}
          <Button
            mode="primary"
            onPress={() => onSearch({ open: isFull ? 'limit' : 'add' }, true)}
            isDisabled={whyNotAdd !== undefined}
            why={whyNotAdd}
          >
            {t('add.title')}
          </Button>
        </>
      }
    >
      {tabs}
      <Stack gap={6}>
        <PeopleFigures cards={cards} href={team.href} most={cards?.maxUserLimit} />
        <PeopleTable
          search={search}
          onSearch={onSearch}
          roles={teamRoles}
          pages={pages}
          columns={columns}
          whoOf={memberName}
          empty={{ title: t('list.nothing'), body: t('list.nothingHint') }}
        />
      </Stack>
      <TeamDialog team={team} search={search} onSearch={onSearch} members={pages.rows} most={cards?.maxUserLimit} />
    </Page>
  )
}
