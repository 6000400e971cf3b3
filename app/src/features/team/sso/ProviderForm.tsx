/** Form of the company's OpenID Connect provider, and of whether users may or must sign in through it. */
import { useState } from 'react'
import type { SsoMode, SsoState } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { FactorNeeded } from '~/kit/session/FactorNeeded'
import { useBulkId, useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { CopyableText } from '~/ui/button/CopyableText'
import { LinkButton } from '~/ui/button/LinkButton'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form, FormActions } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotEditable } from './Domains'

const modes = ['off', 'optional', 'required'] as const satisfies SsoMode[]

const valuesOf = ({ mode, provider }: SsoState) => ({
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  mode,
})

export function ProviderForm({ state }: { state: SsoState }) {
  const { t } = useTranslation('sso')
  const { t: common } = useTranslation()
  const id = useBulkId()
  const whyNot = useWhyNotEditable()
  const set = useWrite('SetSso')
  // The settings when the form opened, so that another user's later change does not replace the entries.
  const [initial] = useState(() => valuesOf(state))
  const form = useForm(initial, { at: { ssoDomainNeeded: 'mode', ssoBreakGlassFactor: 'mode' } })
  const hasSecret = state.provider?.hasSecret === true
  const save = () =>
    form.submit(async () => {
      const { clientSecret, ...values } = form.values
      await set.mutateAsync({ id, ...values, clientSecret: clientSecret || null })
      form.reset({ ...values, clientSecret: '' })
      toasts.add({ title: t('provider.saved'), tone: 'good' })
    })
  const options = modes.map((mode) => ({
    id: mode,
    title: t(`mode.${mode}`),
    description: t(`mode.${mode}Body`),
    content: mode === 'required' && <BreakGlass />,
  }))
  return (
    <Card title={t('provider.title')}>
      <Stack gap={4}>
        <p>{t('provider.lead')}</p>
        <Description
          items={[
            {
              id: 'redirect',
              label: t('provider.redirect'),
              value: <CopyableText size="small" text={state.redirectAddress} label={t('provider.copyRedirect')} />,
            },
          ]}
        />
        <Form onSubmit={() => void save()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
          <FormRefusal form={form} />
          <TextField {...form.field('issuer')} label={t('provider.issuer')} hint={t('provider.issuerHint')} autoComplete="off" isRequired />
          <TextField {...form.field('clientId')} label={t('provider.clientId')} autoComplete="off" isRequired />
          <TextField
            {...form.field('clientSecret')}
            label={t('provider.clientSecret')}
            hint={t(hasSecret ? 'provider.secretStored' : 'provider.secretHint')}
            type="password"
            autoComplete="off"
            isOptional
          />
          <RadioGroup
            id="mode"
            label={t('mode.title')}
            options={options}
            value={form.values.mode}
            onChange={(mode) => form.set('mode', mode as SsoMode)}
            error={form.error('mode')}
          />
          <FormActions>
            <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isDisabled={whyNot !== undefined} why={whyNot}>
              {t('provider.save')}
            </Button>
            <LinkButton size="large" href={link('users')}>
              {t('provider.cancel')}
            </LinkButton>
          </FormActions>
          <LeaveGuard isUnsaved={form.isUnsaved} />
        </Form>
      </Stack>
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
