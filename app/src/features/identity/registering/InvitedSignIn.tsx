/** An invited person who already has an account accepts the invitation by signing in. */

import { link } from '~/core/links'
import { type CallError, call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { afterSignIn, leaveFor } from '~/kit/session/redirect'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { checkLogin } from '../checks'
import { SecondStep, useChallenge } from '../factors/secondStep'
import { isLinkRefusal } from '../link/LinkChecked'
import type { Invitation } from './registration'

export function InvitedSignIn({ invitation, onLinkRefused }: { invitation: Invitation; onLinkRefused: (error: CallError) => void }) {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const form = useForm({ username: invitation.email, password: '' }, { check: checkLogin })
  const { challenge, complete, endChallenge } = useChallenge()

  async function signIn() {
    try {
      const tokens = await complete(await call('Login', { ...form.values, invitationToken: invitation.token }))
      if (tokens) await leaveFor(afterSignIn('customer', '', tokens.isPasswordResetRequired))
    } catch (error) {
      if (!isLinkRefusal(error)) throw error
      onLinkRefused(error)
    }
  }
  /** Shows the form again, or why the invitation cannot be used if that ended the second step. */
  function restart(error?: CallError) {
    if (isLinkRefusal(error)) return onLinkRefused(error)
    endChallenge()
    form.set('password', '')
    if (error) form.refuse(error)
  }
  if (challenge) {
    return (
      <SecondStep
        challenge={challenge}
        audience="customer"
        invitationToken={invitation.token}
        endsWith={isLinkRefusal}
        onRestart={restart}
      />
    )
  }
  return (
    <PublicPage
      title={t('invitation.title')}
      subtitle={t('invitation.signInLead', { company: invitation.companyName })}
      others={<Link href={link('forgotPassword')}>{t('register.forgot')}</Link>}
    >
      <FormRefusal form={form} />
      <Form onSubmit={() => void form.submit(signIn)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <TextField {...form.field('username')} label={t('email')} type="email" autoComplete="username" isReadOnly isRequired />
        <TextField {...form.field('password')} label={t('password.now')} type="password" autoComplete="current-password" isRequired />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide>
          {t('invitation.submit')}
        </Button>
      </Form>
    </PublicPage>
  )
}
