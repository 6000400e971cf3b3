/** The lines of a bill that a query can be about, with their names and amounts. */
import { amountShown, type BillDetails } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'

export interface BillLine {
  /** From 1, as the server counts them. */
  number: number
  label: string
}

export function useLines({ charges }: BillDetails): BillLine[] {
  const { t } = useTranslation('queries')
  const lines = charges?.groups.flatMap(({ lines }) => lines) ?? []
  return lines.map(({ number, word, amount }) => ({ number, label: t('line.of', { number, word, amount: amountShown(amount) }) }))
}
