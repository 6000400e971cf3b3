/** Checks the draft of a payment. */
import type { ErrorBody, Language, Money } from '~/core/core'
import { checkPayment } from '~/core/forms'
import { type Draft, takesReferences } from './draft'

/** Returns core's refusal of the current draft, or null. */
export function draftRefusal(draft: Draft, total: Money, mostReferences: number, language: Language): ErrorBody | null {
  if (!draft.method) return null
  const referenceNumbers = takesReferences(draft.method) ? draft.references.map(({ number, amount }) => ({ number, amount })) : []
  return checkPayment({ paymentMethod: draft.method, totalAmount: total, bankId: draft.bankId, referenceNumbers }, mostReferences, language)
}
