/** The choice of a payment method, with the fields of the chosen one: bank, account to transfer to, and reference numbers. */
import type { ReactNode } from 'react'
import { amountShown, type BankId, type MethodOffer, type Money, type PaymentMethod, type PaymentMethods, paymentMethod } from '~/core/core'
import { methodClosed } from '~/core/forms'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { type Draft, type DraftChange, takesReferences } from '~/kit/paying/draft'
import { useNow } from '~/kit/session/useNow'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { SearchSelect } from '~/ui/form/SearchSelect'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'
import { needsSeveral, type Plans, planWords, unplannedWhyNot } from '../plan/plans'
import { TransferSheet } from '../transfer/TransferSheet'
import { ReferenceFields } from './ReferenceFields'
import { methodWhyNot } from './whyNot'

interface Props extends FieldsProps {
  /** The total of all bills. */
  total: Money
  /** The payments that each method makes of the bills. Left out for a proposal, which is released as one payment. */
  plans?: Plans
  onMethod: (method: PaymentMethod) => void
}

export function MethodFields({ total, plans, onMethod, ...fields }: Props) {
  const { draft, offers, errorAt } = fields
  return (
    <MethodChoice
      offers={offers}
      total={total}
      plans={plans}
      value={draft.method}
      onChange={onMethod}
      error={errorAt('paymentMethod')}
      fields={<PaymentFields {...fields} />}
    />
  )
}

interface FieldsProps {
  draft: Draft
  offers: PaymentMethods
  /** The payment that is made now: the whole selection, or one of several payments. */
  payment: { total: Money; invoiceNos: readonly string[] }
  onChange: (change: DraftChange) => void
  errorAt: (id: string) => string | undefined
}

/** The fields of the chosen method. */
export function PaymentFields({ draft, offers, payment, onChange, errorAt }: FieldsProps) {
  const { method, bankId, references } = draft
  if (!method) return null
  const { total, invoiceNos } = payment
  const offer = offers.methods.find(({ paymentMethod }) => paymentMethod === method)
  return (
    <>
      <BankChoice method={method} value={bankId} onChange={(bankId) => onChange({ bankId })} error={errorAt('bankId')} />
      {(method === 'EFT_GIRO' || method === 'EFT_RENTAS') && <TransferSheet amount={total} invoiceNos={invoiceNos} />}
      {takesReferences(method) && (
        <ReferenceFields
          method={method}
          references={references}
          total={total}
          mostOfOne={offer?.most ?? null}
          mostReferences={offers.mostReferenceNumbers}
          onChange={(references) => onChange({ references })}
          onPutBack={(place, gone) => onChange((before) => ({ references: before.references.toSpliced(place, 0, gone) }))}
          errorAt={errorAt}
        />
      )}
    </>
  )
}

interface BankChoiceProps {
  method: PaymentMethod
  value: BankId | null
  onChange: (bank: BankId | null) => void
  error: string | undefined
}

/** The bank that pays. Banks that the gateway does not reach are shown, but cannot be chosen for FPX. */
function BankChoice(props: BankChoiceProps) {
  const { t } = useTranslation('paymentsMaking')
  return (
    <Boundary isPart failure={t('bank.failed')} waiting={<Skeleton height="4rem" />}>
      <BankSelect {...props} />
    </Boundary>
  )
}

function BankSelect({ method, ...field }: BankChoiceProps) {
  const { t } = useTranslation('paymentsMaking')
  const banks = useRead('GetBankList', {})
  return (
    <SearchSelect
      {...field}
      id="bankId"
      label={t('bank.label')}
      placeholder={t('bank.placeholder')}
      hint={method === 'FPX' ? t('bank.hint') : undefined}
      options={banks.map(({ bankId, bankName, online }) => ({
        id: bankId,
        label: bankName,
        ...(method === 'FPX' && !online && { whyNot: t('bank.offline') }),
      }))}
      isRequired
    />
  )
}

interface MethodChoiceProps {
  offers: PaymentMethods
  total: Money
  plans: Plans | undefined
  value: PaymentMethod | null
  onChange: (method: PaymentMethod) => void
  error: string | undefined
  /** The fields of the chosen method. */
  fields: ReactNode
}

/** The payment methods as cards, each with its limits or the reason why it is unavailable. */
function MethodChoice({ offers, total, plans, value, onChange, error, fields }: MethodChoiceProps) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const now = useNow()
  const isPlanShown = plans !== undefined && needsSeveral(plans)
  const about = (offer: MethodOffer) => {
    const plan = plans?.get(offer.paymentMethod)
    const planned = isPlanShown && plan && plan.unplanned.length === 0 ? planWords(t, plan) : ''
    return `${t(`method.about.${offer.paymentMethod}`)} ${limits(t, offer)} ${planned}`.trim()
  }
  const whyNot = (offer: MethodOffer) => {
    const plan = plans?.get(offer.paymentMethod)
    const closed = methodClosed(offer.unavailable, now, language)
    if (closed) return closed.errorMessage
    if (plan && plan.payments.length > 1 && plan.unplanned.length === 0) return undefined
    const above = plans ? 'amountAboveMethod' : 'proposalAboveMethod'
    return (plan && unplannedWhyNot(t, plan, language)) ?? methodWhyNot(offer, total, offers.mostReferenceNumbers, now, language, above)
  }
  return (
    <RadioGroup
      id="paymentMethod"
      label={t('method.label')}
      options={offers.methods.map((offer) => ({
        id: offer.paymentMethod,
        title: paymentMethod(offer.paymentMethod, language).word,
        description: about(offer),
        content: fields,
        whyNot: whyNot(offer),
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
