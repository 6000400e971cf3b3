/** What a searched text is, for its chip. */
import { type Language, numberShown, recognise, type Search } from '../../core/core'

const kindsOf = ({ accounts, invoices, batches, transactions }: Search) => ({
  account: accounts,
  invoice: invoices,
  batch: batches,
  transaction: transactions,
})

/** The numbers among what was typed or pasted, each once. */
export function searchedNumbers(typed: string, language: Language): string[] {
  const { value } = recognise(typed, language)
  return value ? Object.values(kindsOf(value)).flat() : []
}

/** One number by its kind, several counted, anything else as it was typed. */
export function searched(typed: string, language: Language) {
  const { value } = recognise(typed, language)
  if (!value || value.text !== null) return { kind: 'text', text: typed } as const
  const kinds = kindsOf(value)
  const found = Object.values(kinds).flat()
  if (found.length !== 1) return { kind: 'numbers', count: found.length, shown: numberShown(found.length) } as const
  const kind = (['account', 'invoice', 'batch', 'transaction'] as const).find((one) => kinds[one].length > 0) ?? 'account'
  return { kind, number: found[0] ?? typed }
}
