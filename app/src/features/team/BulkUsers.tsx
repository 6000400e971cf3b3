/** The people of any bulk account, for staff. */
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../useProfile'
import { useTitle } from '../../useTitle'
import { useTranslation } from '../../words/useTranslation'
import { TeamScreen } from './TeamScreen'
import { useTeamOf } from './team'
import { useChangeSearch } from './useChangeSearch'

const route = getRouteApi('/admin/bulkAccounts/$bulkId/users')

export function BulkUsers() {
  const { t } = useTranslation('team')
  const { bulkId } = route.useParams()
  const team = useTeamOf(bulkId)
  const seesEverybody = useMay('manageTnbUsers', 'view')
  const title = t('ofBulk.title', { bulkId })
  useTitle(title)
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <TeamScreen
      team={team}
      title={title}
      lead={t('ofBulk.lead')}
      breadcrumbs={seesEverybody ? [{ label: t('users:business.title'), href: '/admin/manageTnbUsers' }] : undefined}
      search={route.useSearch()}
      onSearch={onSearch}
    />
  )
}
