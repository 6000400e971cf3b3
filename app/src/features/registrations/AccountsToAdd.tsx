/** The electricity accounts that the company wants in its bulk account, each with where the company has it from. */
import { useMemo } from 'react'
import { type AccountToAdd, accountError, countShown } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import { usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Registrations.module.css'

const keyOf = (account: AccountToAdd) => account.accountNo

export function AccountsToAdd({ id }: { id: string }) {
  const { t } = useTranslation('registrations')
  const language = useLanguage()
  const pages = usePages('GetRegistrationAccounts', { id, recordCount: 500 })
  const columns = useMemo<Column<AccountToAdd>[]>(
    () => [
      {
        id: 'account',
        header: t('accounts.number'),
        cell: (account) => (
          <>
            {account.accountNo}
            <span className={styles.second}>{t(`accounts.from.${account.source}`)}</span>
          </>
        ),
        minWidth: 11,
        priority: 'title',
        isRowHeader: true,
      },
      { id: 'reference', header: t('accounts.reference'), cell: (account) => account.referenceId, minWidth: 8 },
      {
        id: 'selected',
        header: t('accounts.taken'),
        cell: ({ isSelect, errorType }) => {
          if (!isSelect) return <StatusBadge tone="neutral">{t('accounts.leftOut')}</StatusBadge>
          if (!errorType) return <StatusBadge tone="good">{t('accounts.isTaken')}</StatusBadge>
          return (
            <>
              <StatusBadge tone="warning">{t(`accounts.error.${errorType}`)}</StatusBadge>
              <span className={styles.hint}>{accountError(errorType, language)}</span>
            </>
          )
        },
        minWidth: 15,
        priority: 'status',
      },
    ],
    [t, language],
  )
  const listed = useListed(pages)
  return (
    <DataTable
      caption={t('accounts.count', { count: pages.total ?? 0, shown: countShown(pages.total) })}
      columns={columns}
      rowKey={keyOf}
      rowLabel={keyOf}
      {...listed}
      empty={{ title: t('accounts.nothing') }}
    />
  )
}
