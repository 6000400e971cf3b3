/** Selects bills of a list. Selected bills that the list does not show stay selected. */
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { type Bill, billRefusal, type InvoiceNo } from '~/core/core'
import { call } from '~/kit/call/api'
import type { MatchingSelection } from '~/kit/list/SelectMatching'
import { withTicks } from '~/kit/list/ticks'
import type { ListState } from '~/kit/list/useList'
import { holdRefusal } from '~/kit/paying/hold'
import { LeftOutNotice } from '~/kit/paying/LeftOutNotice'
import { chosenBill, chosenFrom, mergeBills, useChosen, useTakenOut } from '~/kit/paying/selection'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { HoldQuestion } from './paying/HoldQuestion'

export function useBillSelection(listed: ListState<Bill, 'outstandingBills' | 'outstandingCharges'>) {
  const language = useLanguage()
  const [bills, setBills] = useChosen()
  const [, takeOut] = useTakenOut()
  const selected = useMemo(() => new Set(bills.keys()), [bills])
  const { t } = useTranslation('paying')
  const whyNot = useCallback((bill: Bill) => billRefusal(bill, language)?.errorMessage ?? holdRefusal(bill.hold, t), [language, t])

  /** The bill on hold about which the user is asked. */
  const [asked, setAsked] = useState<Bill>()
  /** Bills on hold that selecting a page left out. */
  const [held, setHeld] = useState(0)

  /** A bill on hold is added after a question if the user ticks it alone, and left out if many are ticked together. */
  function onChange(next: ReadonlySet<InvoiceNo>) {
    const added = listed.rows.filter(({ invoiceNo }) => next.has(invoiceNo) && !bills.has(invoiceNo))
    const onHold = added.filter(({ hold }) => hold !== null)
    const isOne = added.length === 1
    setAsked(isOne ? onHold[0] : undefined)
    setHeld(isOne ? 0 : onHold.length)
    const left = new Set(onHold.map(({ invoiceNo }) => invoiceNo))
    if (isOne) return tick(new Set([...next].filter((invoiceNo) => !left.has(invoiceNo))))
    tick(next)
    if (onHold.length > 0) takeOut(new Map([...left].map((invoiceNo) => [invoiceNo, 'billOnHold'])))
  }

  function tick(next: ReadonlySet<InvoiceNo>) {
    setBills(withTicks(bills, next, listed, (bill, known) => known ?? chosenBill(bill)))
  }

  /** Selects all payable bills that match the filters, on every page. */
  async function findAll(): Promise<MatchingSelection> {
    const { id, filter = {}, groupIds } = listed.request
    const { bills, leftOut } = await call('SelectBills', { id, filter, ...(groupIds && { groupIds }) })
    setBills((before) => mergeBills(before, chosenFrom(bills)), { leftOut, batchIds: [] })
    const count = bills.length
    return {
      count,
      ...(leftOut.length > 0 && { leftOut: (onClose) => <LeftOutNotice leftOut={leftOut} chosen={count} onClose={onClose} /> }),
    }
  }
  const question: ReactNode = (
    <>
      {held > 0 && <LeftOutNotice leftOut={[{ reason: 'billOnHold', count: held }]} onClose={() => setHeld(0)} />}
      <HoldQuestion
        bill={asked}
        onClose={() => setAsked(undefined)}
        onChoose={() => {
          if (asked) tick(new Set([...selected, asked.invoiceNo]))
          setAsked(undefined)
        }}
      />
    </>
  )
  return { selection: { selected, onChange, whyNot, findAll }, question }
}
