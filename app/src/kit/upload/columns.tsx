import { X } from 'lucide-react'
import type { ClipboardEvent, RefObject } from 'react'
import { accountError, type Language, sentence } from '~/core/core'
import { Button } from '~/ui/button/Button'
import type { Column } from '~/ui/table/dataTableTypes'
import type { Translate } from '~/words/useTranslation'
import { accountNumber } from '../accounts/accountNumber'
import type { Records } from '../accounts/records'
import styles from './AccountsGrid.module.css'
import { CellField } from './CellField'
import { isReferenceRefusal, type Row } from './list'

interface RowActions {
  onEdit: (row: Row, change: Partial<Pick<Row, 'accountNo' | 'referenceId'>>) => void
  onRemove: (row: Row) => void
  /** Called when spreadsheet cells are pasted into the column, starting at this row. */
  onPaste: (row: Row, column: 'accountNo' | 'referenceId', event: ClipboardEvent) => void
  /** Returns the account that the user probably meant. */
  suggestionFor: (row: Row) => string | undefined
  /** Returns the row's number in the list, from 1. */
  placeOf: (row: Row) => number
  /** The key of the row that was just added, which receives the focus. */
  addedKey: RefObject<string | undefined>
}

export function gridColumns(
  t: Translate<'accounts'>,
  language: Language,
  { errorOf }: Pick<Records, 'errorOf'>,
  { onEdit, onRemove, onPaste, suggestionFor, placeOf, addedKey }: RowActions,
): Column<Row>[] {
  const isWrong = (row: Row) => row.refusal !== null || Boolean(errorOf(accountNumber(row.accountNo)))
  const isOfReference = (row: Row) => isReferenceRefusal(row.refusal)
  return [
    {
      id: 'accountNo',
      header: t('upload.accountNo'),
      width: 13,
      priority: 'title',
      cell: (row) => (
        <CellField
          label={t('upload.accountNoIn', { row: placeOf(row) })}
          onPaste={(event) => onPaste(row, 'accountNo', event)}
          value={row.accountNo}
          describedBy={`${row.key}-reason`}
          isWrong={isWrong(row) && !isOfReference(row)}
          inputMode="numeric"
          autoFocus={addedKey.current === row.key}
          onFocus={() => {
            addedKey.current = undefined
          }}
          onCommit={(accountNo) => onEdit(row, { accountNo })}
        />
      ),
    },
    {
      id: 'referenceId',
      header: t('upload.referenceId'),
      width: 14,
      cell: (row) => (
        <CellField
          label={t('upload.referenceIdIn', { row: placeOf(row) })}
          onPaste={(event) => onPaste(row, 'referenceId', event)}
          value={row.referenceId}
          describedBy={`${row.key}-reason`}
          isWrong={isOfReference(row)}
          onCommit={(referenceId) => onEdit(row, { referenceId })}
        />
      ),
    },
    {
      id: 'reason',
      header: t('upload.reason'),
      minWidth: 14,
      cell: (row) => {
        const error = row.refusal ? undefined : errorOf(accountNumber(row.accountNo))
        const reason = row.refusal ? sentence(row.refusal, language) : error ? accountError(error, language) : undefined
        const fine = error === undefined ? t('upload.asking') : t('upload.fine')
        const account = reason && !isOfReference(row) ? suggestionFor(row) : undefined
        return (
          <>
            <span id={`${row.key}-reason`} className={reason ? styles.reason : row.isCut ? styles.cut : styles.ok}>
              {reason ?? (row.isCut ? t('upload.cut') : fine)}
            </span>
            {account && (
              <Button size="small" onPress={() => onEdit(row, { accountNo: account })}>
                {t('upload.didYouMean', { account })}
              </Button>
            )}
          </>
        )
      },
    },
    {
      id: 'remove',
      header: t('upload.remove'),
      width: 7.5,
      priority: 'status',
      cell: (row) => (
        <Button
          size="small"
          mode="ghost"
          icon={<X />}
          label={t('upload.removeRow', { account: row.accountNo })}
          onPress={() => onRemove(row)}
        >
          {t('upload.remove')}
        </Button>
      ),
    },
  ]
}
