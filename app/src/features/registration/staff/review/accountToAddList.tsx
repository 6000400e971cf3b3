/** The list of electricity accounts in an application, each with its source. */
import { accountError } from '~/core/core'
import { list } from '~/kit/list/declare'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import styles from '../Registrations.module.css'

export const accountToAddList = list('registrationAccounts', 'registrationStaff', {
  also: { recordCount: 500 },
  rowKey: ({ accountNo }) => accountNo,
  rowLabel: ({ accountNo }) => accountNo,
  columns: [
    {
      id: 'account',
      header: 'accounts.number',
      cell: ({ accountNo, source }, { t }) => <TwoLines first={accountNo} second={t(`accounts.from.${source}`)} />,
      minWidth: 17,
      priority: 'title',
      isRowHeader: true,
    },
    { id: 'reference', header: 'accounts.reference', cell: ({ referenceId }) => referenceId, minWidth: 8, worth: 1 },
    {
      id: 'selected',
      header: 'accounts.taken',
      cell: ({ isSelect, errorType }, { t, language }) => {
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
  caption: ['accounts.count'],
  empty: { title: 'accounts.nothing' },
})
