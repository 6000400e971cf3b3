/** Form of the company's OpenID Connect provider. What it saves is tried before it is used. */
import { useState } from 'react'
import { instantShown, type SsoState } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { CopyableText } from '~/ui/button/CopyableText'
import { LinkButton } from '~/ui/button/LinkButton'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotEditable } from './Domains'

export function ProviderForm({ state }: { state: SsoState }) {
  const { t } = useTranslation('sso')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const id = useBulkId()
  const whyNot = useWhyNotEditable()
  const set = useWrite('SetSso')
  const saved = state.untried ?? state.provider
  // The settings when the form opened, so that another user's later change does not replace the entries.
  const [initial] = useState(() => ({ issuer: saved?.issuer ?? '', clientId: saved?.clientId ?? '', clientSecret: '' }))
  const form = useForm(initial)
  const save = () =>
    form.submit(async () => {
      const { clientSecret, ...values } = form.values
      await set.mutateAsync({ id, ...values, clientSecret: clientSecret || null })
      form.reset({ ...values, clientSecret: '' })
      toasts.add({ title: t('provider.saved'), tone: 'good' })
    })
  const triedAt = state.provider?.triedAt ?? null
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
            ...(triedAt === null ? [] : [{ id: 'tried', label: t('provider.tried'), value: instantShown(triedAt, language) }]),
          ]}
        />
        <Form onSubmit={() => void save()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
          <FormRefusal form={form} />
          <TextField {...form.field('issuer')} label={t('provider.issuer')} hint={t('provider.issuerHint')} autoComplete="off" isRequired />
          <TextField {...form.field('clientId')} label={t('provider.clientId')} autoComplete="off" isRequired />
          <TextField
            {...form.field('clientSecret')}
            label={t('provider.clientSecret')}
            hint={t(saved?.hasSecret ? 'provider.secretStored' : 'provider.secretHint')}
            type="password"
            autoComplete="off"
            isOptional
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
