/** The list with its checking: core looks at all rows again, in the worker, whenever one was changed. */
import { useEffect, useState } from 'react'
import type { NewAccount } from '../../../core/core'
import { checkRows } from '../../../kit/sheet/reader'
import { accountsOf, checked, from } from './list'

export function useAccountsList(initial: readonly NewAccount[]) {
  const [list, setList] = useState(() => from(initial))
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (list.isChecked || hasFailed) return
    let isLate = false
    checkRows(accountsOf(list)).then(
      (refusals) => !isLate && setList((now) => (now === list ? checked(now, refusals) : now)),
      () => !isLate && setHasFailed(true),
    )
    return () => {
      isLate = true
    }
  }, [list, hasFailed])

  return { list, setList, hasFailed, retry: () => setHasFailed(false) }
}
