/** The draft of a payment for the chosen bills: method, bank and reference numbers. */
import { atom, useAtom } from 'jotai'
import { check, compareAmounts, type Language, type MethodOffer, type Money, type PaymentMethod, sumAmounts } from '~/core/core'
import { inTabStorage } from '../session/tabStorage'
import { useProfile } from '../session/useProfile'

/** A typed reference number. Its amount follows the remaining total until the user types an amount. */
export interface DraftReference {
  number: string
  amount: string
  isOwnAmount: boolean
}

export interface Draft {
  method: PaymentMethod | null
  bankId: string | null
  references: DraftReference[]
}

interface OwnedDraft extends Draft {
  owner: string
}

export const emptyReference: DraftReference = { number: '', amount: '', isOwnAmount: false }
export const emptyDraft: Draft = { method: null, bankId: null, references: [emptyReference] }

const stored = inTabStorage<OwnedDraft>('gridbill.payment', { write: JSON.stringify, read: (text) => JSON.parse(text) as OwnedDraft })
const latest = atom<OwnedDraft>(stored.initial ?? { owner: '', ...emptyDraft })
const ownedDraft = atom<OwnedDraft, [(before: OwnedDraft) => OwnedDraft | undefined], void>(
  (get) => get(latest),
  (get, set, change) => {
    const next = change(get(latest))
    set(latest, next ?? { owner: '', ...emptyDraft })
    stored.save(next)
  },
)

export type DraftChange = Partial<Draft> | ((before: Draft) => Partial<Draft>)

/** Returns the draft after a change. `before` comes from the store, because the rendered value may miss a simultaneous change. */
export function applyChange(before: OwnedDraft, to: DraftChange, owner: string): OwnedDraft {
  const current = before.owner === owner ? before : emptyDraft
  return { ...current, ...(typeof to === 'function' ? to(current) : to), owner }
}

/** Returns the draft, a setter, which takes changes or a function of the current draft, and a function that clears it. */
export function useDraft(): [Draft, (change: DraftChange) => void, () => void] {
  const { email } = useProfile()
  const [{ owner, ...own }, set] = useAtom(ownedDraft)
  const draft = owner === email ? own : emptyDraft
  return [draft, (to) => set((before) => applyChange(before, to, email)), () => set(() => undefined)]
}

export const takesReferences = (method: PaymentMethod | null) => method !== null && method !== 'FPX'

/** Returns the reference numbers that the request of a payment contains. */
export const requestedReferences = (method: PaymentMethod, references: readonly DraftReference[]) =>
  takesReferences(method) ? references.map(({ number, amount }) => ({ number: number.trim(), amount })) : []

/** Returns the part of the total that the references do not cover; undefined if an amount cannot be parsed. */
export function remainder(total: Money, references: readonly { amount: string }[], language: Language): Money | undefined {
  const parts: Money[] = [total]
  for (const { amount } of references) {
    const { value } = check('amount', amount.trim() || '0', language)
    if (value === undefined) return undefined
    parts.push(value.startsWith('-') ? value.slice(1) : `-${value}`)
  }
  return sumAmounts(parts, language).value
}

/** Sets the last reference's amount to the remaining total, at most the limit of a transfer, unless the user typed an amount. */
export function fillLastAmount(
  references: readonly DraftReference[],
  total: Money,
  most: Money | null,
  language: Language,
): DraftReference[] {
  const [last, others] = [references.at(-1), references.slice(0, -1)]
  if (!last || last.isOwnAmount) return [...references]
  const left = remainder(total, others, language)
  if (left === undefined || compareAmounts(left, '0.00') <= 0) return [...others, { ...last, amount: '' }]
  return [...others, { ...last, amount: most !== null && compareAmounts(left, most) > 0 ? most : left }]
}

/** Returns the draft with the last reference's amount adjusted to this total. */
export const fitDraft = (draft: Draft, total: Money, methods: readonly MethodOffer[], language: Language): Draft => {
  const most = methods.find(({ paymentMethod }) => paymentMethod === draft.method)?.most ?? null
  return { ...draft, references: fillLastAmount(draft.references, total, most, language) }
}
