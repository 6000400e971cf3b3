/** The users of one bulk account, for staff. */

import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '~/core/links'
import { BulkTabs } from '~/kit/company/BulkTabs'
import { ClosedNotice } from '~/kit/company/ClosedNotice'
import { useCompanyName } from '~/kit/company/useCompanyName'
import { ViewAs } from '~/kit/company/ViewAs'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useTitle } from '~/kit/page/useTitle'
import { useTranslation } from '~/words/useTranslation'
import { TeamScreen } from './TeamScreen'
import { useCustomerTeam } from './team'

const route = getRouteApi(paths.bulkUsers)

export function BulkUsers() {
  const { t } = useTranslation(['team', 'accountsStaff'])
  const { bulkId } = route.useParams()
  const team = useCustomerTeam(bulkId)
  const company = useCompanyName(bulkId)
  useTitle(t('accountsStaff:tab.title', { company, part: t('accountsStaff:tab.users') }))
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <TeamScreen
      team={team}
      title={company}
      lead={t('ofBulk.lead', { bulkId })}
      breadcrumbs={[{ label: t('accountsStaff:title'), href: link('bulkAccounts') }]}
      actions={<ViewAs bulkId={bulkId} />}
      tabs={
        <>
          <BulkTabs bulkId={bulkId} current="users" />
          <ClosedNotice bulkId={bulkId} />
        </>
      }
      search={route.useSearch()}
      onSearch={onSearch}
    />
  )
}
