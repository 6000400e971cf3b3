/** The payment methods as cards, each with its limits or the reason why it is unavailable. */

import type { ReactNode } from 'react'
import { amountShown, type MethodOffer, type Money, type PaymentMethod, type PaymentMethods, paymentMethod } from '../../../../core/core'
import { useNow } from '../../../../kit/session/useNow'
import { RadioGroup } from '../../../../ui/form/RadioGroup'
import { useLanguage } from '../../../../words/useLanguage'
import { type Translate, useTranslation } from '../../../../words/useTranslation'
import { methodWhyNot } from './whyNot'

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
