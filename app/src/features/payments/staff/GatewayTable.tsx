/** Several FPX payments with the gateway's and the portal's status, one row each. Each links to its own record with messages. */
import { useMemo } from 'react'
import { amountShown, instantShown, numberShown, type RequeryData, sentence } from '~/core/core'
import { link } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { FpxStatusBadge, PaymentStatus } from '../StatusBadges'

const keyOf = ({ merchantTranId }: RequeryData) => merchantTranId

export function GatewayTable({ records }: { records: readonly RequeryData[] }) {
  const { t } = useTranslation('paymentsStaff')
  const columns = useColumns()
  return (
    <DataTable
      caption={t('gateway.records', { count: records.length, shown: numberShown(records.length) })}
      columns={columns}
      rows={records}
      rowKey={keyOf}
      rowLabel={keyOf}
      empty={{ title: t('gateway.noRecord') }}
    />
  )
}

function useColumns(): Column<RequeryData>[] {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const language = useLanguage()
  return useMemo(
    () => [
      {
        id: 'order',
        header: t('gateway.orderOne'),
        priority: 'title',
        isRowHeader: true,
        width: 10,
        cell: ({ merchantTranId, transactionNo }) => (
          <TwoLines
            first={<Link href={link('gatewayQuery', { merchantTranId })}>{merchantTranId}</Link>}
            second={transactionNo !== merchantTranId && transactionNo}
          />
        ),
      },
      {
        id: 'company',
        header: words('column.company'),
        minWidth: 9,
        worth: 3,
        cell: ({ companyName, customerName }) => <TwoLines first={companyName} second={customerName} />,
      },
      {
        id: 'made',
        header: t('gateway.made'),
        width: 10,
        isDate: true,
        worth: 2,
        cell: ({ paymentTransactionDate }) => instantShown(paymentTransactionDate, language),
      },
      {
        id: 'bank',
        header: words('details.bank'),
        minWidth: 9,
        worth: 1,
        cell: ({ acquirerBankName, bankReference }) => <TwoLines first={acquirerBankName ?? '–'} second={bankReference} />,
      },
      {
        id: 'amount',
        header: words('column.amount'),
        width: 8.5,
        align: 'end',
        priority: 'amount',
        cell: ({ amount }) => amountShown(amount),
      },
      {
        id: 'status',
        header: words('column.status'),
        minWidth: 11,
        wraps: true,
        priority: 'status',
        cell: (record) => (
          <TwoLines first={<PaymentStatus status={record.status} audience="staff" />} second={noteOf(record, t)} isWarning />
        ),
      },
      {
        id: 'fpx',
        header: words('details.fpxStatus'),
        width: 9,
        worth: 4,
        cell: ({ fpxStatus }) => <FpxStatusBadge status={fpxStatus} />,
      },
      {
        id: 'asked',
        header: t('gateway.lastAsked'),
        width: 10,
        isDate: true,
        worth: 1.5,
        cell: ({ lastRequeryRunDate }) => lastRequeryRunDate && instantShown(lastRequeryRunDate, language),
      },
      { id: 'again', header: t('gateway.again'), width: 9, align: 'end', isActions: true, cell: (record) => <AskAgain record={record} /> },
    ],
    [t, words, language],
  )
}

/** A short note if the record needs attention. The page of the record explains it in full. */
function noteOf(
  { lateIds, mayGiveUp, isUnanswered, errorDescription }: RequeryData,
  t: ReturnType<typeof useTranslation<'paymentsStaff'>>['t'],
) {
  if (lateIds.length > 0) return t('late.waitsHere')
  if (mayGiveUp) return t('giveUp.unknown')
  if (isUnanswered) return t('gateway.unanswered')
  return errorDescription
}

function AskAgain({ record: { merchantTranId, requeryEnabled } }: { record: RequeryData }) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const mayAsk = useMay('fpxManualRequery', 'update')
  const again = useWrite('AdminFPXManualRequery')
  const whyNot = mayAsk ? (requeryEnabled ? undefined : sentence('requeryNotNeeded', language)) : sentence('forbidden', language)
  return (
    <>
      <Button
        size="small"
        label={t('gateway.againFor', { order: merchantTranId })}
        isLoading={again.isPending}
        isDisabled={whyNot !== undefined}
        why={whyNot}
        onPress={() => again.mutate({ merchantTranId })}
      >
        {t('gateway.againShort')}
      </Button>
      {again.isError && <span role="alert">{messageOf(again.error)}</span>}
    </>
  )
}
