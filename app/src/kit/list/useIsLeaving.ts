/** Whether the user is navigating to another screen. This screen must then not navigate itself, which would cancel that. */
import { useRouter } from '@tanstack/react-router'

export function useIsLeaving() {
  const router = useRouter()
  return () => {
    const { location, resolvedLocation = location } = router.state
    return location.pathname !== resolvedLocation.pathname
  }
}
