/**
 * The form of an accounting profile. Its columns have keys of their own, so that fields keep their focus when a column moves. Core
 * checks the profile and makes the preview; the form reads the numbers and days that were typed.
 */
import { accountingPreset, checkAccountingProfile } from 'gridbill-core/exports'
import {
  type AccountingColumn,
  type AccountingDraft,
  type AccountingPreset,
  type AccountingStream,
  type ChargeAccount,
  type ColumnSource,
  type CostMonth,
  check,
  type Day,
  type Language,
  sumAmounts,
} from '~/core/core'
import { withSentences } from '~/kit/form/withSentences'
import type { FormError } from '~/ui/form/ErrorSummary'

export interface ColumnEntry {
  key: string
  heading: string
  source: ColumnSource
  constant: string
  /** Maximum characters; null for no limit. */
  maxLength: number | null
}

export interface ProfileEntry
  extends Omit<
    AccountingDraft,
    'documentColumns' | 'lineColumns' | 'bankAccount' | 'documentsPerFile' | 'suspense' | 'fromDay' | 'hasLink' | 'chargeAccounts'
  > {
  bankAccount: string
  documentColumns: readonly ColumnEntry[]
  lineColumns: readonly ColumnEntry[]
  /** As typed; empty for any number. */
  documentsPerFile: string
  hasSuspense: boolean
  suspenseAccount: string
  /** Empty for no cost centre. */
  suspenseCentre: string
  hasChargeAccounts: boolean
  /** Ledger accounts by kind of charge. Kinds without an account are missing or empty. */
  chargeAccounts: Record<string, string>
  /** Empty only in profiles that were saved before it was required. */
  fromDay: string
  hasLink: boolean
}

let keys = 0
const newKey = () => String(++keys)

export const newColumn = (): ColumnEntry => ({ key: newKey(), heading: '', source: 'constant', constant: '', maxLength: null })

const columnsOf = (columns: readonly AccountingColumn[] = []): ColumnEntry[] =>
  columns.map(({ heading, source, constant, maxLength }) => ({
    key: newKey(),
    heading,
    source,
    constant: constant ?? '',
    maxLength: maxLength ?? null,
  }))

export const entryOf = ({
  documentColumns,
  lineColumns,
  documentsPerFile,
  suspense,
  fromDay,
  chargeAccounts = [],
  ...draft
}: AccountingDraft): ProfileEntry => ({
  ...draft,
  bankAccount: draft.bankAccount ?? '',
  documentColumns: columnsOf(documentColumns),
  lineColumns: columnsOf(lineColumns),
  documentsPerFile: documentsPerFile ? String(documentsPerFile) : '',
  hasSuspense: suspense != null,
  suspenseAccount: suspense?.ledgerAccount ?? '',
  suspenseCentre: suspense?.costCentre ?? '',
  hasChargeAccounts: chargeAccounts.length > 0,
  chargeAccounts: Object.fromEntries(chargeAccounts.map(({ kind, ledgerAccount }) => [kind, ledgerAccount])),
  fromDay: fromDay ?? '',
  hasLink: draft.hasLink ?? false,
})

/** Returns a new profile as a preset defines it. It begins with the current month. */
export const newEntry = (preset: AccountingPreset, stream: AccountingStream, today: Day): ProfileEntry => ({
  ...entryOf(accountingPreset(preset, stream)),
  fromDay: `${today.slice(0, 8)}01`,
})

/** Replaces the file and its columns by those of another entry. The company's own entries stay. */
export function withFileOf(entry: ProfileEntry, file: ProfileEntry): ProfileEntry {
  const { name, supplier, payableAccount, bankAccount, hasSuspense, suspenseAccount, suspenseCentre } = entry
  const { hasChargeAccounts, chargeAccounts, fromDay, schedule, hasLink } = entry
  const accounts = { payableAccount, bankAccount, hasSuspense, suspenseAccount, suspenseCentre, hasChargeAccounts, chargeAccounts }
  return { ...file, name, supplier, ...accounts, fromDay, schedule, hasLink }
}

