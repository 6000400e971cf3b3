/**
 * Updates the portal when the user's rights change, without a new sign-in: an applicant becomes Master on approval, and an
 * account may become usable at any time.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOptionalRead } from '../call/read'
import { useProfile } from '../session/useProfile'

export function useFollowedProfile() {
  const router = useRouter()
  const { bulkId, hasValidContractAccount } = useProfile()
  const current = useOptionalRead('GetUserProfile', {})
  const isOutdated = current !== undefined && (current.bulkId !== bulkId || current.hasValidContractAccount !== hasValidContractAccount)
  useEffect(() => {
    if (isOutdated) void router.invalidate()
  }, [isOutdated, router])
}
