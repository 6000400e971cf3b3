/** The selection beside the server's answer about it. */
import type { InvoiceNo, LeftOut, Money } from '../../core/core'
import type { ChosenBills } from './selection'

interface Changed {
  invoiceNo: InvoiceNo
  before: Money
  now: Money
}

export interface Changes {
  /** Bills that cannot be paid any more. */
  gone: InvoiceNo[]
  /** Why, with how many of them, as far as it can be told. */
  why: readonly LeftOut[]
  changed: Changed[]
}

export interface Answer {
  /** The selection when the question was asked. */
  asked: ChosenBills
  now: ChosenBills
  why: readonly LeftOut[]
}

export const nothing: Changes = { gone: [], why: [], changed: [] }

export function compare(bills: ChosenBills, { asked, now, why }: Answer): Changes {
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
  return gone.length + changed.length > 0 ? { gone, why: reasonsOf(why, gone.length, asked.size - now.size), changed } : nothing
}

/**
 * The answer does not say which bill has which reason, and has none for a bill that is paid. With one taken out since, they can be
 * counted only where all of them had the same.
 */
function reasonsOf(why: readonly LeftOut[], gone: number, missing: number): readonly LeftOut[] {
  if (gone === missing) return why
  const [first] = why
  return first && gone > 0 && first.count === missing ? [{ ...first, count: gone }] : []
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
