/**
 * The person's rights follow what became of the application: whoever was approved is Master now, without signing in again.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { RegistrationStanding } from '../../core'
import { readProfileAgain } from '../../session'
import { useProfile } from '../../useProfile'

const secondsBetween = 3

export function useFollowedProfile(standing: RegistrationStanding | undefined) {
  const router = useRouter()
  const { bulkId, hasValidContractAccount } = useProfile()
  const isApproved = standing?.status === 6 || standing?.status === 7
  const isBehind = isApproved && (bulkId === null || (standing.status === 7 && !hasValidContractAccount))
  // Looked at once when the job is over with errors: whether there is an account without one is then known.
  const isOver = isApproved ? standing.status : undefined
  useEffect(() => {
    if (isOver === undefined) return
    const look = () =>
      void readProfileAgain(false).then(
        () => router.invalidate(),
        () => undefined,
      )
    look()
    if (!isBehind) return
    const timer = setInterval(look, secondsBetween * 1_000)
    return () => clearInterval(timer)
  }, [isOver, isBehind, router])
}
