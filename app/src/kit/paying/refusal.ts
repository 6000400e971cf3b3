/** A refusal of the payment that concerns fields of the draft. It is shown there until they or the chosen bills change. */
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
