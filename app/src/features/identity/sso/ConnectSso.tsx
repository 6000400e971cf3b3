/** Connects the signed-in user with the company's provider, voluntarily or because the company requires it before anything else. */
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useIsSetupRequired } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { FormActions } from '~/ui/form/Form'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { goToProvider } from './provider'

export function ConnectSso() {
  const { t } = useTranslation(['security', 'profile'])
  const isRequired = useIsSetupRequired()
  useTitle(t('company.title'))
  return (
    <Page
      width="form"
      title={t('company.title')}
      subtitle={t(isRequired ? 'company.mustLead' : 'company.lead')}
      breadcrumbs={isRequired ? undefined : [{ label: t('profile:title'), href: link('profile') }]}
    >
      <Boundary isPage>
        <Connection />
      </Boundary>
    </Page>
  )
}

function Connection() {
  const { t } = useTranslation('security')
  const isRequired = useIsSetupRequired()
  const readOnly = useReadOnly()
  const { isOffered, isLinked } = useRead('GetOwnSso', {})
  const begin = useWrite('BeginSsoProof')
  const connect = () =>
    begin.mutate({ purpose: 'link' }, { onSuccess: (start) => void goToProvider(start, { purpose: 'link', search: '' }).then(begin.reset) })
  if (!isOffered) return <Notice tone="neutral" title={t('company.none')} />
  return (
    <Stack gap={4}>
      {isLinked && <Notice tone="good" title={t('company.connected')} />}
      <p>{t(isLinked ? 'company.replace' : 'company.body')}</p>
      {begin.isError && <RefusalNotice error={begin.error} />}
      <FormActions>
        <Button
          mode={isLinked ? 'secondary' : 'primary'}
          size="large"
          onPress={connect}
          isLoading={begin.isPending || begin.isSuccess}
          isDisabled={readOnly !== undefined}
          why={readOnly}
        >
          {t(isLinked ? 'company.connectOther' : 'company.connect')}
        </Button>
        {!isRequired && (
          <LinkButton size="large" href={link('profile')}>
            {t('new.cancel')}
          </LinkButton>
        )}
      </FormActions>
    </Stack>
  )
}
