/** Sets a new password through the e-mailed link, for customers and staff. */

import { useState } from 'react'
import { isStaffPath, link } from '~/core/links'
import type { CallError } from '~/kit/call/api'
import { call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { currentAddress, navigatePublic } from '~/kit/public/publicPages'
import { Button } from '~/ui/button/Button'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { checkNewPassword } from '../checks'
import { isLinkRefusal, LinkChecked } from '../link/LinkChecked'
import { NewPassword } from './NewPassword'

export function ResetPassword() {
  const { t } = useTranslation('identityPages')
  const [isStaff] = useState(() => isStaffPath(currentAddress().path))
  return (
    <LinkChecked kind={isStaff ? 'staffReset' : 'reset'} title={t('reset.title')}>
      {({ email }, token, refuse) => <ResetForm isStaff={isStaff} email={email} token={token} onLinkRefused={refuse} />}
    </LinkChecked>
  )
}

interface Props {
  isStaff: boolean
  email: string
  token: string
  onLinkRefused: (error: CallError) => void
}

function ResetForm({ isStaff, email, token, onLinkRefused }: Props) {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const form = useForm({ password: '', confirmation: '' }, { check: checkNewPassword })

  async function set() {
    try {
      await call(isStaff ? 'AdminResetPassword' : 'ResetPassword', { token, password: form.values.password })
    } catch (error) {
      if (!isLinkRefusal(error)) throw error
      return onLinkRefused(error)
    }
    navigatePublic(isStaff ? link('staffSignIn', { done: 'reset' }) : link('signIn', { done: 'reset' }), { replaces: true })
  }
  return (
    <PublicPage title={t('reset.title')} subtitle={t('reset.lead')}>
      <FormRefusal form={form} />
      <Form onSubmit={() => void form.submit(set)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <TextField id="email" label={t('email')} type="email" autoComplete="username" value={email} onChange={() => undefined} isReadOnly />
        <NewPassword form={form} />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide>
          {t('reset.submit')}
        </Button>
      </Form>
    </PublicPage>
  )
}
