import { useEffect, useState } from 'react'
import type { PortalStatus } from '~/core/generatedData'
import { loadRules } from '~/core/lazyRules'
import { call } from '~/kit/call/api'

/** Milliseconds between two requests of an open page. The server reads its own figures once a minute. */
const interval = 60_000

/** Loads the status, and again every minute while the page is open. */
export function useStatus() {
  const [status, setStatus] = useState<PortalStatus>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    loadRules()
    const asking = new AbortController()
    const load = () =>
      call('GetStatus', {}, { signal: asking.signal }).then(
        (answer) => {
          setStatus(answer)
          setFailed(false)
        },
        () => asking.signal.aborted || setFailed(true),
      )
    void load()
    const timer = setInterval(load, interval)
    return () => {
      asking.abort()
      clearInterval(timer)
    }
  }, [])
  return { status, hasFailed }
}
