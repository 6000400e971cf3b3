/** Lets a new staff user set the first password. No other page opens before that. */
import { checkNewPassword } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useTitle } from '~/kit/page/useTitle'
import { useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { NewPassword } from '../password/NewPassword'

export function FirstTimeLogin() {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { email } = useProfile()
  const form = useForm(
    { password: '', confirmation: '' },
    {
      check: ({ password, confirmation }, language) => checkNewPassword(password, confirmation, language),
      at: { passwordAsBefore: 'password', passwordCommon: 'password' },
    },
  )
  // Nothing is loaded again afterwards, because the user leaves this page.
  const change = useWrite('FirstTimeChangePassword', { skipsRefetch: true })
  useTitle(t('first.title'))

  async function save() {
    await change.mutateAsync({ newPassword: form.values.password })
    location.replace(link('staffHome'))
  }
  return (
    <Page width="form" title={t('first.title')} subtitle={t('first.lead')}>
      <Form onSubmit={() => void form.submit(save)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <FormRefusal form={form} />
        {/* for password managers, which store a password under its user name */}
        <TextField
          id="email"
          label={t('about.email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={() => undefined}
          isReadOnly
        />
        <NewPassword form={form} />
        <FormActions>
          <Button type="submit" mode="primary" size="large" isLoading={form.isBusy}>
            {t('first.submit')}
          </Button>
        </FormActions>
      </Form>
    </Page>
  )
}
