/** Requests a link to set a new password, for customers and staff. */

import { useState } from 'react'
import { isStaffPath, link } from '~/core/links'
import { call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { currentAddress, navigatePublic, pageData } from '~/kit/public/publicPages'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { checkEmail } from '../checks'

export function ForgotPassword() {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const [isStaff] = useState(() => isStaffPath(currentAddress().path))
  const form = useForm({ email: pageData().email ?? '' }, { check: checkEmail, at: { emailNotRegistered: 'email' } })

  async function requestLink() {
    const { email } = form.values
    await call(isStaff ? 'AdminForgotPassword' : 'ForgotPassword', { email })
    navigatePublic(isStaff ? link('staffForgotPasswordSent') : link('forgotPasswordSent'), { data: { email } })
  }
  return (
    <PublicPage
      title={t('forgot.title')}
      subtitle={t('forgot.lead')}
      others={
        <>
          <Link href={isStaff ? link('staffSignIn') : link('signIn')}>{t('link.signIn')}</Link>
          {!isStaff && <Link href={link('register')}>{t('register.title')}</Link>}
        </>
      }
    >
      <FormRefusal form={form} />
      <Form onSubmit={() => void form.submit(requestLink)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <TextField {...form.field('email')} label={t('email')} type="email" autoComplete="username" isRequired />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide>
          {t('forgot.submit')}
        </Button>
      </Form>
    </PublicPage>
  )
}
