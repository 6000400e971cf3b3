/** Reviews the chosen account and the amount before it is credited. */

import { amountShown, type PaymentDetails, sentence } from '~/core/core'
import { useRead } from '~/kit/call/read'
import type { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { FormActions } from '~/ui/form/Form'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { CheckTitle } from './ActOnPayment'

interface Props {
  payment: PaymentDetails
  accountNo: string
  choose: ReturnType<typeof useWrite<'MakeExcessiveReconciliationPayment'>>
  onSend: () => void
  onChange: () => void
}

export function CreditReview({ payment, accountNo, choose, onSend, onChange }: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const mayChoose = useMay('payment', 'update')
  const { transactionNo } = payment.transaction
  const account = useRead('GetElectricityAccount', { transactionNo }).find((one) => one.accountNo === accountNo)
  const amount = amountShown(payment.reconcileAmount)
  // Entries cannot be changed while they are being sent.
  const changeAccount = choose.isPending
    ? undefined
    : { label: t('act.change'), name: t('act.changeWhat', { what: t('invoices.account') }), onPress: onChange }
  if (!account) {
    return (
      <Notice tone="bad" title={sentence('creditAccountUnknown', language)} actions={<Button onPress={onChange}>{t('act.back')}</Button>} />
    )
  }
  function send(invoiceNo: string) {
    onSend()
    choose.mutate({ transactionNo, invoiceNo })
  }
  // An error about a different account is not shown here.
  const isRefused = choose.isError && choose.variables?.invoiceNo === account.invoiceNo
  return (
    <Stack gap={6}>
      <CheckTitle />
      <Description
        isTotalLast
        items={[
          { id: 'payment', label: t('column.transaction'), value: transactionNo },
          { id: 'account', label: t('invoices.account'), value: accountNo, change: changeAccount },
          { id: 'referenceId', label: t('invoices.referenceId'), value: account.referenceId },
          { id: 'amount', label: t('credit.amount'), value: amount },
        ]}
      />
      <Notice title={t('act.next')}>{t('credit.next', { amount, account: accountNo })}</Notice>
      {isRefused && <RefusalNotice error={choose.error} />}
      <FormActions>
        <Button
          mode="primary"
          size="large"
          isLoading={choose.isPending}
          isDisabled={!mayChoose}
          why={sentence('forbidden', language)}
          whyShown="beside"
          onPress={() => send(account.invoiceNo)}
        >
          {t('credit.submit', { amount, account: accountNo })}
        </Button>
        <Button size="large" onPress={onChange} isDisabled={choose.isPending}>
          {t('act.back')}
        </Button>
      </FormActions>
    </Stack>
  )
}
