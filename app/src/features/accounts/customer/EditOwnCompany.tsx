/** Edits the customer's own company. */
import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { useOwnAccounts } from '../accountListSource'
import { EditCompany } from '../company/EditCompany'

const route = getRouteApi(paths.editCompany)

export function EditOwnCompany() {
  const { t } = useTranslation('accounts')
  const source = useOwnAccounts(useBulkId())
  const navigate = route.useNavigate()
  const back = () => void navigate({ to: paths.company })
  useTitle(t('company.editTitle'))
  return (
    <Page title={t('company.editTitle')} breadcrumbs={[{ label: t('tabs.company'), href: link('company') }]} width="reading">
      <EditCompany source={source} onDone={back} onCancel={back} />
    </Page>
  )
}
