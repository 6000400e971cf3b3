/** The screens on which accounts are added: to the own bulk account, and by staff to a customer's. */
import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '../../../core/links'
import { useCompanyName } from '../../../kit/company/useCompanyName'
import { useTitle } from '../../../kit/page/useTitle'
import { useBulkId } from '../../../kit/session/useProfile'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { useAccountsOf, useOwnAccounts } from '../source'
import { AddAccounts } from './AddAccounts'

const own = getRouteApi(paths.addAccounts)
const ofBulk = getRouteApi(paths.addBulkAccounts)

export function AddOwnAccounts() {
  const { t } = useTranslation('accounts')
  const source = useOwnAccounts(useBulkId())
  const { by = 'typing' } = own.useSearch()
  const navigate = own.useNavigate()
  useTitle(t('add.title'))
  return (
    <Page title={t('add.title')} subtitle={t('add.lead')} breadcrumbs={[{ label: t('title'), href: source.href }]} width="reading">
      <AddAccounts
        source={source}
        by={by}
        onBy={(chosen) => void navigate({ search: { by: chosen === 'typing' ? undefined : chosen }, replace: true, resetScroll: false })}
      />
    </Page>
  )
}

export function AddBulkAccounts() {
  const { t } = useTranslation(['accounts', 'accountsStaff'])
  const { bulkId } = ofBulk.useParams()
  const source = useAccountsOf(bulkId)
  const company = useCompanyName(bulkId)
  const { by = 'typing' } = ofBulk.useSearch()
  const navigate = ofBulk.useNavigate()
  useTitle(t('add.title'))
  return (
    <Page
      title={t('add.title')}
      subtitle={t('add.lead')}
      breadcrumbs={[
        { label: t('accountsStaff:title'), href: link('bulkAccounts') },
        { label: company, href: source.href },
      ]}
      width="reading"
    >
      <AddAccounts
        key={bulkId}
        source={source}
        by={by}
        onBy={(chosen) => void navigate({ search: { by: chosen === 'typing' ? undefined : chosen }, replace: true, resetScroll: false })}
      />
    </Page>
  )
}
