/** Selects whole batches. A batch counts as selected when all its payable bills are selected. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Batch, BatchId, LeftOut } from '~/core/core'
import { call, messageOf } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import { useUndoHere } from '~/kit/form/useUndo'
import { chosenFrom, countsByBatch, mergeBills, useChosen } from '~/kit/paying/selection'
import { useBulkId } from '~/kit/session/useProfile'
import { useTranslation } from '~/words/useTranslation'

export function useBatchSelection(batches: readonly Batch[]) {
  const { t } = useTranslation('bills')
  const id = useBulkId()
  const offerUndo = useUndoHere()
  const [bills, setBills] = useChosen()
  const [leftOut, setLeftOut] = useState<LeftOut[]>([])
  /** Batches whose bills are being loaded. They are shown as selected until the answer arrives. */
  const [pending, setPending] = useState<readonly BatchId[]>([])
  /** The batches that are ticked now. If a batch is unticked before its bills arrive, they are not selected. */
  const ticked = useRef(new Set<BatchId>())

  const selected = useMemo(() => {
    const counts = countsByBatch(bills)
    return new Set([
      ...batches
        .filter((batch) => withoutHeld(batch) > 0 && (counts.get(batch.billBatchId) ?? 0) >= withoutHeld(batch))
        .map(({ billBatchId }) => billBatchId),
      ...pending,
    ])
  }, [batches, bills, pending])

  const ask = useAction((batchIds: readonly BatchId[]) => call('SelectBills', { id, filter: { batchIds: [...batchIds] } }), {
    onMutate: (added) => setPending((before) => [...before, ...added]),
    onSuccess: ({ bills, leftOut }, added) => {
      // The answer counts the bills left out over all requested batches. If a batch was unticked since, the count would be wrong,
      // so it is dropped.
      const isWhole = added.every((batchId) => ticked.current.has(batchId))
      const chosen = chosenFrom(bills.filter(({ batchId }) => ticked.current.has(batchId)))
      setBills((before) => mergeBills(before, chosen), isWhole ? { leftOut, batchIds: added } : undefined)
      if (isWhole) setLeftOut((before) => addedUp([...before, ...leftOut]))
    },
    onSettled: (_answer, _error, added) => setPending((before) => before.filter((batchId) => !added.includes(batchId))),
  })

  function onChange(next: ReadonlySet<string>) {
    const added = [...next].filter((batchId) => !selected.has(batchId))
    const dropped = [...selected].filter((batchId) => !next.has(batchId))
    for (const batchId of added) ticked.current.add(batchId)
    for (const batchId of dropped) ticked.current.delete(batchId)
    setLeftOut([])
    setPending((before) => before.filter((batchId) => !dropped.includes(batchId)))
    setBills((before) => new Map([...before].filter(([, { batchId }]) => batchId === undefined || !dropped.includes(batchId))))
    if (added.length > 0) ask.mutate(added)
  }

  const whyNot = useCallback(
    (batch: Batch) => {
      if (batch.selectableBills === 0) return t('batches.noneSelectable')
      return withoutHeld(batch) === 0 ? t('batches.allOnHold') : undefined
    },
    [t],
  )
  return {
    selected,
    onChange,
    whyNot,
    leftOut,
    problem: ask.error ? messageOf(ask.error) : undefined,
    forget: () => {
      setLeftOut([])
      ask.reset()
      // Closing the notice can be undone, unless it shows an error, which returns on the next attempt.
      if (leftOut.length > 0 && !ask.error) offerUndo(t('list:closed'), () => setLeftOut((now) => (now.length > 0 ? now : leftOut)))
    },
  }
}

/** The bills that selecting the batch selects. */
const withoutHeld = ({ selectableBills, billsOnHold }: Batch): number => selectableBills - billsOnHold

function addedUp(leftOut: readonly LeftOut[]): LeftOut[] {
  const counts = new Map<LeftOut['reason'], number>()
  for (const { reason, count } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts].map(([reason, count]) => ({ reason, count }))
}
