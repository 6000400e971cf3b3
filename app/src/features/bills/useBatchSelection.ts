/** Choosing whole batches. A batch is chosen while all its bills are that can be. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Batch, BatchId, LeftOut } from '../../core/core'
import { call, messageOf } from '../../kit/call/api'
import { useAct } from '../../kit/call/write'
import { chosenFrom, countsByBatch, together, useChosen } from '../../kit/paying/selection'
import { useBulkId } from '../../kit/session/useProfile'
import { useTranslation } from '../../words/useTranslation'

export function useBatchSelection(batches: readonly Batch[]) {
  const { t } = useTranslation('bills')
  const id = useBulkId()
  const [bills, setBills] = useChosen()
  const [leftOut, setLeftOut] = useState<LeftOut[]>([])
  /** Batches whose bills are being asked for, shown as chosen meanwhile. */
  const [coming, setComing] = useState<readonly BatchId[]>([])
  /** Ticks come faster than answers: one that was taken back before its bills came stays so. */
  const wanted = useRef(new Set<BatchId>())

  const selected = useMemo(() => {
    const counts = countsByBatch(bills)
    return new Set([
      ...batches
        .filter(({ billBatchId, selectableBills }) => selectableBills > 0 && (counts.get(billBatchId) ?? 0) >= selectableBills)
        .map(({ billBatchId }) => billBatchId),
      ...coming,
    ])
  }, [batches, bills, coming])

  const ask = useAct((batchIds: readonly BatchId[]) => call('SelectBills', { id, filter: { batchIds: [...batchIds] } }), {
    onMutate: (added) => setComing((before) => [...before, ...added]),
    onSuccess: ({ bills, leftOut }, added) => {
      setBills((before) => together(before, chosenFrom(bills.filter(({ batchId }) => wanted.current.has(batchId)))))
      // The answer counts what is left out of all batches together, those that were taken back too: then it says nothing.
      if (added.every((batchId) => wanted.current.has(batchId))) setLeftOut((before) => addedUp([...before, ...leftOut]))
    },
    onSettled: (_answer, _error, added) => setComing((before) => before.filter((batchId) => !added.includes(batchId))),
  })

  function onChange(next: ReadonlySet<string>) {
    const added = [...next].filter((batchId) => !selected.has(batchId))
    const dropped = [...selected].filter((batchId) => !next.has(batchId))
    for (const batchId of added) wanted.current.add(batchId)
    for (const batchId of dropped) wanted.current.delete(batchId)
    setLeftOut([])
    setComing((before) => before.filter((batchId) => !dropped.includes(batchId)))
    setBills((before) => new Map([...before].filter(([, { batchId }]) => batchId === undefined || !dropped.includes(batchId))))
    if (added.length > 0) ask.mutate(added)
  }

  const whyNot = useCallback(({ selectableBills }: Batch) => (selectableBills === 0 ? t('batches.noneSelectable') : undefined), [t])
  return {
    selected,
    onChange,
    whyNot,
    leftOut,
    problem: ask.error ? messageOf(ask.error) : undefined,
    forget: () => {
      setLeftOut([])
      ask.reset()
    },
  }
}

function addedUp(leftOut: readonly LeftOut[]): LeftOut[] {
  const counts = new Map<LeftOut['reason'], number>()
  for (const { reason, count } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts].map(([reason, count]) => ({ reason, count }))
}
