/** What the e-mailed link of this page is for; asked once, which does not use it up. */
import { useEffect, useState } from 'react'
import type { CheckedLink, LinkKind } from '../../../core/plain'
import { call } from '../../../kit/call/api'

interface Answered {
  link?: CheckedLink
  error?: unknown
}

/** Neither of the two before it was answered; `again` asks once more, as after a broken line. */
export function useLink(kind: LinkKind, token: string): Answered & { again: () => void } {
  const [answered, setAnswered] = useState<Answered>({})
  const [times, setTimes] = useState(0)
  // `times` asks again
  useEffect(() => {
    let isCurrent = true
    const answer = (answered: Answered) => isCurrent && setAnswered(answered)
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
