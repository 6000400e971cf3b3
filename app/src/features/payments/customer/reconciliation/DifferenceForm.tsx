/** How a difference was paid. The refusals are core's, on leaving a field and on going on. */

import { useState } from 'react'
import {
  amountShown,
  checkDifference,
  methodClosed,
  type PaymentDetails,
  type PaymentMethod,
  paymentMethod,
  sentence,
} from '../../../../core/core'
import { link } from '../../../../core/links'
import { messageOf } from '../../../../kit/call/api'
import { useCall } from '../../../../kit/call/useCall'
import { useMay, useProfile } from '../../../../kit/session/useProfile'
import { Button } from '../../../../ui/button/Button'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { Notice } from '../../../../ui/feedback/Notice'
import { Form, FormActions } from '../../../../ui/form/Form'
import { RadioGroup } from '../../../../ui/form/RadioGroup'
import { SearchSelect } from '../../../../ui/form/SearchSelect'
import { TextField } from '../../../../ui/form/TextField'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { DifferenceAsked } from '../DifferenceAsked'
import { WhereTo } from '../WhereTo'
import type { DifferenceEntry } from './PayDifference'

const ways = ['EFT_GIRO', 'EFT_RENTAS', 'CHEQUE'] as const satisfies PaymentMethod[]

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
  const { now } = useProfile()
  const mayPay = useMay('payment', 'update')
  const [left, setLeft] = useState({ bankId: false, number: false })
  const [submitted, setSubmitted] = useState(false)
  const { data: offers } = useCall('GetPaymentMethods', {})
  const banks = useCall('GetBankList', {})
  const amount = payment.reconcileAmount ?? '0.00'

  /** Why a way is closed: the utility's window, or its limit. */
  function whyNot(method: PaymentMethod): string | undefined {
    const offer = offers?.methods.find(({ paymentMethod: offered }) => offered === method)
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
  const shown = (field: 'bankId' | 'number') => (submitted || left[field] ? problems[field] : undefined)
  const leave = (field: 'bankId' | 'number', typed: string | null) => typed && setLeft((before) => ({ ...before, [field]: true }))

  function submit() {
    setSubmitted(true)
    if (problems.method || problems.bankId || problems.number) return
    onEntry({ ...entry, method })
    onDone()
  }

  const errors = submitted ? Object.entries(problems).flatMap(([id, message]) => (message ? [{ id, message }] : [])) : []
  return (
    <Form onSubmit={submit} errors={errors} errorTitle={common('problem.summary')}>
      <DifferenceAsked payment={payment} />
      <RadioGroup
        id="method"
        label={t('difference.method')}
        options={ways.map((way) => ({
          id: way,
          title: paymentMethod(way, language).word,
          description: limitOf(way),
          whyNot: whyNot(way),
        }))}
        value={method}
        onChange={(id) => onEntry({ ...entry, method: ways.find((way) => way === id) ?? null })}
        error={submitted ? problems.method : undefined}
      />
      <WhereTo method={method} amount={amount} />
      {banks.isError && (
        <Notice
          tone="warning"
          title={messageOf(banks.error)}
          isAnnounced
          actions={
            <Button size="small" onPress={() => void banks.refetch()} isLoading={banks.isFetching}>
              {common('ui.tryAgain')}
            </Button>
          }
        />
      )}
      <SearchSelect
        id="bankId"
        label={t('difference.bank')}
        hint={t('difference.bankHint')}
        options={(banks.data ?? []).map(({ bankId, bankName }) => ({ id: bankId, label: bankName }))}
        value={entry.bankId}
        onChange={(bankId) => onEntry({ ...entry, method, bankId })}
        onBlur={() => leave('bankId', entry.bankId)}
        error={shown('bankId')}
        isRequired
      />
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
