import type { ClipboardEvent } from 'react'
import type { Account, Language } from '../../core/core'
import type { Column } from '../../ui/table/dataTableTypes'
import { TwoLines } from '../../ui/text/TwoLines'
import styles from './BulkEdit.module.css'
import { referenceRefusal } from './referenceRefusal'
import { CellField } from './upload/CellField'
import type { AccountsWords } from './words'

interface Acts {
  typed: ReadonlyMap<string, string>
  onType: (accountNo: string, reference: string) => void
  /** Lines of a spreadsheet, for this account and those under it. */
  onPaste: (accountNo: string, event: ClipboardEvent) => void
}

export function editColumns(t: AccountsWords, language: Language, { typed, onType, onPaste }: Acts): Column<Account>[] {
  const referenceOf = ({ accountNo, referenceId }: Account) => typed.get(accountNo) ?? referenceId ?? ''
  return [
    {
      id: 'accountNo',
      header: t('columns.account'),
      priority: 'title',
      isRowHeader: true,
      minWidth: 12,
      cell: ({ accountNo, premisesAddress }) => <TwoLines first={accountNo} second={premisesAddress} />,
    },
    {
      id: 'group',
      header: t('bulk.groupNow'),
      minWidth: 9,
      cell: ({ groupName }) => groupName,
    },
    {
      id: 'referenceId',
      header: t('columns.reference'),
      width: 15,
      cell: (account) => {
        const refusal = referenceRefusal(referenceOf(account), language)
        return (
          <div onPasteCapture={(event) => onPaste(account.accountNo, event)}>
            <CellField
              label={t('bulk.referenceOf', { account: account.accountNo })}
              value={referenceOf(account)}
              describedBy={`reference-${account.accountNo}`}
              isWrong={refusal !== undefined}
              onCommit={(reference) => onType(account.accountNo, reference)}
            />
            <span id={`reference-${account.accountNo}`} className={styles.reason}>
              {refusal?.errorMessage}
            </span>
          </div>
        )
      },
    },
  ]
}
