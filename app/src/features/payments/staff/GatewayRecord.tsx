/** The record of an FPX payment, with its messages. */
import { amountShown, instantShown, numberShown, paymentStatus, type RequeryData, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { List } from '~/kit/list/List'
import { useList } from '~/kit/list/useList'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { FpxStatusBadge, PaymentStatus } from '../StatusBadges'
import styles from './Gateway.module.css'
import { GiveUpForStaff } from './GiveUpForStaff'
import { messageList } from './messageList'

export function GatewayRecord({ record }: { record: RequeryData }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const language = useLanguage()
  const mayAsk = useMay('fpxManualRequery', 'update')
  const mayOpen = useMay('allPayments', 'view')
  const again = useWrite('AdminFPXManualRequery')
  const whyNot = mayAsk ? (record.requeryEnabled ? undefined : sentence('requeryNotNeeded', language)) : sentence('forbidden', language)
  const answered = again.data && paymentStatus(again.data.status, language)
  return (
    <Card title={record.merchantTranId} actions={<PaymentStatus status={record.status} audience="staff" />}>
      <Stack gap={5}>
        {record.lateIds.map((lateId) => (
          <Notice
            key={lateId}
            tone="warning"
            title={t('late.waitsHere')}
            actions={<LinkButton href={link('lateConfirmation', { lateId })}>{t('late.open')}</LinkButton>}
          />
        ))}
        {record.mayGiveUp && <Notice tone="warning" title={t('giveUp.unknown')} />}
        {record.isUnanswered && <Notice tone="warning" title={t('gateway.unanswered')} />}
        {record.errorDescription && <Notice tone="bad" title={record.errorDescription} />}
        <Description
          columns={2}
          items={[
            { id: 'company', label: words('column.company'), value: record.companyName },
            { id: 'bulk', label: t('payment.bulk'), value: record.bulkId },
            { id: 'transaction', label: words('column.transaction'), value: record.transactionNo },
            { id: 'customer', label: t('gateway.customer'), value: record.customerName },
            { id: 'email', label: t('gateway.email'), value: record.customerEmail },
            { id: 'invoices', label: words('details.invoices'), value: numberShown(record.totalInvoices) },
            { id: 'amount', label: words('column.amount'), value: amountShown(record.amount) },
            { id: 'made', label: t('gateway.made'), value: instantShown(record.paymentTransactionDate, language) },
            { id: 'bank', label: words('details.bank'), value: record.acquirerBankName },
            { id: 'reference', label: t('gateway.bankReference'), value: record.bankReference },
            { id: 'fpxStatus', label: words('details.fpxStatus'), value: <FpxStatusBadge status={record.fpxStatus} /> },
            {
              id: 'bankDate',
              label: words('details.bankDate'),
              value: record.bankTransactionDate && instantShown(record.bankTransactionDate, language),
            },
            {
              id: 'asked',
              label: t('gateway.lastAsked'),
              value: record.lastRequeryRunDate && instantShown(record.lastRequeryRunDate, language),
            },
          ]}
        />
        {again.isError && <RefusalNotice error={again.error} />}
        {answered && !again.isPending && (
          <Notice tone={answered.tone} title={t('gateway.answered', { status: answered.staffWord })} isAnnounced />
        )}
        <Stack gap={3} direction="along">
          <Button
            mode="primary"
            isLoading={again.isPending}
            isDisabled={whyNot !== undefined}
            why={whyNot}
            whyShown="beside"
            onPress={() => again.mutate({ merchantTranId: record.merchantTranId })}
          >
            {t('gateway.again')}
          </Button>
          {record.mayGiveUp && <GiveUpForStaff record={record} />}
          {mayOpen && (
            <LinkButton href={link('staffPayment', { transactionNo: record.transactionNo })}>{t('gateway.toPayment')}</LinkButton>
          )}
        </Stack>
        <GatewayMessages merchantTranId={record.merchantTranId} />
      </Stack>
    </Card>
  )
}

/** The messages exchanged with FPX about a payment. */
function GatewayMessages({ merchantTranId }: { merchantTranId: string }) {
  const { t } = useTranslation('paymentsStaff')
  const messages = useList(messageList, { of: { merchantTranId } })
  return (
    <section>
      <h3 className={styles.title}>{t('messages.title')}</h3>
      <List list={messages} />
    </section>
  )
}
