/** Over the rows: choosing every bill that matches, beyond the page, and what was left out of it. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../api'
import { type Bill, type BillFilter, countShown, type LeftOut } from '../../core'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { useBulkId } from '../../useProfile'
import { useTranslation } from '../../words/useTranslation'
import { LeftOutNotice } from '../pay/LeftOutNotice'
import { chosenFrom, together, useChosen } from '../pay/selection'
import type { BillKind } from './billColumns'

interface Props {
  kind: BillKind
  filter: BillFilter
  groups: { groupIds?: string[] }
  rows: readonly Bill[]
  total: number
  hasMore: boolean
}

export function SelectAll({ kind, filter, groups, rows, total, hasMore }: Props) {
  const { t } = useTranslation('bills')
  const id = useBulkId()
  const [bills, setBills] = useChosen()
  const [done, setDone] = useState<{ count: number; leftOut: LeftOut[]; about: string }>()
  const about = JSON.stringify([filter, groups])
  const all = useMutation({
    mutationFn: () => call('SelectBills', { id, filter, ...groups }),
    onSuccess: (answer) => {
      setBills((before) => together(before, chosenFrom(answer.bills)))
      setDone({ count: answer.bills.length, leftOut: answer.leftOut, about })
    },
  })
  const shownAreChosen = rows.some(({ invoiceNo }) => bills.has(invoiceNo))
  const isDone = done?.about === about && bills.size >= done.count
  // Charges are some of the bills only: "all that match" of them is what their own list shows.
  const offers = kind === 'outstanding' && hasMore && shownAreChosen && !isDone
  return (
    <>
      {offers && (
        <Notice
          title={t('all.some', { count: bills.size, shown: countShown(bills.size) })}
          actions={
            <Button size="small" onPress={() => all.mutate()} isLoading={all.isPending}>
              {t('all.select', { count: total, shown: countShown(total) })}
            </Button>
          }
        />
      )}
      {isDone && done.leftOut.length === 0 && (
        <Notice
          tone="good"
          title={t('all.done', { count: done.count, shown: countShown(done.count) })}
          isAnnounced
          onClose={() => setDone(undefined)}
        />
      )}
      <LeftOutNotice
        leftOut={isDone ? done.leftOut : []}
        chosen={done?.count}
        problem={all.error ? messageOf(all.error) : undefined}
        onClose={() => {
          setDone(undefined)
          all.reset()
        }}
      />
    </>
  )
}
