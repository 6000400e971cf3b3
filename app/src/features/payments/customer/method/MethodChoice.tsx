/** The ways to pay as cards, each with its limits or why it cannot be used now. */

import type { ReactNode } from 'react'
import {
  amountShown,
  checkPayment,
  type Instant,
  type Language,
  type MethodOffer,
  type Money,
  methodClosed,
  type PaymentMethod,
  type PaymentMethods,
  paymentMethod,
  sentence,
} from '../../../../core/core'
import { type DraftReference, emptyReference, filled, takesReferences } from '../../../../kit/paying/draft'
import { useNow } from '../../../../kit/session/useNow'
import { RadioGroup } from '../../../../ui/form/RadioGroup'
import { useLanguage } from '../../../../words/useLanguage'
import { type Translate, useTranslation } from '../../../../words/useTranslation'

interface Props {
  offers: PaymentMethods
  total: Money
  value: PaymentMethod | null
  onChange: (method: PaymentMethod) => void
  error: string | undefined
  /** The fields of the chosen method. */
  fields: ReactNode
}

export function MethodChoice({ offers, total, value, onChange, error, fields }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const now = useNow()
  return (
    <RadioGroup
      id="paymentMethod"
      label={t('method.label')}
      options={offers.methods.map((offer) => ({
        id: offer.paymentMethod,
        title: paymentMethod(offer.paymentMethod, language).word,
        description: (
          <>
            {t(`method.about.${offer.paymentMethod}`)} {limits(t, offer)}
          </>
        ),
        content: fields,
        whyNot: methodWhyNot(offer, total, offers.mostReferenceNumbers, now, language),
      }))}
      value={value}
      onChange={(id) => onChange(id as PaymentMethod)}
      error={error}
      isRequired
    />
  )
}

function limits(t: Translate<'paymentsMaking'>, { paymentMethod, least, most }: MethodOffer): string {
  if (most === null) return t('method.noLimit')
  if (paymentMethod === 'EFT_GIRO') return t('method.eachUpTo', { most: amountShown(most) })
  return paymentMethod === 'FPX'
    ? t('method.between', { least: amountShown(least), most: amountShown(most) })
    : t('method.upTo', { most: amountShown(most) })
}

/** Why a method cannot be used now for that total: it is closed, or the total is out of its limits. */
function methodWhyNot(offer: MethodOffer, total: Money, mostReferences: number, now: Instant, language: Language): string | undefined {
  const closed = methodClosed(offer.unavailable, now, language)
  if (closed) return closed.errorMessage
  // Core checks a complete form with this total, divided among as many transfers as the method needs.
  const referenceNumbers = takesReferences(offer.paymentMethod) ? divided(total, offer.most, mostReferences, language) : []
  const refusal = checkPayment(
    { paymentMethod: offer.paymentMethod, totalAmount: total, bankId: 'ANY', referenceNumbers },
    mostReferences,
    language,
  )
  if (!refusal) return undefined
  // The total is above the limit of all transfers together.
  if (refusal.code === 'referencesDoNotAddUp' || refusal.code === 'referencesTooMany') {
    return sentence('amountAboveMethod', language, { limit: amountShown(offer.most) })
  }
  return refusal.errorMessage
}

function divided(total: Money, most: Money | null, mostReferences: number, language: Language) {
  let parts: DraftReference[] = []
  for (let number = 1; number <= mostReferences; number++) {
    const next = filled([...parts, { ...emptyReference, number: String(number) }], total, most, language)
    if (!next.at(-1)?.amount) break
    parts = next.map((part) => ({ ...part, isOwnAmount: true }))
  }
  return parts.map(({ number, amount }) => ({ number, amount }))
}
