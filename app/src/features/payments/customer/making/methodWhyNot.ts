/** Why a method cannot be used now for that total: it is closed, or the total is out of its limits. */
import {
  amountShown,
  checkPayment,
  type Instant,
  type Language,
  type MethodOffer,
  type Money,
  methodClosed,
  sentence,
} from '../../../../core/core'
import { type DraftReference, emptyReference, filled, takesReferences } from '../../../../kit/paying/draft'

export function methodWhyNot(
  offer: MethodOffer,
  total: Money,
  mostReferences: number,
  now: Instant,
  language: Language,
): string | undefined {
  const closed = methodClosed(offer.unavailable, now, language)
  if (closed) return closed.errorMessage
  // Core is asked about a form that is complete but for its amount, divided among as many transfers as it needs.
  const referenceNumbers = takesReferences(offer.paymentMethod) ? divided(total, offer.most, mostReferences, language) : []
  const refusal = checkPayment(
    { paymentMethod: offer.paymentMethod, totalAmount: total, bankId: 'ANY', referenceNumbers },
    mostReferences,
    language,
  )
  if (!refusal) return undefined
  // Too much even for the most transfers, each of the most that one takes.
  if (refusal.code === 'referencesDoNotAddUp' || refusal.code === 'referencesTooMany') {
    return sentence('amountAboveMethod', language, { limit: amountShown(offer.most) })
  }
  return refusal.errorMessage
}

function divided(total: Money, most: Money | null, mostReferences: number, language: Language) {
  let parts: DraftReference[] = []
  for (let number = 1; number <= mostReferences; number++) {
    const next = filled([...parts, { ...emptyReference, number: String(number) }], total, most, language)
    if (!next.at(-1)?.amount) break
    parts = next.map((part) => ({ ...part, isOwnAmount: true }))
  }
  return parts.map(({ number, amount }) => ({ number, amount }))
}
