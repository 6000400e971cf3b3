/**
 * The person's rights follow what the portal knows of them: whoever was approved is Master now, without signing in again, and
 * an account may be taken in at any moment, by the job or by a colleague.
 */
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { profileQuery } from '../session/session'
import { useProfile } from '../session/useProfile'

export function useFollowedProfile() {
  const router = useRouter()
  const { bulkId, hasValidContractAccount } = useProfile()
  const { data } = useQuery({ ...profileQuery(false), staleTime: 0 })
  const isBehind = data !== undefined && (data.bulkId !== bulkId || data.hasValidContractAccount !== hasValidContractAccount)
  useEffect(() => {
    if (isBehind) void router.invalidate()
  }, [isBehind, router])
}
