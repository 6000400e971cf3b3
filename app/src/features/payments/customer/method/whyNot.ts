/** Why a payment method cannot be chosen. */
import { amountShown, type Instant, type Language, type MethodOffer, type Money, sentence, sumAmounts } from '~/core/core'
import { checkPayment, methodClosed } from '~/core/forms'
import { type DraftReference, emptyReference, fillLastAmount, takesReferences } from '~/kit/paying/draft'

/**
 * Why the method cannot be used for this total: it is closed, or the total is outside its limits. `above` is the code for a total above
 * the maximum: a proposal needs another step than a selection.
 */
export function methodWhyNot(
  offer: MethodOffer,
  total: Money,
  mostReferences: number,
  now: Instant,
  language: Language,
  above: 'amountAboveMethod' | 'proposalAboveMethod' = 'amountAboveMethod',
): string | undefined {
  const closed = methodClosed(offer.unavailable, now, language)
  if (closed) return closed.errorMessage
  // Core checks a complete form, so the total is divided among as many transfers as the method needs.
  const referenceNumbers = takesReferences(offer.paymentMethod) ? divided(total, offer.most, mostReferences, language) : []
  const refusal = checkPayment(
    { paymentMethod: offer.paymentMethod, totalAmount: total, bankId: 'ANY', referenceNumbers },
    mostReferences,
    language,
  )
  if (!refusal) return undefined
  // The total exceeds the limit of all transfers together. RENTAS has a limit for the whole payment.
  const { most } = offer
  if (most !== null && (refusal.code === 'referencesDoNotAddUp' || refusal.code === 'referencesTooMany')) {
    const transfers = Array.from({ length: mostReferences }, () => most)
    const limit = offer.paymentMethod === 'EFT_RENTAS' ? most : sumAmounts(transfers, language).value
    return sentence(above, language, { limit: amountShown(limit) })
  }
  const [field] = refusal.fields
  return field?.code === 'amountAboveMethod' ? sentence(above, language, field.params) : refusal.errorMessage
}

function divided(total: Money, most: Money | null, mostReferences: number, language: Language) {
  let parts: DraftReference[] = []
  for (let number = 1; number <= mostReferences; number++) {
    const next = fillLastAmount([...parts, { ...emptyReference, number: String(number) }], total, most, language)
    if (!next.at(-1)?.amount) break
    parts = next.map((part) => ({ ...part, isOwnAmount: true }))
  }
  return parts.map(({ number, amount }) => ({ number, amount }))
}
