/** A customer's payments: what waits for them first, as figures; then each, newest first. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { countShown, type Transaction } from '../../core'
import { LinkButton } from '../../ui/LinkButton'
import { Page } from '../../ui/Page'
import { Stack } from '../../ui/Stack'
import { StatCard } from '../../ui/StatCard'
import { useCall, usePages } from '../../useCall'
import { useBulkId } from '../../useProfile'
import { useTitle } from '../../useTitle'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { paymentColumns } from './columns'
import { Figures } from './Figures'
import { asked } from './listSearch'
import { PaymentTable } from './PaymentTable'
import { type CustomerStatus, customerStatuses, statusWord } from './statuses'

const route = getRouteApi('/billPayment/transactions')
const names = Object.keys(customerStatuses) as CustomerStatus[]
const hrefOf = ({ transactionNo }: Transaction) => `/billPayment/transactions/${transactionNo}`

export function Transactions() {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const bulkId = useBulkId()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(t('list.title'))
  const { data: cards } = useCall('GetTransactionsCards', { bulkId })
  const pages = usePages('GetPaymentTransactions', { bulkId, ...asked(search, customerStatuses) })
  const columns = useMemo(() => paymentColumns(t, language, 'customer'), [t, language])
  const word = (name: CustomerStatus) => statusWord(customerStatuses[name], 'customer', language)
  return (
    <Page title={t('list.title')} subtitle={t('list.lead')}>
      <Stack gap={6}>
        <Figures asOf={cards?.asOf}>
          {names.map((name) => (
            <StatCard
              key={name}
              label={word(name)}
              value={countShown(cards?.[name])}
              href={`/billPayment/transactions?status=${name}`}
              tone={name === 'actionRequired' && cards?.actionRequired ? 'warning' : undefined}
            />
          ))}
        </Figures>
        <PaymentTable
          search={search}
          onSearch={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          statuses={names.map((id) => ({ id, label: word(id) }))}
          pages={pages}
          columns={columns}
          rowHref={hrefOf}
          empty={{
            title: t('list.nothing'),
            body: t('list.nothingHint'),
            action: <LinkButton href="/billPayment">{t('list.toBills')}</LinkButton>,
          }}
        />
      </Stack>
    </Page>
  )
}
