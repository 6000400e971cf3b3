import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { accountError, type Language, sentence } from '../../core/core'
import { Button } from '../../ui/button/Button'
import type { Column } from '../../ui/table/dataTableTypes'
import type { Translate } from '../../words/useTranslation'
import type { Records } from '../accounts/records'
import styles from './AccountsGrid.module.css'
import { CellField } from './CellField'
import type { Row } from './list'

interface Acts {
  onEdit: (row: Row, change: Partial<Pick<Row, 'accountNo' | 'referenceId'>>) => void
  onRemove: (row: Row) => void
  /** The row that was just added, which is to be typed in. */
  fresh: RefObject<string | undefined>
}

export function gridColumns(
  t: Translate<'accounts'>,
  language: Language,
  { errorOf }: Pick<Records, 'errorOf'>,
  { onEdit, onRemove, fresh }: Acts,
): Column<Row>[] {
  const isWrong = (row: Row) => row.refusal !== null || Boolean(errorOf(row.accountNo.trim()))
  const isOfReference = (row: Row) => row.refusal === 'referenceIdLength'
  return [
    {
      id: 'accountNo',
      header: t('upload.accountNo'),
      width: 13,
      priority: 'title',
      cell: (row) => (
        <CellField
          label={t('upload.accountNo')}
          value={row.accountNo}
          describedBy={`${row.key}-reason`}
          isWrong={isWrong(row) && !isOfReference(row)}
          inputMode="numeric"
          autoFocus={fresh.current === row.key}
          onFocus={() => {
            fresh.current = undefined
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
          label={t('upload.referenceId')}
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
        const error = row.refusal ? undefined : errorOf(row.accountNo.trim())
        const reason = row.refusal ? sentence(row.refusal, language) : error ? accountError(error, language) : undefined
        const fine = error === undefined ? t('upload.asking') : t('upload.fine')
        return (
          <span id={`${row.key}-reason`} className={reason ? styles.reason : row.isCut ? styles.cut : styles.ok}>
            {reason ?? (row.isCut ? t('upload.cut') : fine)}
          </span>
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
