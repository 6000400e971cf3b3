/** The users of the Master's own bulk account. */
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { link, paths } from '~/core/links'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Menu } from '~/ui/overlay/Menu'
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
      actions={
        <Menu
          trigger={<Button icon={<ChevronDown />}>{t('settings')}</Button>}
          items={[
            { id: 'factors', label: t('factorPolicy'), href: link('factorPolicy') },
            { id: 'company', label: t('ssoSettings'), href: link('ssoSettings') },
            { id: 'mailboxes', label: t('mailboxes'), href: link('mailboxes') },
            { id: 'webhooks', label: t('webhooks'), href: link('webhooks') },
            { id: 'tokens', label: t('apiTokens'), href: link('apiTokens') },
          ]}
        />
      }
      search={route.useSearch()}
      onSearch={onSearch}
    />
  )
}
