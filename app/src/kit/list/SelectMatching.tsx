/** Over the rows: selecting every one that matches, beyond those on show, and what was left out of it. */
import { type ReactNode, useState } from 'react'
import { countShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/feedback/Notice'
import { messageOf } from '../call/api'
import { useAct } from '../call/write'
import type { Context } from './context'
import type { List } from './declare'

export interface Found {
  /** How many are selected by it. */
  count: number
  /** What is said where some that match were left out. */
  leftOut?: ((onClose: () => void) => ReactNode) | undefined
}

interface Props {
  words: NonNullable<List['selecting']>
  t: Context<never>['t']
  /** What the list is narrowed to: other words for another list. */
  about: string
  findAll: () => Promise<Found>
  selected: number
  /** Something on show is selected, and more matches than is on show. */
  isOffered: boolean
  total: number
}

export function SelectMatching({ words, t, about, findAll, selected, isOffered, total }: Props) {
  const [done, setDone] = useState<Found & { about: string }>()
  const all = useAct(findAll, { onSuccess: (found) => setDone({ ...found, about }) })
  const isDone = done?.about === about && selected >= done.count
  const close = () => setDone(undefined)
  return (
    <>
      {isOffered && !isDone && (
        <Notice
          title={t(words.some, { count: selected, shown: countShown(selected) })}
          actions={
            <Button size="small" onPress={() => all.mutate()} isLoading={all.isPending}>
              {t(words.select, { count: total, shown: countShown(total) })}
            </Button>
          }
        />
      )}
      {all.isError && <Notice tone="bad" title={messageOf(all.error)} isAnnounced onClose={all.reset} />}
      {isDone &&
        (done.leftOut?.(close) ?? (
          <Notice tone="good" title={t(words.done, { count: done.count, shown: countShown(done.count) })} isAnnounced onClose={close} />
        ))}
    </>
  )
}
