/** Requests a new activation link, in place of an expired link or for an e-mail address. */

import { useState } from 'react'
import { link } from '~/core/links'
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

export function ExpiredLink() {
  const [{ token }] = useState(currentAddress)
  return token ? <RenewLink token={token} /> : <RequestByEmail />
}

function RenewLink({ token }: { token: string }) {
  const { t } = useTranslation('identityPages')
  const form = useForm({})

  async function send() {
    await call('SendNewActivationLink', { token })
    navigatePublic(link('activateLinkSent'), { replaces: true })
  }
  return (
    <PublicPage title={t('expired.title')} subtitle={t('expired.lead')} others={<Link href={link('signIn')}>{t('link.signIn')}</Link>}>
      <FormRefusal form={form} />
      <Button mode="primary" size="large" onPress={() => void form.submit(send)} isLoading={form.isBusy} isWide>
        {t('expired.send')}
      </Button>
    </PublicPage>
  )
}

function RequestByEmail() {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const form = useForm({ email: pageData().email ?? '' }, { check: checkEmail })

  async function send() {
    const { email } = form.values
    await call('ResendActivation', { email })
    navigatePublic(link('activateLinkSent'), { data: { email } })
  }
  return (
    <PublicPage
      title={t('expired.newTitle')}
      subtitle={t('expired.newLead')}
      others={<Link href={link('signIn')}>{t('link.signIn')}</Link>}
    >
      <FormRefusal form={form} />
      <Form onSubmit={() => void form.submit(send)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <TextField {...form.field('email')} label={t('email')} type="email" autoComplete="username" isRequired />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide>
          {t('expired.send')}
        </Button>
      </Form>
    </PublicPage>
  )
}
