/** Adds a second factor, voluntarily or because the user's role requires it, and shows new recovery codes. */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { AddedFactor, NewTotp } from '~/core/core'
import { link } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { isStaffRole, profileAddress, useIsSetupRequired, useProfile } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { FormActions } from '~/ui/form/Form'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { AddPasskey } from './AddPasskey'
import { AddTotp } from './AddTotp'
import { RecoveryCodes } from './RecoveryCodes'

/** The steps of the page, each with the data that it shows. */
type Step = { is: 'choose' } | { is: 'totp'; totp: NewTotp } | { is: 'codes'; codes: string[] }

export function AddFactor() {
  const { t } = useTranslation(['security', 'profile'])
  const router = useRouter()
  const { role } = useProfile()
  const isRequired = useIsSetupRequired()
  const [step, setStep] = useState<Step>({ is: 'choose' })
  const profile = profileAddress(role)
  const title = t(step.is === 'codes' ? 'new.codesTitle' : 'new.title')
  useTitle(title)

  /** Leaves the page. If the factor was required, loads the portal again, because nothing else could be read before. */
  function leave() {
    if (isRequired) location.replace(isStaffRole(role) ? link('staffHome') : link('home'))
    else void router.navigate({ href: profile })
  }
  function added({ recoveryCodes }: AddedFactor, name: string) {
    toasts.add({ title: t('new.done', { name }), tone: 'good' })
    if (recoveryCodes.length > 0) setStep({ is: 'codes', codes: recoveryCodes })
    else leave()
  }
  const chooseAgain = () => setStep({ is: 'choose' })
  return (
    <Page
      width="form"
      title={title}
      subtitle={t(step.is === 'codes' ? 'new.codesLead' : isRequired ? 'new.mustLead' : 'new.lead')}
      breadcrumbs={isRequired ? undefined : [{ label: t('profile:title'), href: profile }]}
    >
      {step.is === 'choose' && (
        <Stack gap={5}>
          <Boundary isPart waiting={null}>
            <AddPasskey onAdded={added} />
          </Boundary>
          <StartTotp onBegun={(totp) => setStep({ is: 'totp', totp })} />
          {!isRequired && (
            <div>
              <LinkButton href={profile}>{t('new.cancel')}</LinkButton>
            </div>
          )}
        </Stack>
      )}
      {step.is === 'totp' && <AddTotp totp={step.totp} onAdded={added} onBack={chooseAgain} />}
      {step.is === 'codes' && (
        <Stack gap={5}>
          <RecoveryCodes codes={step.codes} />
          <FormActions>
            <Button mode="primary" size="large" onPress={leave}>
              {t('recovery.done')}
            </Button>
          </FormActions>
        </Stack>
      )}
    </Page>
  )
}

function StartTotp({ onBegun }: { onBegun: (totp: NewTotp) => void }) {
  const { t } = useTranslation('security')
  const readOnly = useReadOnly()
  const begin = useWrite('BeginTotp')
  return (
    <Card title={t('new.app')}>
      <Stack gap={3} align="start">
        <p>{t('new.appBody')}</p>
        {begin.isError && <Notice tone="bad" title={messageOf(begin.error)} isAnnounced />}
        <Button
          mode="primary"
          onPress={() => begin.mutate({}, { onSuccess: onBegun })}
          isLoading={begin.isPending}
          isDisabled={readOnly !== undefined}
          why={readOnly}
        >
          {t('new.appStart')}
        </Button>
      </Stack>
    </Card>
  )
}
