/** Over the rows: ticking every one that matches, beyond those on show. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api'
import { countShown } from '../../core'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { useTranslation } from '../../words/useTranslation'

interface Props<Row> {
  /** What the list is narrowed to: other words for another list. */
  about: string
  /** Brings every row that matches and can be ticked. */
  find: () => Promise<Row[]>
  ticked: number
  onTick: (rows: Row[]) => void
  /** How many match. */
  total: number
  hasMore: boolean
}

export function SelectMatching<Row>({ about, find, ticked, onTick, total, hasMore }: Props<Row>) {
  const { t } = useTranslation('accounts')
  const [done, setDone] = useState<{ count: number; about: string }>()
  const all = useMutation({
    mutationFn: find,
    onSuccess: (found) => {
      onTick(found)
      setDone({ count: found.length, about })
    },
  })
  const isDone = done?.about === about && ticked >= done.count
  return (
    <>
      {hasMore && ticked > 0 && !isDone && (
        <Notice
          title={t('all.some', { count: ticked, shown: countShown(ticked) })}
          actions={
            <Button size="small" onPress={() => all.mutate()} isLoading={all.isPending}>
              {t('all.select', { count: total, shown: countShown(total) })}
            </Button>
          }
        />
      )}
      {all.isError && <Notice tone="bad" title={messageOf(all.error)} isAnnounced onClose={all.reset} />}
      {isDone && (
        <Notice
          tone="good"
          title={t('all.done', { count: done.count, shown: countShown(done.count) })}
          isAnnounced
          onClose={() => setDone(undefined)}
        />
      )}
    </>
  )
}
