/** The Master's settings of company sign-in: mail domains, the provider and its trial, and whether it is required. */
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { Domains } from './Domains'
import { ModeForm } from './ModeForm'
import { ProviderForm } from './ProviderForm'
import { TryIt } from './TryIt'

export function SsoSettings() {
  const { t } = useTranslation('sso')
  useTitle(t('title'))
  return (
    <Page width="form" title={t('title')} subtitle={t('lead')}>
      <Boundary isPage>
        <Settings />
      </Boundary>
    </Page>
  )
}

function Settings() {
  const { t } = useTranslation('sso')
  const state = useRead('GetSso', { id: useBulkId() })
  const { mode, users, linked, domains, untried, provider } = state
  return (
    <Stack gap={5}>
      <p>{t(`state.${mode}`, { linked, users, count: users })}</p>
      <Domains domains={domains} />
      <ProviderForm state={state} />
      {/* The key ends the trial of earlier settings, and removes its failure. */}
      {untried !== null && <TryIt key={untried.setAt} untried={untried} inUse={provider} />}
      <ModeForm state={state} />
    </Stack>
  )
}
