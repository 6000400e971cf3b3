/** The method step: payment method, bank, and the numbers of transfers or cheques. */
import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import {
  amountShown,
  type BankId,
  type MethodOffer,
  type Money,
  numberShown,
  type PaymentMethod,
  type PaymentMethods,
  paymentMethod,
  type Selection,
  sentence,
} from '../../../../core/core'
import { link, paths } from '../../../../core/links'
import { useOptionalRead, useRead } from '../../../../kit/call/read'
import { Boundary } from '../../../../kit/page/Boundary'
import { ChangesNotice } from '../../../../kit/paying/ChangesNotice'
import { filled, takesReferences, useDraft } from '../../../../kit/paying/draft'
import styles from '../../../../kit/paying/Pay.module.css'
import { paymentRefusal } from '../../../../kit/paying/refusal'
import { useChosen, useChosenSum } from '../../../../kit/paying/selection'
import { useNow } from '../../../../kit/session/useNow'
import { Button } from '../../../../ui/button/Button'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { ErrorSummary } from '../../../../ui/form/ErrorSummary'
import { Form, FormActions } from '../../../../ui/form/Form'
import { RadioGroup } from '../../../../ui/form/RadioGroup'
import { SearchSelect } from '../../../../ui/form/SearchSelect'
import { useLanguage } from '../../../../words/useLanguage'
import { type Translate, useTranslation } from '../../../../words/useTranslation'
import { PayFrame } from '../PayFrame'
import { TransferSheet } from '../transfer/TransferSheet'
import { atFields, errorsOf } from './errors'
import { ReferenceFields } from './ReferenceFields'
import { methodWhyNot } from './whyNot'

export function Method() {
  const sum = useChosenSum()
  return (
    <PayFrame step="method" isEmpty={!sum || sum.bills === 0}>
      <ChangesNotice />
      {sum && (
        <Boundary waiting={<MethodSkeleton sum={sum} />}>
          <MethodForm sum={sum} />
        </Boundary>
      )}
    </PayFrame>
  )
}

const MethodSkeleton = ({ sum }: { sum: Selection }) => (
  <div className={styles.sections}>
    <Total sum={sum} />
    <Skeleton height="18rem" shape="box" />
  </div>
)

function MethodForm({ sum }: { sum: Selection }) {
  const { t } = useTranslation('paymentsMaking')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const [draft, change] = useDraft()
  const [bills] = useChosen()
  const offers = useRead('GetPaymentMethods', {})
  // Used only to refuse an offline bank, as the server does. `BankChoice` loads the banks itself.
  const banks = useOptionalRead('GetBankList', {})
  // The server's refusals, shown at their fields until a field is edited.
  const [refused, setRefused] = useAtom(paymentRefusal)
  const [submitted, setSubmitted] = useState(false)
  const now = useNow()
  const { total } = sum
  const offer = offers.methods.find(({ paymentMethod }) => paymentMethod === draft.method)
  const most = offers.mostReferenceNumbers
  const references = filled(draft.references, total, offer?.most ?? null, language)

  const refusals = atFields(
    (refused?.fields ?? []).map(({ field, code, params }) => ({ field, message: sentence(code, language, params) })),
  )
  const errors = draft.method
    ? errorsOf({ ...draft, references }, total, { offer, banks: banks ?? [], mostReferences: most, now }, language)
    : [{ id: 'paymentMethod', message: t('method.required') }]
  const errorAt = (id: string) => [...refusals, ...(submitted ? errors : [])].find((error) => error.id === id)?.message

  function choose(next: Parameters<typeof change>[0]) {
    setRefused(null)
    change(next)
  }
  function goOn() {
    setSubmitted(true)
    setRefused(null)
    if (errors.length > 0) return
    change({ references })
    void navigate({ to: paths.payReview })
  }

  return (
    <>
      {refusals.length > 0 && <ErrorSummary of={refused} title={t('review.notPaid')} errors={refusals} />}
      <Form onSubmit={goOn} errors={submitted ? errors : []} errorTitle={common('problem.summary')}>
        <Total sum={sum} />
        <MethodChoice
          offers={offers}
          total={total}
          value={draft.method}
          onChange={(method: PaymentMethod) => {
            setSubmitted(false)
            choose({ method })
          }}
          error={errorAt('paymentMethod')}
          fields={
            draft.method && (
              <>
                <BankChoice
                  method={draft.method}
                  value={draft.bankId}
                  onChange={(bankId) => choose({ bankId })}
                  error={errorAt('bankId')}
                />
                {(draft.method === 'EFT_GIRO' || draft.method === 'EFT_RENTAS') && (
                  <TransferSheet amount={total} invoiceNos={[...bills.keys()]} />
                )}
                {takesReferences(draft.method) && (
                  <ReferenceFields
                    method={draft.method as PaymentMethod}
                    references={references}
                    total={total}
                    mostOfOne={offer?.most ?? null}
                    mostReferences={most}
                    onChange={(references) => choose({ references })}
                    onPutBack={(place, gone) => choose((before) => ({ references: before.references.toSpliced(place, 0, gone) }))}
                    errorAt={errorAt}
                  />
                )}
              </>
            )
          }
        />
        <FormActions>
          <Button type="submit" mode="primary" size="large">
            {t('method.goOn')}
          </Button>
          <LinkButton mode="ghost" size="large" href={link('outstandingBills')}>
            {t('method.back')}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  )
}

function Total({ sum }: { sum: Selection }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  return (
    <div className={styles.total}>
      <span>
        {t('paying:bar.text', {
          bills: t('paying:bills', { count: sum.bills, shown: numberShown(sum.bills) }),
          accounts: t('paying:accounts', { count: sum.accounts, shown: numberShown(sum.accounts) }),
        })}
      </span>
      <strong>{amountShown(sum.total)}</strong>
    </div>
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
      // The options differ between FPX and other methods, so the list is rebuilt.
      key={method === 'FPX' ? 'gateway' : 'any'}
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
  value: PaymentMethod | null
  onChange: (method: PaymentMethod) => void
  error: string | undefined
  /** The fields of the chosen method. */
  fields: ReactNode
}

/** The payment methods as cards, each with its limits or the reason why it is unavailable. */
function MethodChoice({ offers, total, value, onChange, error, fields }: MethodChoiceProps) {
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
