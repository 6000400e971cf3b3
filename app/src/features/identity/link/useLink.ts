/** Checks the e-mailed link of this page. The check does not use the link up. */
import { useEffect, useState } from 'react'
import type { CheckedLink, LinkKind } from '../../../core/generatedData'
import { call } from '../../../kit/call/api'

interface LinkCheckState {
  link?: CheckedLink
  error?: unknown
}

/** `link` and `error` are both undefined while loading. `again` repeats the check, for example after a lost connection. */
export function useLink(kind: LinkKind, token: string): LinkCheckState & { again: () => void } {
  const [answered, setAnswered] = useState<LinkCheckState>({})
  const [times, setTimes] = useState(0)
  // a change of `times` repeats the check
  useEffect(() => {
    let isCurrent = true
    const answer = (answered: LinkCheckState) => isCurrent && setAnswered(answered)
    call('CheckLink', { kind, token }).then(
      (link) => answer({ link }),
      (error: unknown) => answer({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [kind, token, times])
  return {
    ...answered,
    again: () => {
      setAnswered({})
      setTimes(times + 1)
    },
  }
}
