/**
 * Form with one row for each account. Core validates each row while typing, and each number is looked up in the utility's records.
 */
import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useMemo, useState } from 'react'
import { type AccountError, accountError, check, type NewAccount, numberShown, sentence } from '~/core/core'
import { RowCountBadges } from '~/kit/accounts/RowCountBadges'
import { countRows, useRecords } from '~/kit/accounts/records'
import { useOptionalRead } from '~/kit/call/read'
import { useUndoHere } from '~/kit/form/useUndo'
import { useDraft } from '~/kit/session/useDraft'
import { parseCells } from '~/kit/upload/list'
import { Button } from '~/ui/button/Button'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { NotAddableNotice } from './NotAddableNotice'
import styles from './TypedAccounts.module.css'
import {
  accountsOf,
  firstRows,
  oneMore,
  pasted,
  pastedReferences,
  type TypedRow as Row,
  readLines,
  unpasted,
  type Wrong,
  wellFormed,
  wrongOf,
} from './typedRows'

interface Props {
  source: AccountListSource
  isBusy: boolean
  /** Why adding is disabled by an announcement, if it is. */
  frozen: string | undefined
  /** The server's refusal. */
  problem: ReactNode
  onSubmit: (accounts: NewAccount[]) => Promise<boolean>
  /** Called for a pasted list that is too long to edit row by row. */
  onMany: (accounts: NewAccount[]) => void
}

/** Rows. A longer pasted list opens in the workbook table, which holds thousands of rows. */
const typedLimit = 100

/** The typed rows, which are stored as a draft. */
export const useTypedRows = (bulkId: string) => useDraft<{ rows: Row[] }>(`addAccounts ${bulkId}`, { rows: firstRows })

