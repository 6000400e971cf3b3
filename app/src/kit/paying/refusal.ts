/** The refusal of a payment that is about fields of the draft: shown there until they, or the chosen bills, are changed. */
import { atom } from 'jotai'
import type { ErrorBody } from '../../core/core'
import { type ChosenBills, ownedSelection } from './selection'

const said = atom<{ refusal: ErrorBody; bills: ChosenBills } | null>(null)

export const paymentRefusal = atom(
  (get): ErrorBody | null => {
    const last = get(said)
    return last && last.bills === get(ownedSelection).bills ? last.refusal : null
  },
  (get, set, refusal: ErrorBody | null) => set(said, refusal && { refusal, bills: get(ownedSelection).bills }),
)
