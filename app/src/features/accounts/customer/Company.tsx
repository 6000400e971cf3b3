/** The own company, and changing it. */
import { getRouteApi } from '@tanstack/react-router'
import { useTitle } from '../../../kit/page/useTitle'
import { useBulkId } from '../../../kit/session/useProfile'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { AccountsFrame } from '../AccountsFrame'
import { CompanyProfile } from '../company/CompanyProfile'
import { EditCompany } from '../company/EditCompany'
import { useOwnAccounts } from '../source'

const route = getRouteApi('/manageAccount/profile/edit')

export function Company() {
  const source = useOwnAccounts(useBulkId())
  return (
    <AccountsFrame source={source} tab="company">
      <CompanyProfile source={source} editHref="/manageAccount/profile/edit" />
    </AccountsFrame>
  )
}

export function EditOwnCompany() {
  const { t } = useTranslation('accounts')
  const source = useOwnAccounts(useBulkId())
  const navigate = route.useNavigate()
  const back = () => void navigate({ to: '/manageAccount/profile' })
  useTitle(t('company.editTitle'))
  return (
    <Page
      title={t('company.editTitle')}
      breadcrumbs={[
        { label: t('title'), href: source.href },
        { label: t('tabs.company'), href: '/manageAccount/profile' },
      ]}
      width="reading"
    >
      <EditCompany source={source} onDone={back} onCancel={back} />
    </Page>
  )
}
