/** How the chosen bills will be paid, as typed so far. */
import { atom, useAtom } from 'jotai'
import {
  check,
  checkPayment,
  compareAmounts,
  type ErrorBody,
  type Language,
  type Money,
  type PaymentMethod,
  sumAmounts,
} from '../../core/core'
import { useProfile } from '../session/useProfile'
import { kept } from './kept'

/** A reference number as typed. Its amount follows the rest of the total until the person writes one. */
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

interface Owned extends Draft {
  owner: string
}

export const emptyReference: DraftReference = { number: '', amount: '', isOwnAmount: false }
const empty: Draft = { method: null, bankId: null, references: [emptyReference] }

const stored = kept<Owned>('gridbill.payment', { write: JSON.stringify, read: (text) => JSON.parse(text) as Owned })
const latest = atom<Owned>(stored.before ?? { owner: '', ...empty })
const ownedDraft = atom<Owned, [Owned | undefined], void>(
  (get) => get(latest),
  (_, set, next) => {
    set(latest, next ?? { owner: '', ...empty })
    stored.keep(next)
  },
)

/** The draft, how to change it, and how to begin anew. */
export function useDraft(): [Draft, (change: Partial<Draft>) => void, () => void] {
  const { email } = useProfile()
  const [{ owner, ...own }, set] = useAtom(ownedDraft)
  const draft = owner === email ? own : empty
  return [draft, (change) => set({ owner: email, ...draft, ...change }), () => set(undefined)]
}

const refusal = atom<ErrorBody | null>(null)

/** The server's refusal of the payment where it is about fields of the draft: shown there until they are changed. */
export const usePaymentRefusal = () => useAtom(refusal)

export const takesReferences = (method: PaymentMethod | null) => method !== null && method !== 'FPX'

/** What of the total no amount stands for yet; nothing while an amount is no amount. */
export function remainder(total: Money, references: readonly { amount: string }[], language: Language): Money | undefined {
  const parts: Money[] = [total]
  for (const { amount } of references) {
    const { value } = check('amount', amount.trim() || '0', language)
    if (value === undefined) return undefined
    parts.push(value.startsWith('-') ? value.slice(1) : `-${value}`)
  }
  return sumAmounts(parts, language).value
}

/** Lets the last number stand for what is left, up to what one transfer takes, until the person writes an amount there. */
export function filled(references: readonly DraftReference[], total: Money, most: Money | null, language: Language): DraftReference[] {
  const [last, others] = [references.at(-1), references.slice(0, -1)]
  if (!last || last.isOwnAmount) return [...references]
  const left = remainder(total, others, language)
  if (left === undefined || compareAmounts(left, '0.00') <= 0) return [...others, { ...last, amount: '' }]
  return [...others, { ...last, amount: most !== null && compareAmounts(left, most) > 0 ? most : left }]
}

/** Every refusal of the form as it stands. */
export function draftRefusal(draft: Draft, total: Money, mostReferences: number, language: Language): ErrorBody | null {
  if (!draft.method) return null
  const referenceNumbers = takesReferences(draft.method) ? draft.references.map(({ number, amount }) => ({ number, amount })) : []
  return checkPayment({ paymentMethod: draft.method, totalAmount: total, bankId: draft.bankId, referenceNumbers }, mostReferences, language)
}
