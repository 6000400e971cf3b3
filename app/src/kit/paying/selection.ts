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

/** A chosen bill: its account, and the amount that the user saw. */
export interface ChosenBill {
  accountNo: string
  amount: string
  /** Undefined if the code that chose the bill does not know its batch. */
  batchId?: BatchId | undefined
  /** Whether the bill was on hold when the user chose it. */
  isHeld?: boolean | undefined
}
export type ChosenBills = ReadonlyMap<InvoiceNo, ChosenBill>

interface OwnedSelection {
  owner: string
  bills: ChosenBills
}

const none: ChosenBills = new Map()

const stored = inTabStorage<OwnedSelection>('gridbill.selection', {
  // Plain lines instead of JSON: ten thousand bills take half a megabyte and are written in a few milliseconds.
  write: ({ owner, bills }) =>
    [
      owner,
      ...[...bills].map(
        ([invoiceNo, { accountNo, amount, batchId = '', isHeld }]) =>
          `${invoiceNo} ${accountNo} ${amount} ${batchId}${isHeld ? ' held' : ''}`,
      ),
    ].join('\n'),
  read: (text) => {
    const [owner = '', ...lines] = text.split('\n')
    const bills = lines.map((line): [InvoiceNo, ChosenBill] => {
      const [invoiceNo = '', accountNo = '', amount = '', batchId, held] = line.split(' ')
      return [invoiceNo, { accountNo, amount, batchId: batchId || undefined, ...(held === 'held' && { isHeld: true }) }]
    })
    return { owner, bills: new Map(bills) }
  },
})

const latest = atom<OwnedSelection>(stored.initial ?? { owner: '', bills: none })
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

/** Returns the chosen bills and a setter, which takes the next bills or a function of the current bills. */
export function useChosen(): [ChosenBills, (next: ChosenBills | ((before: ChosenBills) => ChosenBills)) => void] {
  const own = useOwner()
  const [latest, set] = useAtom(ownedSelection)
  const ofOwn = ({ owner, bills }: OwnedSelection) => (owner === own ? bills : none)
  return [ofOwn(latest), (next) => set((before) => ({ owner: own, bills: typeof next === 'function' ? next(ofOwn(before)) : next }))]
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

export const omitBills = (bills: ChosenBills, invoiceNos: Iterable<InvoiceNo>): ChosenBills => {
  const rest = new Map(bills)
  for (const invoiceNo of invoiceNos) rest.delete(invoiceNo)
  return rest
}
