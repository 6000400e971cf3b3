/**
 * The part of the selection bar that selects all matching rows, including those that are not loaded, and reports rows
 * that were left out.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { numberShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { pageTitleId } from '~/ui/layout/Page'
import { focusBar } from '~/ui/table/barSlot'
import { useTranslation } from '~/words/useTranslation'
import { useAction } from '../call/write'
import { RefusalNotice } from '../form/RefusalNotice'
import { useUndoHere } from '../form/useUndo'

export interface MatchingSelection {
  /** Number of selected rows. */
  count: number
  /** Notice about matching rows that were left out. */
  leftOut?: ((onClose: () => void) => ReactNode) | undefined
}

interface SelectMatchingOptions {
  findAll: (() => Promise<MatchingSelection>) | undefined
  /** The list's request as text. A result of another request is no longer shown. */
  about: string
  selected: number
  /** Whether a loaded row is selected, and more rows match than are loaded. */
  isOffered: boolean
}

export function useSelectMatching({ findAll, about, selected, isOffered }: SelectMatchingOptions) {
  const { t } = useTranslation('list')
  const offerUndo = useUndoHere()
  const [done, setDone] = useState<MatchingSelection & { about: string }>()
  // The request is passed along, because the filters may change before the answer.
  const all = useAction(async (_: string) => findAll?.(), { onSuccess: (found, of) => setDone(found && { ...found, about: of }) })
  const isDone = done?.about === about && selected >= done.count
  /** Closing can be undone, because otherwise only selecting all rows again would bring the notice back. */
  function close(closed: MatchingSelection & { about: string }) {
    setDone({ ...closed, leftOut: undefined })
    offerUndo(t('closed'), () => setDone((now) => (now?.about === closed.about ? closed : now)))
  }
  const mayAsk = findAll !== undefined && isOffered && !isDone
  return {
    select: mayAsk && !all.isPending ? () => all.mutate(about) : undefined,
    isShown: mayAsk,
    isPending: all.isPending,
    error: all.error,
    resetError: all.reset,
    leftOut: isDone ? done.leftOut?.(() => close(done)) : undefined,
    isDone,
  }
}

interface Props {
  matching: ReturnType<typeof useSelectMatching>
  /** Button label with the number of matching rows. */
  label: (shown: { count: number; shown: string }) => string
  total: number
}

export function SelectMatching({ matching, label, total }: Props) {
  const { isShown, isPending, isDone, select, error, resetError, leftOut } = matching
  // The button disappears after use, so the focus moves to the actions for the selection.
  useEffect(() => {
    const { activeElement } = document
    if (isDone && (activeElement === document.body || activeElement?.id === pageTitleId)) focusBar()
  }, [isDone])
  return (
    <>
      {isShown && (
        <Button size="small" onPress={select} isLoading={isPending}>
          {label({ count: total, shown: numberShown(total) })}
        </Button>
      )}
      {error ? <RefusalNotice error={error} onClose={resetError} /> : leftOut}
    </>
  )
}
