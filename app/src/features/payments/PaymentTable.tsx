/** A list of payments, for customers and for staff: newest first unless asked otherwise. */

import { countShown, type Transaction, type TransactionSortBy } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column, Empty, Sort } from '../../ui/dataTableTypes'
import type { usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useTranslation } from '../../words/useTranslation'
import { isNarrowed } from './listSearch'
import { type Filters, PaymentChips, PaymentFilters } from './PaymentFilters'

interface Props<Name extends string> extends Filters<Name> {
  pages: ReturnType<typeof usePages<'GetPaymentTransactions'>>
  columns: readonly Column<Transaction>[]
  rowHref: (payment: Transaction) => string
  empty: Empty
}

const keyOf = (payment: Transaction) => payment.transactionNo

export function PaymentTable<Name extends string>({ pages, columns, rowHref, empty, ...filters }: Props<Name>) {
  const { t } = useTranslation('payments')
  const { search, onSearch } = filters
  const narrowed = isNarrowed(search)
  const sort: Sort = { column: search.sort ?? 'paymentDate', direction: search.ascending ? 'ascending' : 'descending' }
  const count = { count: pages.total ?? 0, shown: countShown(pages.total) }

  function order({ column, direction }: Sort) {
    // Another column starts with its largest or newest.
    const ascending = column === sort.column && direction === 'ascending'
    onSearch({ sort: column === 'paymentDate' ? undefined : (column as TransactionSortBy), ascending: ascending || undefined })
  }

  const listed = useListed(pages)
  return (
    <DataTable
      caption={narrowed ? t('list.matching', count) : t('list.count', count)}
      columns={columns}
      rowKey={keyOf}
      rowLabel={keyOf}
      rowHref={rowHref}
      sort={sort}
      onSort={order}
      toolbar={<PaymentFilters {...filters} isLoading={pages.isPlaceholderData} />}
      chips={<PaymentChips {...filters} />}
      isFiltered={narrowed}
      {...listed}
      empty={empty}
      emptyFiltered={{ title: t('list.nothingMatches'), body: t('list.nothingMatchesHint') }}
    />
  )
}
