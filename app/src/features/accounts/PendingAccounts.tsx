/*
 * PendingAccounts({ source, search, onSearch })
 * Accounts that wait for the job, and those that could not be taken: why, and what can be done about it. For a bulk account's
 * own people, and for staff over all customers (`usePendingOfAll`).
 */
import { useCallback, useMemo } from 'react'
import { messageOf } from '../../api'
import { countShown, type PendingAccount } from '../../core'
import { Button } from '../../ui/Button'
import { Chips } from '../../ui/Chips'
import { DataTable } from '../../ui/DataTable'
import { toasts } from '../../ui/toastQueue'
import { everyRow, usePages } from '../../useCall'
import { useFocusBack } from '../../useFocusBack'
import { useListed } from '../../useListed'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { SearchBox } from '../payments/SearchBox'
import { menuColumn } from '../team/RowMenu'
import type { ChangeOf } from '../team/useChangeSearch'
import { PendingBar } from './PendingBar'
import { PendingDialog } from './PendingDialog'
import { hasFailed, pendingRequest, rowOf, usePendingAction } from './pending'
import { pendingColumns } from './pendingColumns'
import type { PendingSearch } from './pendingSearch'
import { SelectMatching } from './SelectMatching'
import type { PendingSource } from './source'
import { usePendingMenu } from './usePendingMenu'
import { useTicked } from './useTicked'

interface Props {
  source: PendingSource
  search: PendingSearch
  onSearch: ChangeOf<PendingSearch>
}

export function PendingAccounts({ source, search, onSearch }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const ofAll = source.bulkId === undefined
  const request = pendingRequest(source, search.search)
  const list = usePages(source.calls.pending, request)
  const { ticked, selected, onChange, add, clear } = useTicked(list.rows, rowOf)
  const { mutate: submit, isPending: isTrying } = usePendingAction(source, 'submit')
  const tryAgain = useCallback(
    (rows: readonly PendingAccount[], then?: () => void) =>
      submit(rows, {
        onSuccess: (count) => {
          toasts.add({ title: t('pending.tried', { count, shown: countShown(count) }) })
          then?.()
        },
        onError: (error) => toasts.add({ tone: 'bad', title: messageOf(error) }),
      }),
    [submit, t],
  )
  const menuOf = usePendingMenu(source, onSearch, tryAgain)
  const labelOf = useCallback(({ accountNumber }: PendingAccount) => t('row.one', { account: accountNumber }), [t])
  const mayAct = source.mayUpdate || source.mayDelete
  const columns = useMemo(
    () => [...pendingColumns(t, language, ofAll), ...(mayAct ? [menuColumn(t('columns.actions'), labelOf, menuOf)] : [])],
    [t, language, ofAll, mayAct, labelOf, menuOf],
  )
  const whyNot = useCallback((row: PendingAccount) => (hasFailed(row) ? undefined : t('pending.waits')), [t])
  useFocusBack({ open: search.open, user: search.row })
  const count = { count: list.total ?? 0, shown: countShown(list.total) }
  const noSearch = () => onSearch({ search: undefined })

  const listed = useListed(list)
  return (
    <>
      <DataTable
        caption={t('pending.count', count)}
        columns={columns}
        rowKey={rowOf}
        rowLabel={labelOf}
        selection={
          mayAct
            ? {
                selected,
                onChange,
                whyNot,
                notice: (
                  <SelectMatching
                    about={JSON.stringify(request)}
                    find={async () => (await everyRow(source.calls.pending, request)).filter(hasFailed)}
                    ticked={ticked.size}
                    onTick={add}
                    total={count.count}
                    hasMore={list.hasNextPage}
                  />
                ),
              }
            : undefined
        }
        toolbar={
          ofAll && (
            <SearchBox
              label={t('search.label')}
              placeholder={t('pending.searchHint')}
              value={search.search ?? ''}
              onSearch={(text) => onSearch({ search: text || undefined })}
              isLoading={list.isPlaceholderData}
            />
          )
        }
        chips={
          ofAll && (
            <Chips
              label={t('filters.on')}
              chips={search.search ? [{ id: 'search', label: t('filters.text', { text: search.search }), onRemove: noSearch }] : []}
            />
          )
        }
        isFiltered={ofAll && search.search !== undefined}
        {...listed}
        empty={{ title: t('pending.empty'), body: ofAll ? t('pending.emptyOfAll') : t('pending.emptyBody') }}
        emptyFiltered={{
          title: t('unmatched.title'),
          body: t('unmatched.body'),
          action: <Button onPress={noSearch}>{t('unmatched.action')}</Button>,
        }}
      />
      {mayAct && (
        <PendingBar
          source={source}
          rows={[...ticked.values()]}
          isTrying={isTrying}
          onTry={() => tryAgain([...ticked.values()], clear)}
          onForget={() => onSearch({ open: 'forget', row: undefined }, true)}
          onClear={clear}
        />
      )}
      <PendingDialog
        source={source}
        search={search}
        rows={list.rows}
        ticked={ticked}
        onClose={() => onSearch({ open: undefined, row: undefined })}
        onDone={clear}
      />
    </>
  )
}
