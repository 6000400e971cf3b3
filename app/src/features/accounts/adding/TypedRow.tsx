/** A row for one typed account: number, reference ID, and the errors from core and from the utility's records. */
import { X } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { type AccountError, accountError, check } from '../../../core/core'
import { useOptionalRead } from '../../../kit/call/read'
import { Button } from '../../../ui/button/Button'
import { TextField } from '../../../ui/form/TextField'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import styles from './TypedAccounts.module.css'
import type { TypedRow as Row, Wrong } from './typedRows'

interface Props {
  source: AccountListSource
  row: Row
  place: number
  wrong: Wrong
  /** Why the utility's records do not allow the account to be added. */
  error: AccountError | null | undefined
  /** Whether the number was typed, not pasted. Only then the address is shown. */
  isTyped: boolean
  shows: (name: 'accountNo' | 'referenceId') => boolean
  onChange: (change: Partial<Row>) => void
  onLeave: (name: 'accountNo' | 'referenceId') => void
  onPaste: (event: ClipboardEvent) => void
  onRemove: (() => void) | undefined
}

export function TypedRow({ source, row, place, wrong, error, isTyped, shows, onChange, onLeave, onPaste, onRemove }: Props) {
  const { t } = useTranslation('accounts')
  return (
    <li className={styles.row} onPasteCapture={onPaste}>
      {/* Each row has the same fields, so its label gives the row number to users of screen readers. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a grid */}
      <div role="group" aria-label={t('typed.row', { row: place })} className={styles.fields}>
        <TextField
          id={`accountNo-${row.key}`}
          label={t('upload.accountNo')}
          value={row.accountNo}
          onChange={(accountNo) => onChange({ accountNo })}
          onBlur={() => onLeave('accountNo')}
          error={shows('accountNo') ? wrong.accountNo : undefined}
          inputMode="numeric"
          autoComplete="off"
          isTabular
        />
        <TextField
          id={`referenceId-${row.key}`}
          label={t('columns.reference')}
          value={row.referenceId}
          onChange={(referenceId) => onChange({ referenceId })}
          onBlur={() => onLeave('referenceId')}
          error={shows('referenceId') ? wrong.referenceId : undefined}
          autoComplete="off"
          isOptional
        />
        <div className={styles.remove}>
          {onRemove && <Button mode="ghost" icon={<X />} label={t('typed.remove', { row: place })} onPress={onRemove} />}
        </div>
      </div>
      {!wrong.accountNo && <Record source={source} accountNo={row.accountNo} error={error} isTyped={isTyped} />}
    </li>
  )
}

/** The account's address, or why it cannot be added. */
function Record({ source, accountNo: typed, error, isTyped }: Pick<Props, 'source' | 'error' | 'isTyped'> & { accountNo: string }) {
  const language = useLanguage()
  const accountNo = check('accountNo', typed, language).value
  const found = useOptionalRead(source.validate, { accountNo: accountNo ?? '' }, accountNo !== undefined && isTyped && error === null)
  return (
    <p className={styles.known} data-wrong={error ? true : undefined} role="status">
      {accountNo !== undefined && (error ? accountError(error, language) : found?.premisesAddress)}
    </p>
  )
}
