import { useEffect, useState } from 'react'
import { queries } from '~/kit/call/queries'
import { anchorOf, type Step } from './anchors'

/** Milliseconds between checks. */
const checkInterval = 150
/** Maximum milliseconds to wait for the page. */
const maxWait = 8_000

/** Consecutive checks without pending requests. After them, code that loaded late has rendered, too. */
const quietChecks = 5

const isBusy = () => queries.isFetching() > 0 || document.querySelector('main [aria-busy="true"]') !== null

/**
 * Returns the steps whose element is on the page, so that a step about rows is skipped if there are no rows. Undefined until
 * the page has loaded its data. `steps` must be the same array in each render.
 */
export function usePresentSteps<Words extends string>(steps: readonly Step<Words>[]): readonly Step<Words>[] | undefined {
  const [present, setPresent] = useState<readonly Step<Words>[]>()
  useEffect(() => {
    const startedAt = Date.now()
    let quiet = 0
    const check = () => {
      const found = steps.filter((step) => anchorOf(step))
      quiet = isBusy() ? 0 : quiet + 1
      const isAll = found.length === steps.length && quiet > 0
      if (!isAll && quiet < quietChecks && Date.now() - startedAt < maxWait) return
      clearInterval(timer)
      setPresent(found)
    }
    const timer = setInterval(check, checkInterval)
    return () => clearInterval(timer)
  }, [steps])
  return present
}
