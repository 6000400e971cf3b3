/** Edits the company of a bulk account, for staff. */
import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '~/core/links'
import { useCompanyName } from '~/kit/company/useCompanyName'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { useAccountsOf } from '../accountListSource'
import { EditCompany } from '../company/EditCompany'

const route = getRouteApi(paths.editBulkCompany)

export function EditBulkCompany() {
  const { t } = useTranslation(['accountsStaff', 'accounts'])
  const { bulkId } = route.useParams()
  const source = useAccountsOf(bulkId)
  const navigate = route.useNavigate()
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
