/** The steps that this page has something for, once it has all that it asked for. A step about rows says nothing where there are none. */
import { useEffect, useState } from 'react'
import { queries } from '../call/queries'
import { anchorOf, type Step } from './anchors'

/** Milliseconds between two looks, and after which the page is taken as it is. */
const pause = 150
const patience = 8_000

/** Nothing is on its way for so many looks: what is drawn by code to come has come, too. */
const quietLooks = 5

const isBusy = () => queries.isFetching() > 0 || document.querySelector('main [aria-busy="true"]') !== null

/** Undefined until then. `steps` is the same from one drawing to the next. */
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
