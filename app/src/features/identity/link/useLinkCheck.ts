import { useEffect, useState } from 'react'

interface LinkCheckState<Link> {
  link?: Link
  error?: unknown
}

/**
 * Checks the e-mailed link of this page. The check does not use the link up. `link` and `error` are both undefined while loading.
 * `retry` repeats the check, for example after a lost connection. `check` must be the same function while the link is the same.
 */
export function useLinkCheck<Link>(check: () => Promise<Link>): LinkCheckState<Link> & { retry: () => void } {
  const [answered, setAnswered] = useState<LinkCheckState<Link>>({})
  const [times, setTimes] = useState(0)
  // a change of `times` repeats the check
  useEffect(() => {
    let isCurrent = true
    const answer = (answered: LinkCheckState<Link>) => isCurrent && setAnswered(answered)
    check().then(
      (link) => answer({ link }),
      (error: unknown) => answer({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [check, times])
  return {
    ...answered,
    retry: () => {
      setAnswered({})
      setTimes(times + 1)
    },
  }
}
