/** The values of the form that assigns columns, from and to the call's. */
import type { Columns, Meaning, UnclearColumn } from '~/core/core'

export const meanings = ['direction', 'currency', 'status'] as const satisfies Meaning[]
const names = ['day', 'reference', 'description', 'amount', 'credit', 'debit', ...meanings] as const satisfies (keyof Columns)[]
export type Name = (typeof names)[number]
export type Entry = Record<Name, string>

/** The option for no column. */
export const none = 'none'

const isMeaning = (name: Name): name is Meaning => (meanings as readonly Name[]).includes(name)

/** A meaning that a column seems to have, and that no user chose or denied, has no value: the officer must choose. */
export function entryOf(columns: Columns, unclear: readonly UnclearColumn[]): Entry {
  const isOpen = (name: Name) =>
    isMeaning(name) && unclear.some(({ meaning, column }) => meaning === name && !columns.ignored?.includes(column))
  const choiceOf = (name: Name) => (columns[name] == null ? (isOpen(name) ? '' : none) : String(columns[name]))
  return Object.fromEntries(names.map((name) => [name, choiceOf(name)])) as Entry
}

/** `left` are fields that are not shown. Where the officer chose no column for a meaning, the columns that seem to have it are ignored. */
export function columnsOf(entry: Entry, left: readonly Name[], unclear: readonly UnclearColumn[]): Columns {
  const chosen = names.filter((name) => entry[name] !== none && entry[name] !== '' && !left.includes(name))
  const used = meanings.filter((name) => chosen.includes(name)).map((name) => Number(entry[name]))
  const ignored = unclear.filter(({ meaning, column }) => entry[meaning] === none && !used.includes(column)).map(({ column }) => column)
  return { ...Object.fromEntries(chosen.map((name) => [name, Number(entry[name])])), ignored: [...new Set(ignored)] }
}
