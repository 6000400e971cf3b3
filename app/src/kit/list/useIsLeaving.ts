/** Whether the person is on the way to another screen, which nothing of this one may call off. */
import { useRouter } from '@tanstack/react-router'

export function useIsLeaving() {
  const router = useRouter()
  return () => {
    const { location, resolvedLocation = location } = router.state
    return location.pathname !== resolvedLocation.pathname
  }
}
