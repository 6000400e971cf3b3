/** Compares the chosen bills with the server's answer about them. */
import type { InvoiceNo, LeftOut, Money } from '~/core/core'
import type { ChosenBills } from './selection'

interface ChangedBill {
  invoiceNo: InvoiceNo
  before: Money
  now: Money
}

export interface Changes {
  /** Bills that can no longer be paid. */
  gone: InvoiceNo[]
  /** The reasons, each with its number of bills. Empty if they cannot be determined. */
  why: readonly LeftOut[]
  changed: ChangedBill[]
}

export interface SelectionAnswer {
  /** The selection at the time of the request. */
  asked: ChosenBills
  now: ChosenBills
  why: readonly LeftOut[]
}

export const noChanges: Changes = { gone: [], why: [], changed: [] }

export function compareSelection(bills: ChosenBills, { asked, now, why }: SelectionAnswer): Changes {
  const gone: InvoiceNo[] = []
  const changed: ChangedBill[] = []
  for (const [invoiceNo, { amount }] of bills) {
    const before = asked.get(invoiceNo)
    // This bill was chosen or updated after the request, so it is newer than the answer.
    if (before?.amount !== amount) continue
    const current = now.get(invoiceNo)
    if (!current) gone.push(invoiceNo)
    else if (current.amount !== amount) changed.push({ invoiceNo, before: amount, now: current.amount })
  }
  return gone.length + changed.length > 0 ? { gone, why: reasonsOf(why, gone.length, asked.size - now.size), changed } : noChanges
}

/**
 * Returns the reasons of the bills in `gone`. The answer counts bills by reason without naming them, and gives no reason
 * for a paid bill. If the user has since removed bills, the counts are known only if all bills had the same reason.
 */
function reasonsOf(why: readonly LeftOut[], gone: number, missing: number): readonly LeftOut[] {
  if (gone === missing) return why
  const [first] = why
  return first && gone > 0 && first.count === missing ? [{ ...first, count: gone }] : []
}

/** Returns the selection after these changes, so that every bill can be paid. */
export function withChanges(bills: ChosenBills, { gone, changed }: Changes): ChosenBills {
  const next = new Map(bills)
  for (const invoiceNo of gone) next.delete(invoiceNo)
  for (const { invoiceNo, now } of changed) {
    const chosen = next.get(invoiceNo)
    if (chosen) next.set(invoiceNo, { ...chosen, amount: now })
  }
  return next
}
