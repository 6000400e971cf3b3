/** What keeps the form from going on: core's refusals, and a bank that the gateway does not reach now. */
import { type Bank, type Language, type Money, sentence } from '../../../../core/core'
import { type Draft, draftRefusal } from '../../../../kit/paying/draft'
import type { FormError } from '../../../../ui/form/ErrorSummary'

export function methodErrors(
  draft: Draft,
  banks: readonly Bank[],
  total: Money,
  mostReferences: number,
  methodRequired: string,
  language: Language,
): FormError[] {
  if (!draft.method) return [{ id: 'paymentMethod', message: methodRequired }]
  const errors = atFields(draftRefusal(draft, total, mostReferences, language)?.fields ?? [])
  const offline = draft.method === 'FPX' && banks.find(({ bankId, online }) => bankId === draft.bankId && !online)
  return offline ? [...errors, { id: 'bankId', message: sentence('bankOffline', language, { bank: offline.bankName }) }] : errors
}

/** A total out of the method's limits is put right by another method. */
export const atFields = (fields: readonly { field: string; message: string }[]): FormError[] =>
  fields.map(({ field, message }) => ({ id: field === 'totalAmount' ? 'paymentMethod' : field, message }))
