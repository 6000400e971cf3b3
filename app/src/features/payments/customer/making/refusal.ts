/** A refusal that the server gave on the review and that belongs to fields of the step before. */
import { atom, useAtom } from 'jotai'
import type { ErrorBody } from '../../../../core/core'

const refusal = atom<ErrorBody | null>(null)

export const usePaymentRefusal = () => useAtom(refusal)
