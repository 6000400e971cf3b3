/** What changed about the chosen bills since they were chosen: a colleague may have paid some, the utility changed others. */
import { useStore } from 'jotai'
import { useMemo } from 'react'
import type { InvoiceNo, LeftOut, Money } from '../../core/core'
import { call } from '../call/api'
import { composed } from '../call/read'
import { useBulkId } from '../session/useProfile'
import { type ChosenBills, chosenFrom, ownedSelection, useChosen } from './selection'

interface Changed {
  invoiceNo: InvoiceNo
  before: Money
  now: Money
}

export interface Changes {
  /** Bills that cannot be paid any more. */
  gone: InvoiceNo[]
  /** Why, with how many of them. */
  why: LeftOut[]
  changed: Changed[]
}

interface Answer {
  /** The selection when the question was asked. */
  asked: ChosenBills
  now: ChosenBills
  why: LeftOut[]
}

const nothing: Changes = { gone: [], why: [], changed: [] }

/**
 * The chosen bills as the server has them now. The key does not contain the bills: a live change of a bill asks again,
 * ticking a box does not. Each screen asks again when it opens.
 */
export function useSelectedNow() {
  const id = useBulkId()
  const store = useStore()
  const of = composed('SelectBills', ['kept', id], async (signal) => {
    const asked = store.get(ownedSelection).bills
    if (asked.size === 0) return { asked, now: asked, why: [] }
    const { bills, leftOut } = await call('SelectBills', { id, filter: {}, invoiceNos: [...asked.keys()] }, { signal })
    return { asked, now: chosenFrom(bills), why: leftOut }
  })
  return { ...of, staleTime: 0 }
}

/** What differs between the selection and the server's answer; nothing until there is one. */
export function useChanges(answer: Answer | undefined): Changes {
  const [bills] = useChosen()
  return useMemo(() => (answer ? compare(bills, answer) : nothing), [bills, answer])
}

function compare(bills: ChosenBills, { asked, now, why }: Answer): Changes {
  const gone: InvoiceNo[] = []
  const changed: Changed[] = []
  for (const [invoiceNo, { amount }] of bills) {
    const before = asked.get(invoiceNo)
    // Chosen or updated after the question: newer than the answer.
    if (before?.amount !== amount) continue
    const current = now.get(invoiceNo)
    if (!current) gone.push(invoiceNo)
    else if (current.amount !== amount) changed.push({ invoiceNo, before: amount, now: current.amount })
  }
  return gone.length + changed.length > 0 ? { gone, why, changed } : nothing
}

/** The selection as it can be paid now. */
export function withChanges(bills: ChosenBills, { gone, changed }: Changes): ChosenBills {
  const next = new Map(bills)
  for (const invoiceNo of gone) next.delete(invoiceNo)
  for (const { invoiceNo, now } of changed) {
    const chosen = next.get(invoiceNo)
    if (chosen) next.set(invoiceNo, { ...chosen, amount: now })
  }
  return next
}
