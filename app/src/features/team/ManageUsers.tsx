/** The users of the Master's own bulk account. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useProfile } from '~/kit/session/useProfile'
import { useTranslation } from '~/words/useTranslation'
import { TeamScreen } from './TeamScreen'
import { useOwnTeam } from './team'

const route = getRouteApi(paths.users)

export function ManageUsers() {
  const { t } = useTranslation('team')
  const { companyName } = useProfile()
  const team = useOwnTeam(useBulkId())
  useTitle(t('title'))
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <TeamScreen
      team={team}
      title={t('title')}
      lead={t('lead', { company: companyName ?? '' })}
      search={route.useSearch()}
      onSearch={onSearch}
    />
  )
}
