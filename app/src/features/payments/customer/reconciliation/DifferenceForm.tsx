/** Form for how the difference was paid. Core checks each field on blur, and all fields on submit. */

import { useState } from 'react'
import { amountShown, type Money, type PaymentDetails, type PaymentMethod, paymentMethod, sentence } from '~/core/core'
import { checkDifference, methodClosed } from '~/core/forms'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useNow } from '~/kit/session/useNow'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Form, FormActions } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { SearchSelect } from '~/ui/form/SearchSelect'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { TransferSheet } from '../transfer/TransferSheet'

const ways = ['EFT_GIRO', 'EFT_RENTAS', 'CHEQUE'] as const satisfies PaymentMethod[]

export interface DifferenceEntry {
  method: PaymentMethod | null
  bankId: string | null
  number: string
}

interface Props {
  payment: PaymentDetails
  entry: DifferenceEntry
  onEntry: (entry: DifferenceEntry) => void
  onDone: () => void
}

export function DifferenceForm({ payment, entry, onEntry, onDone }: Props) {
  const { t } = useTranslation('payments')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const now = useNow()
  const mayPay = useMay('payment', 'update')
  const [touched, setTouched] = useState({ bankId: false, number: false })
  const [submitted, setSubmitted] = useState(false)
  const { methods } = useRead('GetPaymentMethods', {})
  const amount = payment.reconcileAmount ?? '0.00'

  /** Why a method cannot be used: it is closed, or the amount is above its limit. */
  function whyNot(method: PaymentMethod): string | undefined {
    const offer = methods.find(({ paymentMethod: offered }) => offered === method)
    const closed = methodClosed(offer?.unavailable ?? null, now, language)
    const limit = checkDifference(method, amount, '1', language)?.fields.find(({ field }) => field === 'paymentMode')
    return closed?.errorMessage ?? limit?.message
  }
  const usual = [payment.transaction.paymentMethod, ...ways].find((way) => way !== 'FPX' && !whyNot(way))
  const method = entry.method ?? usual ?? 'CHEQUE'
  const refused = checkDifference(method, amount, entry.number, language)?.fields ?? []
  const problems = {
    method: whyNot(method),
    bankId: entry.bankId ? undefined : sentence('bankRequired', language),
    number: refused.find(({ field }) => field === 'bulkChequeEFTNumber')?.message,
  }
  const shown = (field: 'bankId' | 'number') => (submitted || touched[field] ? problems[field] : undefined)
  const leave = (field: 'bankId' | 'number', typed: string | null) => typed && setTouched((before) => ({ ...before, [field]: true }))

  function submit() {
    setSubmitted(true)
    if (problems.method || problems.bankId || problems.number) return
    onEntry({ ...entry, method })
    onDone()
  }

  const errors = submitted ? Object.entries(problems).flatMap(([id, message]) => (message ? [{ id, message }] : [])) : []
  const fields = (
    <>
      <Boundary isPart waiting={<Skeleton height="4rem" shape="box" />}>
        <WhereTo method={method} amount={amount} transactionNo={payment.transaction.transactionNo} />
      </Boundary>
      <Boundary isPart waiting={<Skeleton height="4rem" shape="box" />}>
        <BankSelect
          value={entry.bankId}
          onChange={(bankId) => onEntry({ ...entry, method, bankId })}
          onBlur={() => leave('bankId', entry.bankId)}
          error={shown('bankId')}
        />
      </Boundary>
      <TextField
        id="number"
        label={method === 'CHEQUE' ? t('difference.cheque') : t('difference.eft')}
        hint={method === 'CHEQUE' ? t('difference.chequeHint') : t('difference.eftHint')}
        value={entry.number}
        onChange={(number) => onEntry({ ...entry, method, number })}
        onBlur={() => leave('number', entry.number)}
        inputMode={method === 'CHEQUE' ? 'numeric' : 'text'}
        autoComplete="off"
        error={shown('number')}
        isTabular
        isRequired
      />
    </>
  )
  return (
    <Form onSubmit={submit} errors={errors} errorTitle={common('problem.summary')}>
      <Amounts payment={payment} />
      <RadioGroup
        id="method"
        label={t('difference.method')}
        options={ways.map((way) => ({
          id: way,
          title: paymentMethod(way, language).word,
          description: limitOf(way),
          whyNot: whyNot(way),
          content: fields,
        }))}
        value={method}
        onChange={(id) => onEntry({ ...entry, method: ways.find((way) => way === id) ?? null })}
        error={submitted ? problems.method : undefined}
      />
      <FormActions>
        <Button type="submit" mode="primary" size="large" isDisabled={!mayPay} why={sentence('forbidden', language)} whyShown="beside">
          {t('act.check')}
        </Button>
        <LinkButton size="large" href={link('payment', { transactionNo: payment.transaction.transactionNo })}>
          {t('act.cancel')}
        </LinkButton>
      </FormActions>
    </Form>
  )

  function limitOf(way: PaymentMethod): string {
    const { most } = paymentMethod(way, language)
    return most ? t('difference.upTo', { amount: amountShown(most) }) : t('difference.noLimit')
  }
}

/** The amounts billed and received, and the difference to pay. */
function Amounts({ payment: { transaction, reconcileAmount } }: { payment: PaymentDetails }) {
  const { t } = useTranslation('payments')
  return (
    <Card>
      <Description
        isTotalLast
        items={[
          { id: 'billed', label: t('amounts.billed'), value: amountShown(transaction.transactionAmount) },
          { id: 'paid', label: t('amounts.received'), value: amountShown(transaction.paidAmount) },
          { id: 'difference', label: t('difference.toPay'), value: amountShown(reconcileAmount) },
        ]}
      />
    </Card>
  )
}

/** Where to send the money before its reference is entered: the utility's account, or a cheque in its name. */
function WhereTo({ method, amount, transactionNo }: { method: PaymentMethod; amount: Money; transactionNo: string }) {
  return method === 'CHEQUE' ? <WriteCheque amount={amount} /> : <TransferSheet amount={amount} transactionNo={transactionNo} />
}

function WriteCheque({ amount }: { amount: Money }) {
  const { t } = useTranslation('payments')
  const { accountHolder } = useRead('GetTNBVirtualAccountNo', {})
  return <Notice>{t('difference.writeCheque', { amount: amountShown(amount), holder: accountHolder })}</Notice>
}

interface BankProps {
  value: DifferenceEntry['bankId']
  onChange: (bankId: DifferenceEntry['bankId']) => void
  onBlur: () => void
  error: string | undefined
}

function BankSelect(field: BankProps) {
  const { t } = useTranslation('payments')
  const banks = useRead('GetBankList', {})
  return (
    <SearchSelect
      {...field}
      id="bankId"
      label={t('difference.bank')}
      hint={t('difference.bankHint')}
      options={banks.map(({ bankId, bankName }) => ({ id: bankId, label: bankName }))}
      isRequired
    />
  )
}
