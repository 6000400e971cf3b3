/** State of the typed accounts: functions that change the rows, and the validation of each row by core. */
import { check, type ErrorBody, type Language, type NewAccount, sentence } from '~/core/core'
import { accountNumber } from '~/kit/accounts/accountNumber'
import { referenceRefusal } from '../referenceRefusal'

export interface TypedRow {
  key: string
  accountNo: string
  referenceId: string
}

export interface Wrong {
  accountNo?: string | undefined
  referenceId?: string | undefined
}

/** Never uses a key again, because undo restores removed rows with their keys. */
const row = (accountNo = '', referenceId = '', key: string = crypto.randomUUID()): TypedRow => ({ key, accountNo, referenceId })

/** Three rows at first: a single row would look like the maximum. */
export const firstRows: TypedRow[] = ['0', '1', '2'].map((key) => row('', '', key))

export const oneMore = (rows: readonly TypedRow[]): TypedRow[] => [...rows, row()]

const isBlank = ({ accountNo, referenceId }: TypedRow) => !accountNo.trim() && !referenceId.trim()

/** Parses pasted lines: an account number, optionally followed by its reference ID in the next cell. Blank lines are left out. */
export function readLines(pasted: string): NewAccount[] {
  return pasted
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter(([accountNo, referenceId]) => accountNo || referenceId)
    .map(([accountNo = '', referenceId]) => ({ accountNo, ...(referenceId && { referenceId }) }))
}

/** Inserts the pasted accounts at the row with this key, and removes blank rows. */
export function pasted(rows: readonly TypedRow[], key: string, accounts: readonly NewAccount[]): TypedRow[] {
  const added = accounts.map(({ accountNo, referenceId }) => row(accountNo, referenceId ?? undefined))
  const at = rows.findIndex((one) => one.key === key)
  return [...rows.slice(0, at).filter((one) => !isBlank(one)), ...added, ...rows.slice(at + 1).filter((one) => !isBlank(one))]
}

/** Fills the reference IDs of this row and of those below it with pasted cells, and adds rows if there are not enough. */
export function pastedReferences(rows: readonly TypedRow[], key: string, cells: readonly (readonly string[])[]): TypedRow[] {
  const at = rows.findIndex((one) => one.key === key)
  const references = cells.map(([first = '']) => first)
  const filled = rows.slice(at, at + references.length).map((one, place) => ({ ...one, referenceId: references[place] ?? '' }))
  const more = references.slice(filled.length).map((referenceId) => row('', referenceId))
  return [...rows.slice(0, at), ...filled, ...rows.slice(at + filled.length), ...more]
}

/** Undoes a paste: removes its rows and restores the blank rows that it replaced. Later changes to other rows are kept. */
export function unpasted(rows: readonly TypedRow[], before: readonly TypedRow[], after: readonly TypedRow[]): TypedRow[] {
  const old = new Set(before.map(({ key }) => key))
  const came = new Set(after.filter(({ key }) => !old.has(key)).map(({ key }) => key))
  const gone = new Set(before.filter((one) => !after.includes(one)).map(({ key }) => key))
  const now = new Map(rows.map((one) => [one.key, one]))
  const back = before.flatMap((one) => (gone.has(one.key) ? one : (now.get(one.key) ?? [])))
  return [...back, ...rows.filter(({ key }) => !old.has(key) && !came.has(key))]
}

/** Validates each row. Blank rows have no errors. */
export function wrongOf(rows: readonly TypedRow[], language: Language): Wrong[] {
  const seen = new Set<string>()
  return rows.map((one) => {
    if (isBlank(one)) return {}
    const { value, error } = check('accountNo', one.accountNo, language)
    const isRepeated = value !== undefined && seen.has(value)
    if (value !== undefined) seen.add(value)
    return {
      accountNo: messageOf(error) ?? (isRepeated ? sentence('accountRepeated', language) : undefined),
      referenceId: messageOf(referenceRefusal(one.referenceId, language)),
    }
  })
}

/** The well-formed account numbers, without duplicates. */
export const wellFormed = (rows: readonly TypedRow[], language: Language): string[] => [
  ...new Set(rows.flatMap(({ accountNo }) => check('accountNo', accountNo, language).value ?? [])),
]

const messageOf = (refusal: ErrorBody | undefined) => refusal?.errorMessage

export const accountsOf = (rows: readonly TypedRow[]): NewAccount[] =>
  rows
    .filter((one) => !isBlank(one))
    .map(({ accountNo, referenceId }) => ({
      accountNo: accountNumber(accountNo),
      ...(referenceId.trim() && { referenceId: referenceId.trim() }),
    }))
