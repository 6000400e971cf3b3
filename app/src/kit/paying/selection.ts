/**
 * The bills chosen for payment. All tabs of the bills screen and the pay flow share this selection. It belongs to the
 * user, survives a reload, and ends with the browser's tab.
 */
import { atom, useAtom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type BatchId, type Bill, type InvoiceNo, type Payable, type Selection, selectionOf } from '~/core/core'
import { viewedId } from '~/core/viewed'
import { useLanguage } from '~/words/useLanguage'
import { inTabStorage } from '../session/tabStorage'
import { useProfile } from '../session/useProfile'
import type { ChosenBill, ChosenBills } from './chosen'
import { type OwnedSelection, storedSelection } from './storedSelection'
import { addLeftOut, addTakenOut, type LeftOutOfMany, noneTakenOut, type TakenOut, type TakenOutReason, withoutChosen } from './takenOut'

export type { ChosenBill, ChosenBills } from './chosen'

const none: ChosenBills = new Map()

const stored = inTabStorage<OwnedSelection>('gridbill.selection', storedSelection)

const latest = atom<OwnedSelection>(stored.initial ?? { owner: '', bills: none, takenOut: noneTakenOut })
export const ownedSelection = atom<OwnedSelection, [(before: OwnedSelection) => OwnedSelection], void>(
  (get) => get(latest),
  (get, set, change) => {
    const next = change(get(latest))
    set(latest, next)
    stored.save(next.bills.size > 0 ? next : undefined)
  },
)
/** Returns the selection's owner: the user, and in customer view mode also the viewed bulk account. */
function useOwner(): string {
  const { email } = useProfile()
  return viewedId === undefined ? email : `${email} ${viewedId}`
}

type Next = ChosenBills | ((before: ChosenBills) => ChosenBills)

/**
 * Returns the chosen bills and a setter, which takes the next bills or a function of the current bills, and for a choice of many the
 * bills that it left out.
 */
export function useChosen(): [ChosenBills, (next: Next, leftOut?: LeftOutOfMany) => void] {
  const own = useOwner()
  const [latest, set] = useAtom(ownedSelection)
  const ofOwn = ({ owner, bills }: OwnedSelection) => (owner === own ? bills : none)
  return [
    ofOwn(latest),
    (next, leftOut) =>
      set((before) => {
        const bills = ofOwn(before)
        return { owner: own, ...changed(bills, before.takenOut, typeof next === 'function' ? next(bills) : next, leftOut) }
      }),
  ]
}

/** Bills that were taken out count only for the selection from which they were taken. */
function changed(
  before: ChosenBills,
  takenOut: TakenOut,
  bills: ChosenBills,
  leftOut: LeftOutOfMany | undefined,
): Omit<OwnedSelection, 'owner'> {
  let isSame = false
  for (const invoiceNo of before.keys()) {
    isSame = bills.has(invoiceNo)
    if (isSame) break
  }
  const rest = isSame ? withoutChosen(takenOut, bills) : noneTakenOut
  return { bills, takenOut: leftOut && bills.size > 0 ? addLeftOut(rest, leftOut) : rest }
}

/** Returns the bills that were taken out of the selection, and a function that takes out bills. */
export function useTakenOut(): [TakenOut, (reasons: ReadonlyMap<InvoiceNo, TakenOutReason>) => void] {
  const own = useOwner()
  const [{ owner, takenOut }, set] = useAtom(ownedSelection)
  return [
    owner === own ? takenOut : noneTakenOut,
    (reasons) =>
      set((before) => {
        if (before.owner !== own || reasons.size === 0) return before
        const bills = omitBills(before.bills, reasons.keys())
        return { owner: own, bills, takenOut: bills.size > 0 ? addTakenOut(before.takenOut, before.bills, reasons) : noneTakenOut }
      }),
  ]
}

/** Returns the number of bills and accounts, and the total to charge, added up by core. */
export function useChosenSum(): Selection | undefined {
  const own = useOwner()
  const language = useLanguage()
  const { owner, bills } = useAtomValue(ownedSelection)
  return useMemo(() => (owner === own ? selectionOf([...bills.values()], language).value : undefined), [owner, own, bills, language])
}

const counts = new WeakMap<ChosenBills, ReadonlyMap<BatchId, number>>()
/** Returns the number of chosen bills by batch. Cached for each selection, because every row needs it. */
export function countsByBatch(bills: ChosenBills): ReadonlyMap<BatchId, number> {
  const known = counts.get(bills)
  if (known) return known
  const counted = new Map<BatchId, number>()
  for (const { batchId } of bills.values()) if (batchId) counted.set(batchId, (counted.get(batchId) ?? 0) + 1)
  counts.set(bills, counted)
  return counted
}

/** Returns the selection from an answer of `SelectBills`. */
export const chosenFrom = (bills: readonly Payable[]): ChosenBills =>
  new Map(bills.map(({ invoiceNo, accountNo, amount, batchId }) => [invoiceNo, { accountNo, amount, batchId }]))

/** Returns the selection's entry for a bill. */
export const chosenBill = ({ accountNo, totalAmountPayable, billBatchId, hold }: Bill): ChosenBill => ({
  accountNo,
  amount: totalAmountPayable,
  batchId: billBatchId,
  ...(hold && { isHeld: true }),
})

/** Returns the chosen bills that are on hold. */
export const heldOf = (bills: ChosenBills): InvoiceNo[] => [...bills].filter(([, { isHeld }]) => isHeld).map(([invoiceNo]) => invoiceNo)

export const mergeBills = (some: ChosenBills, others: ChosenBills): ChosenBills => new Map([...some, ...others])

export const pickBills = (bills: ChosenBills, invoiceNos: Iterable<InvoiceNo>): ChosenBills => {
  const some = new Map<InvoiceNo, ChosenBill>()
  for (const invoiceNo of invoiceNos) {
    const chosen = bills.get(invoiceNo)
    if (chosen) some.set(invoiceNo, chosen)
  }
  return some
}

const omitBills = (bills: ChosenBills, invoiceNos: Iterable<InvoiceNo>): ChosenBills => {
  const rest = new Map(bills)
  for (const invoiceNo of invoiceNos) rest.delete(invoiceNo)
  return rest
}
