/** The groups of the own bulk account: their accounts, and what is owed on them. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { countShown, type Group, sentence } from '../../core'
import { Button } from '../../ui/Button'
import { Chips } from '../../ui/Chips'
import { DataTable } from '../../ui/DataTable'
import { LinkButton } from '../../ui/LinkButton'
import { useCall, usePages } from '../../useCall'
import { useFocusBack } from '../../useFocusBack'
import { useListed } from '../../useListed'
import { useBulkId } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { AccountsFrame } from '../accounts/AccountsFrame'
import { useOwnAccounts } from '../accounts/source'
import { SearchBox } from '../payments/SearchBox'
import { menuColumn } from '../team/RowMenu'
import { useChangeSearch } from '../team/useChangeSearch'
import { GroupDialogs } from './GroupDialogs'
import { groupColumns } from './groupColumns'
import { groupHref, noGroupHref } from './groupSearch'
import { PayGroup } from './PayGroup'
import { useGroupMenu } from './useGroupMenu'
import { usePayGroup } from './usePayGroup'

const route = getRouteApi('/manageAccount/groups')
const keyOf = ({ groupId }: Group) => groupId
const nameOf = ({ groupName }: Group) => groupName
const hrefOf = ({ groupId }: Group) => groupHref(groupId)

export function Groups() {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  const source = useOwnAccounts(useBulkId())
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const { data: cards } = useCall(source.calls.cards, { id: source.bulkId })
  const list = usePages('GetGroupsTable', { id: source.bulkId, recordCount: 200, ...(search.search && { search: search.search }) })
  const paying = usePayGroup(source.bulkId)
  const menuOf = useGroupMenu(source, onSearch, paying)
  const columns = useMemo(() => [...groupColumns(t), menuColumn(t('columns.actions'), nameOf, menuOf)], [t, menuOf])
  useFocusBack({ open: search.open, user: search.group })
  const count = { count: list.total ?? 0, shown: countShown(list.total) }
  const clear = () => onSearch({ search: undefined })
  const create = (
    <Button
      onPress={() => onSearch({ open: 'create' }, true)}
      isDisabled={!source.mayAdd}
      why={source.mayAdd ? undefined : sentence('forbidden', language)}
    >
      {t('create.action')}
    </Button>
  )
  const listed = useListed(list)
  return (
    <AccountsFrame source={source} tab="groups" actions={create}>
      <PayGroup paying={paying} />
      <DataTable
        caption={search.search ? t('list.matching', count) : t('list.count', count)}
        columns={columns}
        rowKey={keyOf}
        rowLabel={nameOf}
        rowHref={hrefOf}
        toolbar={
          <>
            <SearchBox
              label={t('search.label')}
              placeholder={t('search.placeholder')}
              value={search.search ?? ''}
              onSearch={(text) => onSearch({ search: text || undefined })}
              isLoading={list.isPlaceholderData}
            />
            <LinkButton href={noGroupHref()}>{t('noGroup.link', { shown: countShown(cards?.withoutGroup) })}</LinkButton>
          </>
        }
        chips={
          <Chips
            label={t('accounts:filters.on')}
            chips={search.search ? [{ id: 'search', label: t('accounts:filters.text', { text: search.search }), onRemove: clear }] : []}
          />
        }
        isFiltered={search.search !== undefined}
        {...listed}
        empty={{ title: t('empty.title'), body: t('empty.body'), action: create }}
        emptyFiltered={{
          title: t('unmatched.title'),
          body: t('unmatched.body'),
          action: <Button onPress={clear}>{t('unmatched.action')}</Button>,
        }}
      />
      <GroupDialogs
        source={source}
        search={search}
        group={list.rows.find(({ groupId }) => groupId === search.group)}
        onClose={() => onSearch({ open: undefined, group: undefined })}
      />
    </AccountsFrame>
  )
}
