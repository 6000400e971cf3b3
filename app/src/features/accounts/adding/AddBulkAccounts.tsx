/** The screen on which staff add accounts to a customer's bulk account. */
import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '~/core/links'
import { useCompanyName } from '~/kit/company/useCompanyName'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { useAccountsOf } from '../accountListSource'
import { AddAccounts } from './AddAccounts'

const route = getRouteApi(paths.addBulkAccounts)

export function AddBulkAccounts() {
  const { t } = useTranslation(['accounts', 'accountsStaff'])
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
