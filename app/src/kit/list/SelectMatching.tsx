/** In the bar under a list: selecting every one that matches, beyond those on show, and what was left out of it. */
import { type ReactNode, useEffect, useState } from 'react'
import { numberShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/feedback/Notice'
import { pageTitleId } from '../../ui/layout/Page'
import { focusBar } from '../../ui/table/barSlot'
import { useTranslation } from '../../words/useTranslation'
import { messageOf } from '../call/api'
import { useAct } from '../call/write'
import { useUndo } from '../form/useUndo'

export interface Found {
  /** How many are selected by it. */
  count: number
  /** What is said where some that match were left out. */
  leftOut?: ((onClose: () => void) => ReactNode) | undefined
}

interface Given {
  findAll: (() => Promise<Found>) | undefined
  /** What the list is narrowed to: what was left out is another list's no more. */
  about: string
  selected: number
  /** Something on show is selected, and more matches than is on show. */
  isOffered: boolean
}

export function useSelectMatching({ findAll, about, selected, isOffered }: Given) {
  const { t } = useTranslation('list')
  const offerUndo = useUndo()
  const [done, setDone] = useState<Found & { about: string }>()
  const all = useAct(async () => findAll?.(), { onSuccess: (found) => setDone(found && { ...found, about }) })
  const isDone = done?.about === about && selected >= done.count
  /** It would not come back by itself: only selecting all anew says it again. */
  function close(said: Found & { about: string }) {
    setDone({ ...said, leftOut: undefined })
    offerUndo(t('closed'), () => setDone((now) => (now?.about === said.about ? said : now)))
  }
  const mayAsk = findAll !== undefined && isOffered && !isDone
  return {
    select: mayAsk && !all.isPending ? () => all.mutate() : undefined,
    isShown: mayAsk,
    isPending: all.isPending,
    error: all.error,
    forgetError: all.reset,
    leftOut: isDone ? done.leftOut?.(() => close(done)) : undefined,
    isDone,
  }
}

interface Props {
  matching: ReturnType<typeof useSelectMatching>
  /** How many match, in words. */
  label: (shown: { count: number; shown: string }) => string
  total: number
}

export function SelectMatching({ matching, label, total }: Props) {
  const { isShown, isPending, isDone, select, error, forgetError, leftOut } = matching
  // Its button is gone once it has done its work: the focus goes on to what is done with the selection.
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
      {error ? <Notice tone="bad" title={messageOf(error)} isAnnounced onClose={forgetError} /> : leftOut}
    </>
  )
}
