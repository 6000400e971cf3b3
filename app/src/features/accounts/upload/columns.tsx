import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { type Language, sentence } from '../../../core'
import { Button } from '../../../ui/Button'
import type { Column } from '../../../ui/dataTableTypes'
import type { Translate } from '../../../words/useTranslation'
import styles from './AccountsGrid.module.css'
import { CellField } from './CellField'
import type { Row } from './list'

interface Acts {
  onEdit: (row: Row, change: Partial<Pick<Row, 'accountNo' | 'referenceId'>>) => void
  onRemove: (row: Row) => void
  /** The row that was just added, which is to be typed in. */
  fresh: RefObject<string | undefined>
}

export function gridColumns(t: Translate<'accounts'>, language: Language, { onEdit, onRemove, fresh }: Acts): Column<Row>[] {
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
          isWrong={row.refusal !== null && !isOfReference(row)}
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
      cell: (row) => (
        <span id={`${row.key}-reason`} className={row.refusal ? styles.reason : row.isCut ? styles.cut : styles.ok}>
          {row.refusal ? sentence(row.refusal, language) : row.isCut ? t('upload.cut') : t('upload.fine')}
        </span>
      ),
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
