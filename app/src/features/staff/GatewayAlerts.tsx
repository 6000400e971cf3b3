/** What about FPX payments waits for somebody at the utility; each leads to the record of its payment. */
import { useMemo } from 'react'
import { amountShown, countShown, type FpxAlert, instantShown, type Language } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column } from '../../ui/dataTableTypes'
import { usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useLanguage } from '../../words/useLanguage'
import { type Translate, useTranslation } from '../../words/useTranslation'
import { Two } from '../payments/columns'
import { PaymentStatus } from '../payments/PaymentStatus'

const keyOf = ({ merchantTranId, reason, at }: FpxAlert) => `${merchantTranId} ${reason} ${at}`
const labelOf = ({ merchantTranId }: FpxAlert) => merchantTranId
const hrefOf = ({ merchantTranId }: FpxAlert) => `/admin/paymentGatewayQuery?merchantTranId=${encodeURIComponent(merchantTranId)}`

export function GatewayAlerts() {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const pages = usePages('GetFpxAlerts', {})
  const columns = useMemo(() => alertColumns(t, language), [t, language])
  const listed = useListed(pages)
  return (
    <DataTable
      caption={t('alerts.count', { count: pages.total ?? 0, shown: countShown(pages.total) })}
      columns={columns}
      rowKey={keyOf}
      rowLabel={labelOf}
      rowHref={hrefOf}
      {...listed}
      empty={{ title: t('alerts.nothing'), body: t('alerts.nothingHint') }}
    />
  )
}

const alertColumns = (t: Translate<'staff'>, language: Language): Column<FpxAlert>[] => [
  {
    id: 'order',
    header: t('gateway.order'),
    cell: (row) => <Two first={row.merchantTranId} second={t('alerts.since', { at: instantShown(row.at, language) })} />,
    width: 10.5,
    priority: 'title',
    isRowHeader: true,
  },
  { id: 'what', header: t('alerts.what'), cell: (row) => <Two first={row.title} second={row.description} />, minWidth: 14 },
  { id: 'company', header: t('alerts.company'), cell: (row) => <Two first={row.companyName} second={row.bulkId} />, minWidth: 8 },
  { id: 'amount', header: t('alerts.amount'), cell: (row) => amountShown(row.amount), align: 'end', width: 9, priority: 'amount' },
  {
    id: 'status',
    header: t('alerts.status'),
    cell: (row) => <PaymentStatus status={row.status} audience="staff" />,
    width: 11,
    priority: 'status',
  },
]
