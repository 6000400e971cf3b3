/** The people of a bulk account: counted, listed, invited, changed, taken out; for their Master, and for staff. */
import type { ReactNode } from 'react'
import { sentence } from '../../core/core'
import { useCall } from '../../kit/call/useCall'
import { List } from '../../kit/list/List'
import type { ChangeOf } from '../../kit/list/useChangeSearch'
import { useList } from '../../kit/list/useList'
import { useFocusBack } from '../../kit/page/useFocusBack'
import { PeopleFigures } from '../../kit/people/PeopleFigures'
import { Button } from '../../ui/button/Button'
import { Page } from '../../ui/layout/Page'
import { Stack } from '../../ui/layout/Stack'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { memberList } from './memberList'
import { TeamDialog } from './TeamDialog'
import type { Team } from './team'
import { useMemberMenu } from './useMemberMenu'

type Search = ReturnType<typeof memberList.read>

interface Props {
  team: Team
  title: string
  lead: string
  breadcrumbs?: { label: string; href?: string }[] | undefined
  /** The other parts of what the people belong to. */
  tabs?: ReactNode
  search: Search
  onSearch: ChangeOf<Search>
}

export function TeamScreen({ team, title, lead, breadcrumbs, tabs, search, onSearch }: Props) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const { data: cards } = useCall('GetManageUsersCards', { id: team.bulkId })
  const members = useList(memberList, { search, onSearch, of: { id: team.bulkId } })
  useFocusBack(search)
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
        <List list={members} menu={useMemberMenu(team, onSearch)} />
      </Stack>
      <TeamDialog team={team} search={search} onSearch={onSearch} members={members.rows} most={cards?.maxUserLimit} />
    </Page>
  )
}
