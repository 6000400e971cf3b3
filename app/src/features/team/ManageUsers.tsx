/** The users of the Master's own bulk account. */
import { getRouteApi } from '@tanstack/react-router'
import { sentence } from '../../core/core'
import { link, paths } from '../../core/links'
import { useChangeSearch } from '../../kit/list/useChangeSearch'
import { useTitle } from '../../kit/page/useTitle'
import { useBulkId, useProfile } from '../../kit/session/useProfile'
import { Button } from '../../ui/button/Button'
import { LinkButton } from '../../ui/button/LinkButton'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { TeamScreen } from './TeamScreen'
import { useOwnTeam } from './team'

const route = getRouteApi(paths.users)

export function ManageUsers() {
  const { t } = useTranslation('team')
  const { companyName } = useProfile()
  const team = useOwnTeam(useBulkId())
  const language = useLanguage()
  useTitle(t('title'))
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <TeamScreen
      team={team}
      title={t('title')}
      lead={t('lead', { company: companyName ?? '' })}
      actions={<FactorPolicyLink whyNot={team.mayUpdate ? undefined : sentence('forbidden', language)} />}
      search={route.useSearch()}
      onSearch={onSearch}
    />
  )
}

function FactorPolicyLink({ whyNot }: { whyNot: string | undefined }) {
  const { t } = useTranslation('team')
  if (whyNot === undefined) return <LinkButton href={link('factorPolicy')}>{t('factorPolicy')}</LinkButton>
  return (
    <Button isDisabled why={whyNot}>
      {t('factorPolicy')}
    </Button>
  )
}
