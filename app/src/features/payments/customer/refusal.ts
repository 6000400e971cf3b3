/** A refusal of the payment at fields of the draft. It stays until a field or the chosen bills change. */
import { atom } from 'jotai'
import type { ErrorBody } from '~/core/core'
import { type ChosenBills, ownedSelection } from '~/kit/paying/selection'

const refusalOfBills = atom<{ refusal: ErrorBody; bills: ChosenBills } | null>(null)

export const paymentRefusal = atom(
  (get): ErrorBody | null => {
    const last = get(refusalOfBills)
    return last && last.bills === get(ownedSelection).bills ? last.refusal : null
  },
  (get, set, refusal: ErrorBody | null) => set(refusalOfBills, refusal && { refusal, bills: get(ownedSelection).bills }),
)
