/** Unpaid bills, or accounts with earlier charges: searched, narrowed, ordered, and chosen for payment. */
import { useCallback, useMemo } from 'react'
import { type Bill, type BillSortBy, billRefusal, countShown, recognise } from '../../core'
import { Button } from '../../ui/Button'
import { Chips } from '../../ui/Chips'
import { DataTable } from '../../ui/DataTable'
import { usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useBulkId } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { BillToolbar } from './BillToolbar'
import { type BillKind, billColumns, billHref } from './billColumns'
import { type BillSearch, filterOf, inGroups, sortOf } from './billSearch'
import { SelectAll } from './SelectAll'
import { useBillChips } from './useBillChips'
import { useBillSelection } from './useBillSelection'
import { useToday } from './useToday'

interface Props {
  kind: BillKind
  search: BillSearch
  onSearch: (change: Partial<BillSearch>) => void
}

const keyOf = ({ invoiceNo }: Bill) => invoiceNo
const hrefOf = ({ invoiceNo }: Bill) => billHref(invoiceNo)

export function BillList({ kind, search, onSearch }: Props) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const id = useBulkId()
  const today = useToday()
  const sort = sortOf(search)
  const wrong = search.search === undefined ? undefined : recognise(search.search, language).error
  // A text that core does not take is not asked for: the list stays as it was, with the reason at the field.
  const { search: text, ...rest } = search
  const filter = filterOf(wrong ? rest : { ...rest, search: text })
  const list = usePages(kind === 'outstanding' ? 'GetOutstandingBills' : 'GetOutstandingCharges', { id, filter, sort, ...inGroups(search) })
  const { selected, onChange } = useBillSelection(list.rows)
  const chips = useBillChips(search, onSearch)
  const columns = useMemo(() => billColumns(kind, t, language, today), [kind, t, language, today])
  const whyNot = useCallback((bill: Bill) => billRefusal(bill, language)?.errorMessage, [language])
  const rowLabel = useCallback(({ invoiceNo }: Bill) => t('invoice', { invoiceNo }), [t])
  const count = list.total ?? 0

  const listed = useListed(list)
  return (
    <DataTable
      caption={t(`${kind}.caption`, { count, shown: countShown(count) })}
      columns={columns}
      rowKey={keyOf}
      rowLabel={rowLabel}
      rowHref={hrefOf}
      sort={{ column: sort.by, direction: sort.descending ? 'descending' : 'ascending' }}
      onSort={({ column, direction }) => onSearch({ sort: column as BillSortBy, descending: direction === 'descending' || undefined })}
      selection={{
        selected,
        onChange,
        whyNot,
        notice: (
          <SelectAll kind={kind} filter={filter} groups={inGroups(search)} rows={list.rows} total={count} hasMore={list.hasNextPage} />
        ),
      }}
      toolbar={
        <BillToolbar search={search} onSearch={onSearch} wrong={wrong?.errorMessage} isLoading={list.isFetching && !list.isPending} />
      }
      chips={<Chips label={t('filters.on')} chips={chips} onClearAll={() => onSearch(clear)} />}
      isFiltered={chips.length > 0}
      {...listed}
      empty={{ title: t(`${kind}.empty.title`), body: t(`${kind}.empty.body`) }}
      emptyFiltered={{
        title: t('unmatched.title'),
        body: t('unmatched.body'),
        action: <Button onPress={() => onSearch(clear)}>{t('unmatched.action')}</Button>,
      }}
    />
  )
}

const clear: Partial<BillSearch> = {
  search: undefined,
  overdue: undefined,
  batch: undefined,
  group: undefined,
  from: undefined,
  to: undefined,
}
