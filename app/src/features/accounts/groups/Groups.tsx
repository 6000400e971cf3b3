/** The groups of the own bulk account: their accounts, and what is owed on them. */

import { getRouteApi } from '@tanstack/react-router'
import { countShown, sentence } from '../../../core/core'
import { paths } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { List } from '../../../kit/list/List'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useFocusBack } from '../../../kit/page/useFocusBack'
import { useBulkId } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { LinkButton } from '../../../ui/button/LinkButton'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { AccountsFrame } from '../AccountsFrame'
import { useOwnAccounts } from '../source'
import { GroupDialogs } from './GroupDialogs'
import { groupList, noGroupHref } from './groupList'
import { PayGroup } from './PayGroup'
import { useGroupMenu } from './useGroupMenu'
import { usePayGroup } from './usePayGroup'

const route = getRouteApi(paths.groups)

export function Groups() {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  const source = useOwnAccounts(useBulkId())
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const { data: cards } = useCall('GetAccountCards', { id: source.bulkId })
  const groups = useList(groupList, { search, onSearch, of: { id: source.bulkId } })
  const paying = usePayGroup(source.bulkId)
  const menu = useGroupMenu(source, onSearch, paying)
  useFocusBack({ open: search.open, user: search.group })
  const create = (
    <Button
      onPress={() => onSearch({ open: 'create' }, true)}
      isDisabled={!source.mayAdd}
      why={source.mayAdd ? undefined : sentence('forbidden', language)}
    >
      {t('create.action')}
    </Button>
  )
  return (
    <AccountsFrame source={source} tab="groups" actions={create}>
      <PayGroup paying={paying} />
      <List
        list={groups}
        menu={menu}
        toolbar={<LinkButton href={noGroupHref()}>{t('noGroup.link', { shown: countShown(cards?.withoutGroup) })}</LinkButton>}
        emptyAction={create}
      />
      <GroupDialogs
        source={source}
        search={search}
        group={groups.rows.find(({ groupId }) => groupId === search.group)}
        onClose={() => onSearch({ open: undefined, group: undefined })}
      />
    </AccountsFrame>
  )
}
