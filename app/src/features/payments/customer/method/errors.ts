/** Errors that block the payment form, each with its field. */
import { type Bank, type Instant, type Language, type MethodOffer, type Money, sentence } from '~/core/core'
import { methodClosed } from '~/core/forms'
import type { Draft } from '~/kit/paying/draft'
import { draftRefusal } from '~/kit/paying/draftRefusal'
import type { FormError } from '~/ui/form/ErrorSummary'

interface Offered {
  offer: MethodOffer | undefined
  banks: readonly Bank[]
  mostReferences: number
  now: Instant
}

/** Collects errors: a closed method, core's refusals, and a bank that the gateway does not reach now. */
export function errorsOf(draft: Draft, total: Money, { offer, banks, mostReferences, now }: Offered, language: Language): FormError[] {
  const closed = methodClosed(offer?.unavailable ?? null, now, language)
  const offline = draft.method === 'FPX' && banks.find(({ bankId, online }) => bankId === draft.bankId && !online)
  return [
    ...(closed ? [{ id: 'paymentMethod', message: closed.errorMessage }] : []),
    ...atFields(draftRefusal(draft, total, mostReferences, language)?.fields ?? []),
    ...(offline ? [{ id: 'bankId', message: sentence('bankOffline', language, { bank: offline.bankName }) }] : []),
  ]
}

/** A total outside the limits is shown at the method, because the method can be changed here. */
export const atFields = (fields: readonly { field: string; message: string }[]): FormError[] =>
  fields.map(({ field, message }) => ({ id: field === 'totalAmount' ? 'paymentMethod' : field, message }))
