/**
 * The bills that were chosen for payment: one selection for all tabs of the bills screen and the pay flow. It lives as
 * long as the browser's tab, through reloads, and belongs to the person who made it.
 */
import { atom, useAtom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type BatchId, type InvoiceNo, type Payable, type Selection, selectionOf } from '../../core/core'
import { viewedId } from '../../core/viewed'
import { useLanguage } from '../../words/useLanguage'
import { useProfile } from '../session/useProfile'
import { inTabStorage } from './tabStorage'

/** What is known of a chosen bill: its account, and its amount as the person saw it. */
export interface Chosen {
  accountNo: string
  amount: string
  /** Missing where the bill was chosen by something that does not know its batch. */
  batchId?: BatchId | undefined
}
export type ChosenBills = ReadonlyMap<InvoiceNo, Chosen>

interface Owned {
  owner: string
  bills: ChosenBills
}

const none: ChosenBills = new Map()

const stored = inTabStorage<Owned>('gridbill.selection', {
  // Lines and not JSON: ten thousand bills are written in a few milliseconds and take half a megabyte.
  write: ({ owner, bills }) =>
    [owner, ...[...bills].map(([invoiceNo, { accountNo, amount, batchId = '' }]) => `${invoiceNo} ${accountNo} ${amount} ${batchId}`)].join(
      '\n',
    ),
  read: (text) => {
    const [owner = '', ...lines] = text.split('\n')
    const bills = lines.map((line): [InvoiceNo, Chosen] => {
      const [invoiceNo = '', accountNo = '', amount = '', batchId] = line.split(' ')
      return [invoiceNo, { accountNo, amount, batchId: batchId || undefined }]
    })
    return { owner, bills: new Map(bills) }
  },
})

const latest = atom<Owned>(stored.initial ?? { owner: '', bills: none })
export const ownedSelection = atom<Owned, [(before: Owned) => Owned], void>(
  (get) => get(latest),
  (get, set, change) => {
    const next = change(get(latest))
    set(latest, next)
    stored.save(next.bills.size > 0 ? next : undefined)
  },
)
/** Whose choice it is; in customer view mode of which bulk account, too. */
function useOwner(): string {
  const { email } = useProfile()
  return viewedId === undefined ? email : `${email} ${viewedId}`
}

/** The chosen bills and their setter, which takes the next bills or a function of the current ones. */
export function useChosen(): [ChosenBills, (next: ChosenBills | ((before: ChosenBills) => ChosenBills)) => void] {
  const own = useOwner()
  const [latest, set] = useAtom(ownedSelection)
  const ofOwn = ({ owner, bills }: Owned) => (owner === own ? bills : none)
  return [ofOwn(latest), (next) => set((before) => ({ owner: own, bills: typeof next === 'function' ? next(ofOwn(before)) : next }))]
}

/** The numbers of bills and accounts, and the total that is charged, as core adds them up. */
export function useChosenSum(): Selection | undefined {
  const own = useOwner()
  const language = useLanguage()
  const { owner, bills } = useAtomValue(ownedSelection)
  return useMemo(() => (owner === own ? selectionOf([...bills.values()], language).value : undefined), [owner, own, bills, language])
}

const counts = new WeakMap<ChosenBills, ReadonlyMap<BatchId, number>>()
/** How many bills of each batch are chosen. The result is cached for each selection, since every row asks for it. */
export function countsByBatch(bills: ChosenBills): ReadonlyMap<BatchId, number> {
  const known = counts.get(bills)
  if (known) return known
  const counted = new Map<BatchId, number>()
  for (const { batchId } of bills.values()) if (batchId) counted.set(batchId, (counted.get(batchId) ?? 0) + 1)
  counts.set(bills, counted)
  return counted
}

/** The selection that `SelectBills` answers. */
export const chosenFrom = (bills: readonly Payable[]): ChosenBills =>
  new Map(bills.map(({ invoiceNo, accountNo, amount, batchId }) => [invoiceNo, { accountNo, amount, batchId }]))

export const together = (some: ChosenBills, others: ChosenBills): ChosenBills => new Map([...some, ...others])

export const only = (bills: ChosenBills, invoiceNos: Iterable<InvoiceNo>): ChosenBills => {
  const some = new Map<InvoiceNo, Chosen>()
  for (const invoiceNo of invoiceNos) {
    const chosen = bills.get(invoiceNo)
    if (chosen) some.set(invoiceNo, chosen)
  }
  return some
}

export const without = (bills: ChosenBills, invoiceNos: Iterable<InvoiceNo>): ChosenBills => {
  const rest = new Map(bills)
  for (const invoiceNo of invoiceNos) rest.delete(invoiceNo)
  return rest
}
