/** Accounts are added to a customer's bulk account, by staff. */

import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '../../../core/links'
import { useCompanyName } from '../../../kit/company/useCompanyName'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { AddAccounts } from '../adding/AddAccounts'
import { useAccountsOf } from '../source'

const route = getRouteApi(paths.addBulkAccounts)

export function AddBulkAccounts() {
  const { t } = useTranslation('accounts')
  const { bulkId } = route.useParams()
  const source = useAccountsOf(bulkId)
  const company = useCompanyName(bulkId)
  const { by = 'typing' } = route.useSearch()
  const navigate = route.useNavigate()
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
