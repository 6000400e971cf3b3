/** The list of accounts that the user corrects: changes as pure functions, and derived values. */
import type { Code, NewAccount, UploadedAccounts } from '~/core/core'
import { accountNumber } from '../accounts/accountNumber'

export interface Row {
  key: string
  accountNo: string
  referenceId: string
  /** Whether the reference ID was too long in the workbook and was shortened. */
  isCut: boolean
  /** Core's refusal at the last check. */
  refusal: Code | null
}

export interface List {
  rows: readonly Row[]
  /** False if rows changed after the last check. */
  isChecked: boolean
  /** The number in the key of the next new row. */
  next: number
}

export const emptyList: List = { rows: [], isChecked: true, next: 0 }

/** Whether there are rows, or were before all were removed. The grid then stays, because it can undo the removal. */
export const hasHadRows = (list: List): boolean => list.next > 0

const rowKey = (first: number, index: number) => `row-${first + index}`

/** Replaces all rows by those of a workbook. */
export const replaceRows = (list: List, { rows }: UploadedAccounts): List => ({
  rows: rows.map(({ accountNo, referenceId, isReferenceCut, refusal }, index) => ({
    key: rowKey(list.next, index),
    accountNo,
    referenceId,
    isCut: isReferenceCut,
    refusal,
  })),
  isChecked: true,
  next: list.next + rows.length,
})

/** Returns a list with these accounts, which core has not checked yet. */
export const listOf = (accounts: readonly NewAccount[]): List => ({
  rows: accounts.map(({ accountNo, referenceId }, index) => ({
    key: rowKey(0, index),
    accountNo,
    referenceId: referenceId ?? '',
    isCut: false,
    refusal: null,
  })),
  isChecked: accounts.length === 0,
  next: accounts.length,
})

export const changeRow = (list: List, key: string, change: Partial<Pick<Row, 'accountNo' | 'referenceId'>>): List => ({
  ...list,
  rows: list.rows.map((row) => (row.key === key ? { ...row, ...change, isCut: change.referenceId === undefined && row.isCut } : row)),
  isChecked: false,
})

/** Adds an empty row at the top, where the user sees it. */
export const addRow = (list: List): List => ({
  rows: [{ key: rowKey(list.next, 0), accountNo: '', referenceId: '', isCut: false, refusal: null }, ...list.rows],
  isChecked: false,
  next: list.next + 1,
})

/** Adds these accounts at the top, where the user sees them. */
export const addAccounts = (list: List, numbers: readonly string[]): List => ({
  rows: [
    ...numbers.map((accountNo, index): Row => ({ key: rowKey(list.next, index), accountNo, referenceId: '', isCut: false, refusal: null })),
    ...list.rows,
  ],
  isChecked: false,
  next: list.next + numbers.length,
})

/** Parses cells copied from a spreadsheet; undefined for the text of a single cell. */
export function parseCells(text: string): string[][] | undefined {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
  return lines.length > 1 || (lines[0]?.length ?? 0) > 1 ? lines : undefined
}

/** Fills rows with pasted cells, and adds rows if there are not enough. `keys` are the rows from the first to fill, in screen order. */
export function pasteCells(list: List, keys: readonly string[], column: 'accountNo' | 'referenceId', cells: readonly string[][]): List {
  const change = (at: number): Partial<Pick<Row, 'accountNo' | 'referenceId'>> => {
    const [first = '', second] = cells[at] ?? []
    return column === 'referenceId' ? { referenceId: first } : { accountNo: first, ...(second !== undefined && { referenceId: second }) }
  }
  const places = new Map(keys.slice(0, cells.length).map((key, at) => [key, at]))
  const rows = list.rows.map((row) => {
    const at = places.get(row.key)
    return at === undefined ? row : { ...row, ...change(at), isCut: false }
  })
  const more = cells.slice(keys.length).map(
    (_, index): Row => ({
      key: rowKey(list.next, index),
      accountNo: '',
      referenceId: '',
      isCut: false,
      refusal: null,
      ...change(keys.length + index),
    }),
  )
  return { rows: [...rows, ...more], isChecked: false, next: list.next + more.length }
}

/** Undoes a paste: restores the rows that it changed and removes those that it added. Later changes of other rows stay. */
export function undoPaste(list: List, before: List, after: List): List {
  const was = new Map(before.rows.map((row) => [row.key, row]))
  const touched = new Set(after.rows.filter((row) => was.get(row.key) !== row).map(({ key }) => key))
  return { ...list, rows: list.rows.flatMap((row) => (touched.has(row.key) ? (was.get(row.key) ?? []) : row)), isChecked: false }
}

export const removeRows = (list: List, goes: (row: Row) => boolean): List => ({
  ...list,
  rows: list.rows.filter((row) => !goes(row)),
  isChecked: false,
})

/** Restores the rows that were removed from `before`, at their former positions. Later changes of other rows stay. */
export function restoreRows(list: List, before: List): List {
  const there = new Set(list.rows.map(({ key }) => key))
  const old = new Set(before.rows.map(({ key }) => key))
  const current = new Map(list.rows.map((row) => [row.key, row]))
  const rows = before.rows.flatMap((row) => current.get(row.key) ?? row)
  const newer = list.rows.filter(({ key }) => !old.has(key))
  return there.size === rows.length + newer.length ? list : { ...list, rows: [...newer, ...rows], isChecked: false }
}

/** Sets core's refusal of each row. Rows whose refusal is unchanged stay the same object, so that they do not render again. */
export const applyRefusals = (list: List, refusals: readonly (Code | null)[]): List => ({
  ...list,
  rows: list.rows.map((row, index) => {
    const refusal = refusals[index] ?? null
    return row.refusal === refusal ? row : { ...row, refusal }
  }),
  isChecked: true,
})

const referenceRefusals: ReadonlySet<Code | null> = new Set<Code>(['referenceIdLength', 'referenceIdCharacters', 'lineBreak'])

/** Whether the refusal of a row is about its reference ID, and not about its number. */
export const isReferenceRefusal = (refusal: Code | null): boolean => referenceRefusals.has(refusal)

export const accountsOf = (list: List): NewAccount[] =>
  list.rows.map(({ accountNo, referenceId }) => (referenceId.trim() ? { accountNo, referenceId } : { accountNo }))

/** Returns the account numbers that core accepts, to look them up in the records. Empty until the list is checked. */
export const wellFormedNumbers = (list: List): string[] =>
  list.isChecked
    ? list.rows.filter(({ refusal }) => refusal === null || isReferenceRefusal(refusal)).map(({ accountNo }) => accountNumber(accountNo))
    : []

export const countWrong = (list: List): number => list.rows.reduce((count, { refusal }) => (refusal ? count + 1 : count), 0)
