import { atom } from 'jotai'
import type { ErrorBody, FieldError } from '~/core/core'
import type { RequestOf } from '~/kit/call/api'
import { type ChosenBills, ownedSelection } from '~/kit/paying/selection'

const refusalOfBills = atom<{ refusal: ErrorBody; bills: ChosenBills } | null>(null)

/** A refusal of the payment at fields of the draft. It stays until a field or the chosen bills change. */
export const paymentRefusal = atom(
  (get): ErrorBody | null => {
    const last = get(refusalOfBills)
    return last && last.bills === get(ownedSelection).bills ? last.refusal : null
  },
  (get, set, refusal: ErrorBody | null) => set(refusalOfBills, refusal && { refusal, bills: get(ownedSelection).bills }),
)

/** Returns the errors at these fields of a payment's request, or at a part of one (`referenceNumbers.0.number`). */
export const errorsAt = (refusal: ErrorBody | undefined, ...fields: (keyof RequestOf<'MakePayment'>)[]): FieldError[] =>
  refusal?.fields.filter(({ field }) => fields.some((one) => one === field.split('.')[0])) ?? []
