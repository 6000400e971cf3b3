/*
 * AccountsTable({ source, search, onSearch, of?, empty? })
 * Electricity accounts: searched, narrowed, ordered, ticked, and what is done with those that are. For a bulk account's own
 * people and for staff, who have fewer calls; all accounts, those of a group (`of={{ groupId }}`), or those in none.
 */
import { useCallback, useMemo } from 'react'
import { type Account, type AccountSortBy, countShown } from '../../core'
import { Button } from '../../ui/Button'
import { Chips } from '../../ui/Chips'
import { DataTable } from '../../ui/DataTable'
import type { Empty } from '../../ui/dataTableTypes'
import { everyRow, usePages } from '../../useCall'
import { useFocusBack } from '../../useFocusBack'
import { useListed } from '../../useListed'
import { useTranslation } from '../../words/useTranslation'
import { menuColumn } from '../team/RowMenu'
import type { ChangeOf } from '../team/useChangeSearch'
import { AccountsBar } from './AccountsBar'
import { AccountsDialog } from './AccountsDialog'
import { AccountToolbar } from './AccountToolbar'
import { accountColumns } from './accountColumns'
import { type ListOf, listOf } from './accountList'
import { type AccountSearch, accountHref, filterOf, isNarrowed, noFilters, sortOf } from './accountSearch'
import { BulkEdit } from './BulkEdit'
import { SelectMatching } from './SelectMatching'
import type { Source } from './source'
import { useAccountChips } from './useAccountChips'
import { useAccountMenu } from './useAccountMenu'
import { useTicked } from './useTicked'

interface Props {
  source: Source
  search: AccountSearch
  onSearch: ChangeOf<AccountSearch>
  of?: ListOf
  /** What to say where there are none at all. */
  empty?: Empty | undefined
}

const keyOf = ({ accountNo }: Account) => accountNo
const hrefOf = ({ accountNo }: Account) => accountHref(accountNo)

export function AccountsTable({ source, search, onSearch, of, empty }: Props) {
  const { t } = useTranslation('accounts')
  const sort = sortOf(search)
  const asked = listOf(source, of, filterOf(search), sort)
  const list = usePages(asked.name, asked.request)
  const listed = useListed(list)
  const { ticked: accounts, selected, onChange, add, clear } = useTicked(list.rows, keyOf)
  const chips = useAccountChips(source, search, onSearch)
  const menuOf = useAccountMenu(source, onSearch)
  const [isSorted, hasGroup] = [of !== 'noGroup', of === undefined]
  const hasMenu = !source.isStaff || source.mayDelete
  const columns = useMemo(
    () => [
      ...accountColumns(t, isSorted, hasGroup),
      ...(hasMenu ? [menuColumn(t('columns.actions'), (account: Account) => t('row.one', { account: account.accountNo }), menuOf)] : []),
    ],
    [t, isSorted, hasGroup, hasMenu, menuOf],
  )
  const rowLabel = useCallback(({ accountNo }: Account) => t('row.one', { account: accountNo }), [t])
  useFocusBack({ open: search.open, user: search.account })
  const maySelect = source.isStaff ? source.mayDelete : source.mayUpdate || source.mayDelete
  const count = list.total ?? 0
  const close = () => onSearch({ open: undefined, account: undefined })

  if (search.open === 'edit' && !search.account && accounts.size > 0 && source.mayUpdate && !source.isStaff)
    return (
      <BulkEdit
        source={source}
        accounts={[...accounts.values()]}
        onCancel={close}
        onDone={() => {
          clear()
          close()
        }}
      />
    )
  return (
    <>
      <DataTable
        caption={
          isNarrowed(search)
            ? t('list.matching', { count, shown: countShown(count) })
            : t('list.count', { count, shown: countShown(count) })
        }
        columns={columns}
        rowKey={keyOf}
        rowLabel={rowLabel}
        rowHref={source.isStaff ? undefined : hrefOf}
        sort={isSorted ? { column: sort.by, direction: sort.descending ? 'descending' : 'ascending' } : undefined}
        onSort={({ column, direction }) =>
          onSearch({ sort: column as AccountSortBy, descending: direction === 'descending' ? true : undefined })
        }
        selection={
          maySelect
            ? {
                selected,
                onChange,
                notice: (
                  <SelectMatching
                    about={JSON.stringify(asked)}
                    find={() => everyRow(asked.name, asked.request)}
                    ticked={accounts.size}
                    onTick={add}
                    total={count}
                    hasMore={list.hasNextPage}
                  />
                ),
              }
            : undefined
        }
        toolbar={
          <AccountToolbar
            source={source}
            search={search}
            onSearch={onSearch}
            hasGroup={hasGroup && !source.isStaff}
            isLoading={list.isPlaceholderData}
          />
        }
        chips={<Chips label={t('filters.on')} chips={chips} onClearAll={() => onSearch(noFilters)} />}
        isFiltered={isNarrowed(search)}
        {...listed}
        empty={empty ?? { title: t('empty.title'), body: t('empty.body') }}
        emptyFiltered={{
          title: t('unmatched.title'),
          body: t('unmatched.body'),
          action: <Button onPress={() => onSearch(noFilters)}>{t('unmatched.action')}</Button>,
        }}
      />
      {maySelect && <AccountsBar source={source} of={of} accounts={accounts} onSearch={onSearch} onClear={clear} />}
      <AccountsDialog source={source} of={of} search={search} rows={list.rows} accounts={accounts} onClose={close} onDone={clear} />
    </>
  )
}
