/** Adds a second factor, voluntarily or because the user's role requires it. */
import { useRouter } from '@tanstack/react-router'
import { link } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { isStaffRole, profileAddress, useIsSetupRequired, useProfile } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { useFactorSteps } from './useFactorSteps'

export function AddFactor() {
  const { t } = useTranslation(['security', 'profile'])
  const router = useRouter()
  const { role } = useProfile()
  const isRequired = useIsSetupRequired()
  const profile = profileAddress(role)
  /** Leaves the page. If the factor was required, loads the portal again, because nothing else could be read before. */
  function leave() {
    if (isRequired) location.replace(isStaffRole(role) ? link('staffHome') : link('home'))
    else void router.navigate({ href: profile })
  }
  const { title, lead, isChoosing, content } = useFactorSteps(leave)
  useTitle(title)
  return (
    <Page
      width="form"
      title={title}
      subtitle={isChoosing && isRequired ? t('new.mustLead') : lead}
      breadcrumbs={isRequired ? undefined : [{ label: t('profile:title'), href: profile }]}
    >
      <Stack gap={5}>
        {content}
        {isChoosing && !isRequired && (
          <div>
            <LinkButton href={profile}>{t('new.cancel')}</LinkButton>
          </div>
        )}
      </Stack>
    </Page>
  )
}
