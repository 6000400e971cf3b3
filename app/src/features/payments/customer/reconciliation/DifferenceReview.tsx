/** Reviews how the difference was paid before it is sent. */

import { amountShown, type PaymentDetails, paymentMethod } from '~/core/core'
import { useRead } from '~/kit/call/read'
import type { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { FormActions } from '~/ui/form/Form'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { RepeatedNotice, useRepeated } from '../RepeatedNotice'
import { CheckTitle } from './ActOnPayment'
import type { DifferenceEntry } from './DifferenceForm'

interface Props {
  payment: PaymentDetails
  entry: DifferenceEntry
  pay: ReturnType<typeof useWrite<'MakeReconciliationPaymentInsufficient'>>
  onChange: () => void
  onDone: () => void
}

export function DifferenceReview({ payment, entry: { method, bankId, number }, pay, onChange, onDone }: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const banks = useRead('GetBankList', {})
  const { transactionNo } = payment.transaction
  const { repeated, problem } = useRepeated(method, [number])
  const amount = amountShown(payment.reconcileAmount)
  // Entries cannot be changed while they are being sent.
  const change = (of: string) =>
    pay.isPending ? undefined : { label: t('act.change'), name: t('act.changeWhat', { what: of }), onPress: onChange }
  const numberLabel = method === 'CHEQUE' ? t('difference.cheque') : t('difference.eft')
  if (!method || !bankId) return null
  const entered = { transactionNo, bankId, paymentMode: method, bulkChequeEFTNumber: number.trim() }
  // An error about different entries is not shown here.
  const isRefused = pay.isError && JSON.stringify(pay.variables) === JSON.stringify(entered)
  return (
    <Stack gap={6}>
      <CheckTitle />
      <Description
        isTotalLast
        items={[
          { id: 'payment', label: t('column.transaction'), value: transactionNo },
          { id: 'method', label: t('column.method'), value: paymentMethod(method, language).word, change: change(t('column.method')) },
          {
            id: 'bank',
            label: t('details.bank'),
            value: banks.find((bank) => bank.bankId === bankId)?.bankName,
            change: change(t('details.bank')),
          },
          { id: 'number', label: numberLabel, value: number, change: change(numberLabel) },
          { id: 'amount', label: t('difference.toPay'), value: amount },
        ]}
      />
      <RepeatedNotice repeated={repeated.filter((one) => one.transactionNo !== transactionNo)} problem={problem} />
      <Notice title={t('act.next')}>{t('difference.next')}</Notice>
      {isRefused && <RefusalNotice error={pay.error} />}
      <FormActions>
        <Button mode="primary" size="large" isLoading={pay.isPending} onPress={() => pay.mutate(entered, { onSuccess: onDone })}>
          {t('difference.submit', { amount })}
        </Button>
        <Button size="large" onPress={onChange} isDisabled={pay.isPending}>
          {t('act.back')}
        </Button>
      </FormActions>
    </Stack>
  )
}
