/** The users who may make payments, of whom only those with a second factor can release an approved one. */
import { useOptionalRead } from '../call/read'
import { useBulkId, useMay, useProfile } from '../session/useProfile'

export interface AskedPerson {
  userId: string
  name: string
  email: string
}

/** Returns who lacks a second factor; undefined until it is known, and for users who may not know it. */
export function usePayersWithoutFactor(isWanted = true) {
  const id = useBulkId()
  const { email } = useProfile()
  const mayKnow = useMay('manageUser', 'view')
  const payers = useOptionalRead('GetFactorPolicy', { id }, isWanted && mayKnow)?.payers
  if (!payers) return undefined
  const without = payers.filter(({ hasFactor }) => !hasFactor)
  return { all: payers.length, without, others: without.filter((payer) => payer.email !== email) }
}
