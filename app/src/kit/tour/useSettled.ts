/**
 * Filters a tour's steps to those with an element on the page, once the page has loaded its data. A step about rows is
 * skipped if there are none.
 */
import { useEffect, useState } from 'react'
import { queries } from '../call/queries'
import { anchorOf, type Step } from './anchors'

/** Milliseconds between checks, and maximum milliseconds to wait for the page. */
const pause = 150
const patience = 8_000

/** Consecutive checks without pending requests, after which code loaded late has rendered, too. */
const quietLooks = 5

const isBusy = () => queries.isFetching() > 0 || document.querySelector('main [aria-busy="true"]') !== null

/** Undefined until then. `steps` must be stable between renders. */
export function useSettled<Words extends string>(steps: readonly Step<Words>[]): readonly Step<Words>[] | undefined {
  const [present, setPresent] = useState<readonly Step<Words>[]>()
  useEffect(() => {
    const begun = Date.now()
    let quiet = 0
    const look = () => {
      const found = steps.filter((step) => anchorOf(step))
      quiet = isBusy() ? 0 : quiet + 1
      const isAll = found.length === steps.length && quiet > 0
      if (!isAll && quiet < quietLooks && Date.now() - begun < patience) return
      clearInterval(timer)
      setPresent(found)
    }
    const timer = setInterval(look, pause)
    return () => clearInterval(timer)
  }, [steps])
  return present
}
