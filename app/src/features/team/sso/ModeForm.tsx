/** Form of whether users may or must sign in through the provider. */
import { useState } from 'react'
import { type SsoMode, type SsoState, sentence } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { FactorNeeded } from '~/kit/session/FactorNeeded'
import { useBulkId, useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form, FormActions } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotEditable } from './Domains'

const modes = ['off', 'optional', 'required'] as const satisfies SsoMode[]

export function ModeForm({ state }: { state: SsoState }) {
  const { t } = useTranslation('sso')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const id = useBulkId()
  const whyNot = useWhyNotEditable()
  const set = useWrite('SetSsoMode')
  // The mode when the form opened, so that another user's later change does not replace the entry.
  const [initial] = useState(() => ({ mode: state.mode }))
  const form = useForm(initial, { at: { ssoDomainNeeded: 'mode', ssoBreakGlassFactor: 'mode' } })
  const save = () =>
    form.submit(async () => {
      await set.mutateAsync({ id, ...form.values })
      form.reset(form.values)
      toasts.add({ title: t('mode.saved'), tone: 'good' })
    })
  const notTried = state.provider === null ? sentence('ssoNotTried', language) : undefined
  const options = modes.map((mode) => ({
    id: mode,
    title: t(`mode.${mode}`),
    description: t(`mode.${mode}Body`),
    content: mode === 'required' && <BreakGlass />,
    whyNot: mode === 'off' ? undefined : notTried,
  }))
  return (
    <Card title={t('mode.title')}>
      <Form onSubmit={() => void save()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <FormRefusal form={form} />
        <RadioGroup
          id="mode"
          label={t('mode.title')}
          options={options}
          value={form.values.mode}
          onChange={(mode) => form.set('mode', mode as SsoMode)}
          error={form.error('mode')}
          hidesLabel
        />
        <FormActions>
          <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('mode.save')}
          </Button>
        </FormActions>
        <LeaveGuard isUnsaved={form.isUnsaved} />
      </Form>
    </Card>
  )
}

/** Explains how the Master signs in if the provider fails, and asks for a second factor if there is none. */
function BreakGlass() {
  const { t } = useTranslation('sso')
  const { email } = useProfile()
  return (
    <Stack gap={2}>
      <p>{t('breakGlass.body', { email })}</p>
      <FactorNeeded title={t('breakGlass.missing')} />
    </Stack>
  )
}
