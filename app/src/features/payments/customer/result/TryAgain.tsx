/** Selects those bills of a failed payment that can still be paid. */

import { useNavigate } from '@tanstack/react-router'
import { constants, type InvoiceNo, type PaymentDetails } from '~/core/core'
import { paths } from '~/core/links'
import { call, type RequestOf } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { chosenFrom } from '~/kit/paying/selection'
import { useChooseOnly } from '~/kit/paying/undo'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import styles from './Result.module.css'

export function TryAgain({ details }: { details: PaymentDetails }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const id = useBulkId()
  const mayPay = useMay('payment', 'add')
  const navigate = useNavigate()
  const chooseOnly = useChooseOnly()
  const again = useAction(
    async (transactionNo: string) => call('SelectBills', { id, filter: {}, invoiceNos: await invoicesOf(transactionNo) }),
    {
      onSuccess: ({ bills, leftOut }) => {
        // If no bill can be paid, the present selection is kept.
        if (bills.length === 0) return
        chooseOnly(chosenFrom(bills), leftOut)
        void navigate({ to: paths.payMethod })
      },
    },
  )
  const readOnly = useReadOnly()
  if (!mayPay && readOnly === undefined) return null
  return (
    <>
      {(again.error || again.data?.bills.length === 0) && (
        <div className={styles.wide}>
          {again.error ? <RefusalNotice error={again.error} /> : <Notice tone="warning" title={t('paying:nothingLeft')} isAnnounced />}
        </div>
      )}
      <Button
        mode="primary"
        onPress={() => again.mutate(details.transaction.transactionNo)}
        isLoading={again.isPending}
        isDisabled={readOnly !== undefined}
        why={readOnly}
      >
        {t('result.tryAgain')}
      </Button>
    </>
  )
}

/** Loads all of a payment's invoices, page by page. */
async function invoicesOf(transactionNo: string): Promise<InvoiceNo[]> {
  const invoices: InvoiceNo[] = []
  let cursor: string | null = null
  do {
    const request: RequestOf<'GetPaymentDetails'> = { transactionNo, recordCount: constants.maxRows }
    const answer: PaymentDetails = await call('GetPaymentDetails', cursor === null ? request : { ...request, cursor })
    invoices.push(...answer.invoices.items.map(({ invoiceNo }) => invoiceNo))
    cursor = answer.invoices.next
  } while (cursor !== null)
  return invoices
}
