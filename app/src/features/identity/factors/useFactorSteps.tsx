/** The steps that add a second factor and show new recovery codes, for a page or a dialogue. */
import { type ReactNode, useState } from 'react'
import type { AddedFactor, NewTotp } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { FormActions } from '~/ui/form/Form'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { AddPasskey } from './AddPasskey'
import { AddTotp } from './AddTotp'
import { RecoveryCodes } from './RecoveryCodes'

/** The steps, each with the data that it shows. */
type Step = { is: 'choose' } | { is: 'totp'; totp: NewTotp } | { is: 'codes'; codes: string[] }

interface FactorSteps {
  title: string
  lead: string
  isChoosing: boolean
  /** Whether the recovery codes are shown, which the user must save before leaving. */
  hasCodes: boolean
  content: ReactNode
}

/** `onDone` is called once the factor is added and the codes are saved. */
export function useFactorSteps(onDone: () => void): FactorSteps {
  const { t } = useTranslation('security')
  const [step, setStep] = useState<Step>({ is: 'choose' })
  function added({ recoveryCodes }: AddedFactor, name: string) {
    toasts.add({ title: t('new.done', { name }), tone: 'good' })
    if (recoveryCodes.length > 0) setStep({ is: 'codes', codes: recoveryCodes })
    else onDone()
  }
  const hasCodes = step.is === 'codes'
  return {
    title: t(hasCodes ? 'new.codesTitle' : 'new.title'),
    lead: t(hasCodes ? 'new.codesLead' : 'new.lead'),
    isChoosing: step.is === 'choose',
    hasCodes,
    content: (
      <>
        {step.is === 'choose' && (
          <Stack gap={5}>
            <Boundary isPart waiting={null}>
              <AddPasskey onAdded={added} />
            </Boundary>
            <StartTotp onBegun={(totp) => setStep({ is: 'totp', totp })} />
          </Stack>
        )}
        {step.is === 'totp' && <AddTotp totp={step.totp} onAdded={added} onBack={() => setStep({ is: 'choose' })} />}
        {step.is === 'codes' && (
          <Stack gap={5}>
            <RecoveryCodes codes={step.codes} />
            <FormActions>
              <Button mode="primary" size="large" onPress={onDone}>
                {t('recovery.done')}
              </Button>
            </FormActions>
          </Stack>
        )}
      </>
    ),
  }
}

function StartTotp({ onBegun }: { onBegun: (totp: NewTotp) => void }) {
  const { t } = useTranslation('security')
  const readOnly = useReadOnly()
  const begin = useWrite('BeginTotp')
  return (
    <Card title={t('new.app')}>
      <Stack gap={3} align="start">
        <p>{t('new.appBody')}</p>
        {begin.isError && <RefusalNotice error={begin.error} />}
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