export const withPreset = (entry: ProfileEntry, preset: AccountingPreset, stream: AccountingStream): ProfileEntry =>
  withFileOf(entry, entryOf(accountingPreset(preset, stream)))

/** Presets that define payments as well. */
export const hasPayments = (preset: AccountingPreset) => preset === 'journal' || preset === 'own'

/** Layouts in which each document has a record of its own. */
export const hasDocuments = ({ layout }: Pick<AccountingDraft, 'layout'>) => layout === 'masterDetail' || layout === 'twoFiles'

/** Text that is not a number becomes zero, which core refuses. */
const number = (typed: string) => (typed.trim() === '' ? null : /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0)

const hasAccount = ({ ledgerAccount }: ChargeAccount) => ledgerAccount !== ''

const draftColumns = (columns: readonly ColumnEntry[]): AccountingColumn[] =>
  columns.map(({ heading, source, constant, maxLength }) => ({
    heading,
    source,
    constant: source === 'constant' || source === 'documentType' ? constant : '',
    maxLength,
  }))

export function draftOf(entry: ProfileEntry): AccountingDraft {
  const { documentColumns, lineColumns, documentsPerFile, hasSuspense, suspenseAccount, suspenseCentre, ...others } = entry
  const { hasChargeAccounts, chargeAccounts, fromDay, hasLink, ...draft } = others
  const charges =
    hasChargeAccounts && draft.stream === 'bills'
      ? Object.entries(chargeAccounts)
          .map(([kind, account]) => ({ kind, ledgerAccount: account.trim() }))
          .filter(hasAccount)
      : []
  return {
    ...draft,
    documentColumns: draftColumns(documentColumns),
    lineColumns: draftColumns(lineColumns),
    documentsPerFile: number(documentsPerFile),
    suspense: hasSuspense && draft.stream === 'bills' ? { ledgerAccount: suspenseAccount, costCentre: suspenseCentre || null } : null,
    fromDay: fromDay === '' ? null : fromDay,
    // Core leaves both out if they are not used.
    ...(charges.length > 0 && { chargeAccounts: charges }),
    ...(hasLink && { hasLink }),
  }
}

/**
 * Returns the refusals of the form: a first day that is missing or cannot be read, then core's. Without a first day, the first export
 * would have all bills of two years, of which few have cost centres. `known` has the codes of the active cost centres.
 */
export function problemsOf(entry: ProfileEntry, known: readonly string[], language: Language): FormError[] {
  const unread = check('day', entry.fromDay, language).error
  if (unread) return [{ id: 'fromDay', message: unread.errorMessage }]
  const { error } = checkAccountingProfile(draftOf(entry), [...known], language)
  return withSentences(error, language).fields.map(({ field, message }) => ({ id: field, message }))
}

/** Returns the function with its last result stored, because the form asks for it twice, and core checks every column. */
export function keepLast<Input, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  let last: { input: Input; result: Result } | undefined
  return (input) => {
    if (last?.input !== input) last = { input, result: compute(input) }
    return last.result
  }
}

/** Returns the bills of the months from a first day on. The month of a later day counts as a whole, so the sums are at most these. */
export function billsFrom(months: readonly CostMonth[], fromDay: Day, language: Language) {
  const counted = months.filter(({ month }) => month >= `${fromDay.slice(0, 8)}01`)
  const amount = sumAmounts(
    counted.map(({ cost }) => cost),
    language,
  ).value
  return { bills: counted.reduce((sum, { bills }) => sum + bills, 0), amount, isWhole: fromDay.endsWith('-01') }
}

/** Moves a row by a number of places, within the list. */
export function moved<Row>(rows: readonly Row[], from: number, by: number): Row[] {
  const to = Math.max(0, Math.min(rows.length - 1, from + by))
  const rest = rows.filter((_, place) => place !== from)
  const row = rows[from]
  return row === undefined ? [...rows] : [...rest.slice(0, to), row, ...rest.slice(to)]
}
