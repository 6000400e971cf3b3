/** The company of a bulk account, for staff, and changing it. */
import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '../../../core/links'
import { useCompanyName } from '../../../kit/company/useCompanyName'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { CompanyProfile } from '../company/CompanyProfile'
import { EditCompany } from '../company/EditCompany'
import { useAccountsOf } from '../source'
import { BulkFrame } from './BulkFrame'

const profile = getRouteApi(paths.bulkCompany)
const edit = getRouteApi(paths.editBulkCompany)

export function BulkCompany() {
  const { bulkId } = profile.useParams()
  const source = useAccountsOf(bulkId)
  return (
    <BulkFrame source={source} tab="company">
      <CompanyProfile key={bulkId} source={source} editHref={link('editBulkCompany', { bulkId })} />
    </BulkFrame>
  )
}

export function EditBulkCompany() {
  const { t } = useTranslation(['accountsStaff', 'accounts'])
  const { bulkId } = edit.useParams()
  const source = useAccountsOf(bulkId)
  const navigate = edit.useNavigate()
  const company = useCompanyName(bulkId)
  const back = () => void navigate({ to: paths.bulkCompany, params: { bulkId } })
  const title = t('accounts:company.editTitle')
  useTitle(title)
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: t('title'), href: link('bulkAccounts') },
        { label: company, href: link('bulkCompany', { bulkId }) },
      ]}
      width="reading"
    >
      <EditCompany key={bulkId} source={source} onDone={back} onCancel={back} />
    </Page>
  )
}
