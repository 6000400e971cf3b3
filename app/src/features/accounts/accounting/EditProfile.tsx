/** Screens of the form of an accounting profile: a new one, and a change. */
import { getRouteApi } from '@tanstack/react-router'
import { sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { requiredComponent } from '~/ui/base/deferred'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Page } from '~/ui/layout/Page'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { NoProfile } from './NoProfile'

// Loads the rules of the `accounting` package, which readers of profiles do not need.
const ProfileEditor = requiredComponent(async () => (await import('./ProfileEditor')).ProfileEditor)

const newRoute = getRouteApi(paths.newAccountingProfile)
const route = getRouteApi(paths.editAccountingProfile)

export function NewProfile() {
  const { t } = useTranslation('accounting')
  const { preset } = newRoute.useSearch()
  useTitle(t('edit.new'))
  return (
    <Page title={t('edit.new')} breadcrumbs={[{ label: t('title'), href: link('accounting') }]}>
      <Boundary isPage>
        <Guarded>
          <ProfileEditor preset={preset} />
        </Guarded>
      </Boundary>
    </Page>
  )
}

export function EditProfile() {
  const { t } = useTranslation('accounting')
  const { profileId } = route.useParams()
  useTitle(t('edit.change'))
  return (
    <Page title={t('edit.change')} breadcrumbs={[{ label: t('title'), href: link('accounting') }]}>
      <Boundary isPage of={profileId}>
        <Guarded>
          <Existing profileId={profileId} />
        </Guarded>
      </Boundary>
    </Page>
  )
}

function Existing({ profileId }: { profileId: string }) {
  const { profiles } = useRead('GetAccountingProfiles', { id: useBulkId() })
  const profile = profiles.find((one) => one.profileId === profileId)
  return profile ? <ProfileEditor key={profileId} profile={profile} /> : <NoProfile />
}

/** Users who may not change profiles can open the address, for example from a link. */
function Guarded({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const mayChange = useMay('bill', 'update')
  const readOnly = useReadOnly()
  if (mayChange && readOnly === undefined) return children
  return (
    <EmptyState
      kind="nothing"
      title={readOnly ?? sentence('forbidden', language)}
      action={<LinkButton href={link('accounting')}>{t('profile.toProfiles')}</LinkButton>}
    />
  )
}
