import { useEffect, useState } from 'react'

/** Whether `is` has been true for this time, so that short waits show no indicator. */
export function useDelayed(is: boolean, milliseconds = 500): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!is) return
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [is, milliseconds])
  return is && late
}
