import { useEffect, useState } from 'react'

/** Is true once `is` has been true for so long: what takes less shows no sign of waiting. */
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