export function TypedAccounts({ source, isBusy, frozen, problem, onSubmit, onMany }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const [{ rows }, setDraft, drop] = useTypedRows(source.bulkId)
  const setRows = (change: (rows: Row[]) => Row[]) => setDraft((before) => ({ rows: change(before.rows) }))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  // Addresses are shown only for numbers typed by hand. A pasted list is looked up in a single call, whose response has no
  // addresses.
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const offerUndo = useUndoHere()
  const wrong = wrongOf(rows, language)
  const accounts = accountsOf(rows)
  const numbers = useMemo(() => wellFormed(rows, language), [rows, language])
  const records = useRecords(source, numbers)
  const counts = countRows(numbers.map((accountNo) => records.stateOf({ accountNo, refusal: null })))

  const errors = submitted
    ? rows.flatMap(({ key }, place) =>
        (['accountNo', 'referenceId'] as const).flatMap((name) => {
          const message = wrong[place]?.[name]
          return message ? [{ id: `${name}-${key}`, message: t('typed.inRow', { row: place + 1, message }) }] : []
        }),
      )
    : []
  const [first] = rows
  const none =
    submitted && accounts.length === 0 && first ? [{ id: `accountNo-${first.key}`, message: sentence('accountsRequired', language) }] : []

  async function submit() {
    setSubmitted(true)
    if (frozen !== undefined || accounts.length === 0 || wrong.some(({ accountNo, referenceId }) => accountNo || referenceId)) return
    if (await onSubmit(accounts)) drop()
  }
  function paste(key: string, column: 'accountNo' | 'referenceId', event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (column === 'referenceId') {
      const cells = parseCells(text)
      if (!cells) return
      event.preventDefault()
      const after = pastedReferences(rows, key, cells)
      return cells.length > typedLimit ? onMany(accountsOf(after)) : showPasted(after, cells.length)
    }
    const found = readLines(text)
    if (found.length === 0 || (found.length === 1 && !found[0]?.referenceId)) return
    event.preventDefault()
    if (found.length > typedLimit) return onMany([...accounts, ...found])
    showPasted(pasted(rows, key, found), found.length)
  }

  function showPasted(after: Row[], count: number) {
    setRows(() => after)
    setLeft((before) => new Set([...before, 'all']))
    offerUndo(t('upload.pasted', { count, shown: numberShown(count) }), () => setRows((now) => unpasted(now, rows, after)))
  }

  function remove(row: Row, place: number) {
    setRows((before) => before.filter(({ key }) => key !== row.key))
    const [account] = accountsOf([row])
    // Removing a blank row offers no undo.
    if (!account) return
    const title = account.accountNo
      ? t('upload.removedRow', { account: account.accountNo })
      : t('upload.removed', { count: 1, shown: numberShown(1) })
    offerUndo(title, () => setRows((before) => before.toSpliced(place, 0, row)))
  }

  return (
    <Form onSubmit={() => void submit()} errors={[...errors, ...none]} errorTitle={t('common:problem.summary')} isBusy={isBusy}>
      {problem}
      <p className={styles.lead}>{t('typed.lead')}</p>
      <ol className={styles.rows}>
        {rows.map((row, place) => (
          <TypedRow
            key={row.key}
            source={source}
            row={row}
            place={place + 1}
            wrong={wrong[place] ?? {}}
            error={records.errorOf(row.accountNo.trim())}
            isTyped={typed.has(row.key)}
            shows={(name) => submitted || left.has('all') || left.has(`${name}-${row.key}`)}
            onChange={(change) => {
              if (change.accountNo !== undefined) setTyped((before) => (before.has(row.key) ? before : new Set([...before, row.key])))
              setRows((before) => before.map((one) => (one.key === row.key ? { ...one, ...change } : one)))
            }}
            onLeave={(name) => row[name] && setLeft((before) => new Set([...before, `${name}-${row.key}`]))}
            onPaste={(column, event) => paste(row.key, column, event)}
            onRemove={rows.length > 1 ? () => remove(row, place) : undefined}
          />
        ))}
      </ol>
      <div>
        <Button icon={<Plus />} onPress={() => setRows(oneMore)}>
          {t('typed.more')}
        </Button>
      </div>
      {numbers.length > 0 && (
        <p className={styles.counts} role="status">
          <RowCountBadges counts={counts} />
        </p>
      )}
      <FormActions>
        <Button type="submit" mode="primary" size="large" isLoading={isBusy} isDisabled={frozen !== undefined} why={frozen}>
          {t('add.submit', { count: accounts.length })}
        </Button>
      </FormActions>
      {/* Below the button, so that an answer that arrives late does not move the button while the user presses it. */}
      <NotAddableNotice counts={counts} />
    </Form>
  )
}

interface TypedRowProps {
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
  onPaste: (column: 'accountNo' | 'referenceId', event: ClipboardEvent) => void
  onRemove: (() => void) | undefined
}

/** A row for one typed account: number, reference ID, and the errors from core and from the utility's records. */
function TypedRow({ source, row, place, wrong, error, isTyped, shows, onChange, onLeave, onPaste, onRemove }: TypedRowProps) {
  const { t } = useTranslation('accounts')
  return (
    <li className={styles.row}>
      {/* Each row has the same fields, so its label gives the row number to users of screen readers. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a grid */}
      <div role="group" aria-label={t('typed.row', { row: place })} className={styles.fields}>
        <TextField
          id={`accountNo-${row.key}`}
          label={t('upload.accountNo')}
          value={row.accountNo}
          onChange={(accountNo) => onChange({ accountNo })}
          onBlur={() => onLeave('accountNo')}
          onPaste={(event) => onPaste('accountNo', event)}
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
          onPaste={(event) => onPaste('referenceId', event)}
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
function Record({ source, accountNo: typed, error, isTyped }: Pick<TypedRowProps, 'source' | 'error' | 'isTyped'> & { accountNo: string }) {
  const language = useLanguage()
  const accountNo = check('accountNo', typed, language).value
  const found = useOptionalRead(source.validate, { accountNo: accountNo ?? '' }, accountNo !== undefined && isTyped && error === null)
  return (
    <p className={styles.known} data-wrong={error ? true : undefined} role="status">
      {accountNo !== undefined && (error ? accountError(error, language) : found?.premisesAddress)}
    </p>
  )
}
