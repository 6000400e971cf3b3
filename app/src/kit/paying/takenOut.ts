/**
 * Bills that were taken out of the selection, each with its reason. The review shows them, so that the user who pays knows what the
 * payment does not contain, and why.
 */
import { type Code, type InvoiceNo, type Language, type LeftOut, type Money, sumAmounts } from '~/core/core'
import type { ChosenBill, ChosenBills } from './chosen'

/** A refusal of the bill, or why the user took it out. `gone`: it was paid or changed since it was chosen. */
export type TakenOutReason = Code | 'finding' | 'asked' | 'byHand' | 'gone'

/** Bills that a choice of many left out. The server only counts them by reason. */
export interface LeftOutOfMany {
  leftOut: readonly LeftOut[]
  /** The chosen batches. Empty for another choice, such as all bills that match a filter. */
  batchIds: readonly string[]
}

/** Stored as JSON with the selection. */
export interface TakenOut {
  bills: Readonly<Record<InvoiceNo, ChosenBill & { reason: TakenOutReason }>>
  ofMany: readonly LeftOutOfMany[]
}

export const noneTakenOut: TakenOut = { bills: {}, ofMany: [] }

/** Adds bills of the selection, with their reasons. */
export function addTakenOut(before: TakenOut, chosen: ChosenBills, reasons: ReadonlyMap<InvoiceNo, TakenOutReason>): TakenOut {
  const bills = { ...before.bills }
  for (const [invoiceNo, reason] of reasons) {
    const bill = chosen.get(invoiceNo)
    if (bill) bills[invoiceNo] = { ...bill, reason }
  }
  return { ...before, bills }
}

/**
 * Adds the counts of a choice of many bills. Different batches have no bill in common, so their counts add up. Any other choice may
 * have bills in common with earlier ones, so its counts replace theirs.
 */
export const addLeftOut = (before: TakenOut, choice: LeftOutOfMany): TakenOut => ({
  ...before,
  ofMany: choice.batchIds.length > 0 ? [...before.ofMany.filter(({ batchIds }) => batchIds.length > 0), choice] : [choice],
})

/** Removes bills that are chosen again, and the counts of batches of which no bill is chosen any more. */
export function withoutChosen(before: TakenOut, chosen: ChosenBills): TakenOut {
  const batches = new Set(
    before.ofMany.some(({ batchIds }) => batchIds.length > 0) ? [...chosen.values()].map(({ batchId }) => batchId) : [],
  )
  return {
    bills: Object.fromEntries(Object.entries(before.bills).filter(([invoiceNo]) => !chosen.has(invoiceNo))),
    ofMany: before.ofMany.filter(({ batchIds }) => batchIds.every((id) => batches.has(id))),
  }
}

/** The bills with the same reason. Counted bills have no number and no amount. */
export interface TakenOutGroup {
  reason: TakenOutReason
  count: number
  invoiceNos: InvoiceNo[]
  /** The total of the bills with a number. */
  total: Money
}

export function groupTakenOut({ bills, ofMany }: TakenOut, language: Language): TakenOutGroup[] {
  const groups = new Map<TakenOutReason, { count: number; invoiceNos: InvoiceNo[]; amounts: Money[] }>()
  const groupOf = (reason: TakenOutReason) => {
    const group = groups.get(reason) ?? { count: 0, invoiceNos: [], amounts: [] }
    groups.set(reason, group)
    return group
  }
  for (const [invoiceNo, { reason, amount }] of Object.entries(bills)) {
    const group = groupOf(reason)
    group.count += 1
    group.invoiceNos.push(invoiceNo)
    group.amounts.push(amount)
  }
  for (const { reason, count } of ofMany.flatMap(({ leftOut }) => leftOut)) groupOf(reason).count += count
  return [...groups].map(([reason, { amounts, ...group }]) => ({ reason, ...group, total: sumAmounts(amounts, language).value ?? '0.00' }))
}
