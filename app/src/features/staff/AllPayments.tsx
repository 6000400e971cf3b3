/** Every payment of every customer, in the staff's words. */
import { getRouteApi } from '@tanstack/react-router'
import { countShown } from '../../core'
import { Page } from '../../ui/Page'
import { Stack } from '../../ui/Stack'
import { StatCard } from '../../ui/StatCard'
import { useCall, usePages } from '../../useCall'
import { useTitle } from '../../useTitle'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { Figures } from '../payments/Figures'
import { asked } from '../payments/listSearch'
import { PaymentTable } from '../payments/PaymentTable'
import { type StaffStatus, staffStatuses, statusWord } from '../payments/statuses'
import { paymentHref, useStaffColumns } from './useStaffColumns'

const route = getRouteApi('/admin/payments/all')
const figures = ['pendingReconciliation', 'processing', 'paid', 'declined', 'failed'] as const
const groups = ['pendingReconciliation', 'processing', 'declined'] as const
const names = Object.keys(staffStatuses) as StaffStatus[]

export function AllPayments() {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(t('all.title'))
  const { data: cards } = useCall('GetAdminAllPaymentsCards', {})
  const pages = usePages('GetAdminAllPayments', asked(search, staffStatuses))
  const columns = useStaffColumns(false)
  function word(name: StaffStatus) {
    const group = groups.find((one) => one === name)
    return group ? t(`all.${group}`) : statusWord(staffStatuses[name], 'staff', language)
  }
  return (
    <Page title={t('all.title')} subtitle={t('all.lead')}>
      <Stack gap={6}>
        <Figures asOf={cards?.asOf}>
          {figures.map((name) => (
            <StatCard key={name} label={word(name)} value={countShown(cards?.[name])} href={`/admin/payments/all?status=${name}`} />
          ))}
        </Figures>
        <PaymentTable
          search={search}
          onSearch={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          statuses={names.map((id) => ({ id, label: word(id) }))}
          pages={pages}
          columns={columns}
          rowHref={paymentHref}
          empty={{ title: t('all.nothing'), body: t('all.nothingHint') }}
        />
      </Stack>
    </Page>
  )
}
