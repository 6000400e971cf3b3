import { type Language, numberShown, recognise, type Search } from '~/core/core'

const numbersByKind = ({ accounts, invoices, batches, transactions }: Search) => ({
  account: accounts,
  invoice: invoices,
  batch: batches,
  transaction: transactions,
})

/** Returns why a text cannot be searched, such as a name of two letters. */
export const whyNotSearch = (typed: string, language: Language) => recognise(typed, language).error?.errorMessage

/** Returns the numbers that core recognises in a typed or pasted text. */
export function searchedNumbers(typed: string, language: Language): string[] {
  const { value } = recognise(typed, language)
  return value ? Object.values(numbersByKind(value)).flat() : []
}

/** Describes a search for its chip: a single number by its kind, several numbers by their count, other text as typed. */
export function searched(typed: string, language: Language) {
  const { value } = recognise(typed, language)
  if (!value || value.text !== null) return { kind: 'text', text: typed } as const
  const kinds = numbersByKind(value)
  const found = Object.values(kinds).flat()
  if (found.length !== 1) return { kind: 'numbers', count: found.length, shown: numberShown(found.length) } as const
  const kind = (['account', 'invoice', 'batch', 'transaction'] as const).find((one) => kinds[one].length > 0) ?? 'account'
  return { kind, number: found[0] ?? typed }
}
