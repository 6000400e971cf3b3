/** The electricity accounts that the company wants in its bulk account, each with where the company has it from. */
import { useMemo } from 'react'
import { messageOf } from '../../api'
import { type ApplicationAccount, countShown } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import { usePages } from '../../useCall'
import { useTranslation } from '../../words/useTranslation'

const keyOf = (account: ApplicationAccount) => account.accountNo

export function AccountsToAdd({ id }: { id: string }) {
  const { t } = useTranslation('registrations')
  const { t: common } = useTranslation()
  const pages = usePages('GetRegistrationAccounts', { id, recordCount: 500 })
  const columns = useMemo<Column<ApplicationAccount>[]>(
    () => [
      { id: 'account', header: t('accounts.number'), cell: keyOf, minWidth: 10, priority: 'title', isRowHeader: true },
      { id: 'reference', header: t('accounts.reference'), cell: (account) => account.referenceId, minWidth: 10 },
      { id: 'source', header: t('accounts.source'), cell: (account) => t(`accounts.from.${account.source}`), minWidth: 12 },
      {
        id: 'selected',
        header: t('accounts.taken'),
        cell: ({ isSelect }) => (
          <StatusBadge tone={isSelect ? 'good' : 'neutral'}>{t(isSelect ? 'accounts.isTaken' : 'accounts.leftOut')}</StatusBadge>
        ),
        width: 10,
        priority: 'status',
      },
    ],
    [t],
  )
  return (
    <DataTable
      caption={t('accounts.count', { count: pages.total ?? 0, shown: countShown(pages.total) })}
      columns={columns}
      rows={pages.rows}
      rowKey={keyOf}
      rowLabel={keyOf}
      isLoading={pages.isPending}
      hasMore={pages.hasNextPage}
      isLoadingMore={pages.isFetchingNextPage}
      onLoadMore={() => void pages.fetchNextPage()}
      problem={
        pages.isError ? { title: common('problem.loading'), body: messageOf(pages.error), onRetry: () => void pages.refetch() } : undefined
      }
      empty={{ title: t('accounts.nothing') }}
    />
  )
}
