/** Choosing whole batches. A batch is chosen while all its bills are that can be. */
import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call, messageOf } from '../../api'
import type { Batch, BatchId, LeftOut } from '../../core'
import { useBulkId } from '../../useProfile'
import { useTranslation } from '../../words/useTranslation'
import { type ChosenBills, chosenFrom, together, useChosen } from '../pay/selection'

export function useBatchSelection(batches: readonly Batch[]) {
  const { t } = useTranslation('bills')
  const id = useBulkId()
  const [bills, setBills] = useChosen()
  const [leftOut, setLeftOut] = useState<LeftOut[]>([])
  /** Batches whose bills are being asked for, shown as chosen meanwhile. */
  const [coming, setComing] = useState<readonly BatchId[]>([])

  const counts = useMemo(() => countByBatch(bills), [bills])
  const selected = useMemo(
    () =>
      new Set([
        ...batches
          .filter(({ billBatchId, selectableBills }) => selectableBills > 0 && (counts.get(billBatchId) ?? 0) >= selectableBills)
          .map(({ billBatchId }) => billBatchId),
        ...coming,
      ]),
    [batches, counts, coming],
  )

  const ask = useMutation({
    mutationFn: async ({ added, rest }: { added: BatchId[]; rest: ChosenBills }) => {
      // One question for each, since the answer does not say which bill is of which batch.
      const answers = await Promise.all(added.map((batchId) => call('SelectBills', { id, filter: { batchIds: [batchId] } })))
      const found = answers.map(({ bills }, place) => chosenFrom(bills, added[place]))
      return { bills: found.reduce(together, rest), leftOut: addedUp(answers.flatMap(({ leftOut }) => leftOut)) }
    },
    onMutate: ({ added }) => setComing(added),
    onSuccess: ({ bills, leftOut }) => {
      setBills(bills)
      setLeftOut(leftOut)
    },
    onSettled: () => setComing([]),
  })

  function choose(next: ReadonlySet<string>) {
    const added = [...next].filter((batchId) => !selected.has(batchId))
    const dropped = [...selected].filter((batchId) => !next.has(batchId))
    const rest = new Map([...bills].filter(([, { batchId }]) => batchId === undefined || !dropped.includes(batchId)))
    setLeftOut([])
    if (added.length > 0) ask.mutate({ added, rest })
    else setBills(rest)
  }

  const whyNot = useCallback(({ selectableBills }: Batch) => (selectableBills === 0 ? t('batches.noneSelectable') : undefined), [t])
  return {
    selected,
    choose,
    counts,
    whyNot,
    leftOut,
    problem: ask.error ? messageOf(ask.error) : undefined,
    forget: () => {
      setLeftOut([])
      ask.reset()
    },
  }
}

function countByBatch(bills: ChosenBills): ReadonlyMap<BatchId, number> {
  const counts = new Map<BatchId, number>()
  for (const { batchId } of bills.values()) if (batchId) counts.set(batchId, (counts.get(batchId) ?? 0) + 1)
  return counts
}

function addedUp(leftOut: readonly LeftOut[]): LeftOut[] {
  const counts = new Map<LeftOut['reason'], number>()
  for (const { reason, count } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts].map(([reason, count]) => ({ reason, count }))
}
