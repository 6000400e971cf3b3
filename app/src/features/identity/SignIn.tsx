/** Sign-in for customers and staff. Core's rules check the fields, in the browser and on the server. */

import { useEffect, useState } from 'react'
import { readActivity } from '~/core/activity'
import type { Tokens } from '~/core/generatedData'
import { link } from '~/core/links'
import { type CallError, call } from '~/kit/call/api'
import { useForm } from '~/kit/form/useForm'
import { usePortal } from '~/kit/public/PublicFrame'
import { PublicPage } from '~/kit/public/PublicPage'
import { currentAddress, navigatePublic, pageData } from '~/kit/public/publicPages'
import { afterSignIn, leaveFor } from '~/kit/session/redirect'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { checkLogin } from './checks'
import { whyNoPasskeys } from './factors/passkeySupport'
import { SecondStep, useChallenge } from './factors/secondStep'
import { usePasskeySignIn } from './factors/usePasskeySignIn'

/** Actions that end on this page. The address names the action, so that the page confirms it. */
const completedActions = ['activated', 'registered', 'reset'] as const

export function SignIn() {
  const isStaff = currentAddress().path === link('staffSignIn')
  const audience = isStaff ? 'staff' : 'customer'
  const { t } = useTranslation('identity')
  const { t: common } = useTranslation()
  const form = useForm({ username: pageData().email ?? '', password: '' }, { check: checkLogin, at: { ssoNotOffered: 'username' } })

  const { challenge, complete, endChallenge } = useChallenge()

  const openPortal = ({ isPasswordResetRequired }: Tokens) => leaveFor(afterSignIn(audience, location.search, isPasswordResetRequired))
  async function signIn() {
    const tokens = await complete(await call(isStaff ? 'AdminLogin' : 'Login', form.values))
    if (tokens) await openPortal(tokens)
  }
  /** Shows the form again, with the reason why the second step ended, if any. */
  function restart(error?: CallError) {
    endChallenge()
    form.set('password', '')
    if (error) form.refuse(error)
  }
  const [isLeaving, setLeaving] = useState(false)
  /** Leaves for the company's provider. Without an e-mail address, which identifies the company, opens the page that asks for it. */
  async function signInWithCompany() {
    const email = form.values.username
    if (!email) return navigatePublic(link('companySignIn') + location.search)
    setLeaving(true)
    try {
      const { beginCompanySignIn } = await import('./sso/begin')
      await beginCompanySignIn(email, { search: location.search })
    } catch (error) {
      form.refuse(error)
    } finally {
      setLeaving(false)
    }
  }
  const hasPasskeys = whyNoPasskeys() === undefined
  const passkey = usePasskeySignIn(audience, hasPasskeys && challenge === undefined, (tokens) => void openPortal(tokens), form.refuse)
  /** Disables the button during the call, because a second press would send a second e-mail. */
  const [isResending, setResending] = useState(false)
  async function resend() {
    const email = form.values.username
    setResending(true)
    await call('ResendActivation', { email }).then(() => navigatePublic(link('activateLinkSent'), { data: { email } }), form.refuse)
    setResending(false)
  }

  // The password is typed again, so it takes the focus with its text selected.
  const wrongCredentials = form.refused?.code === 'wrongCredentials' && form.refused
  useEffect(() => {
    const password = wrongCredentials && document.getElementById('password')
    if (!(password instanceof HTMLInputElement)) return
    password.focus()
    password.select()
  }, [wrongCredentials])

  const query = new URLSearchParams(location.search)
  const completed = completedActions.find((action) => query.get('done') === action)
  // A user who is already signed in goes straight to the requested page. This is skipped after signing out, after a session that
  // expired, and after an action in `completedActions`, which may belong to another user than the session.
  const side = usePortal()?.signedInAs
  const skipsForm = side && !completed && !query.has('idle') && !readActivity()?.ended
  useEffect(() => {
    if (skipsForm) void leaveFor(afterSignIn(side, location.search))
  }, [skipsForm, side])
  const code = form.refused?.code
  if (challenge) return <SecondStep challenge={challenge} audience={audience} onRestart={restart} />
  return (
    <PublicPage
      title={t(`${audience}.title`)}
      subtitle={t(`${audience}.lead`)}
      others={
        <>
          <Link href={isStaff ? link('staffForgotPassword') : link('forgotPassword')}>{t('forgot')}</Link>
          {!isStaff && <Link href={link('register')}>{t('register')}</Link>}
          {!isStaff && <Link href={link('learnMore')}>{t('learnMore')}</Link>}
          <Link href={isStaff ? '/' : link('staffSignIn')}>{t(`${audience}.other`)}</Link>
        </>
      }
    >
      {query.has('idle') && !form.refusal && <Notice tone="neutral" title={common('sentences:sessionExpired')} />}
      {completed && !form.refusal && <Notice tone="good" title={t(`done.${completed}`)} />}
      {form.refusal && (
        <Notice
          tone={form.isFailure ? 'warning' : 'bad'}
          title={form.refusal}
          isAnnounced
          actions={
            code === 'accountLocked' ? (
              <LinkButton size="small" href={isStaff ? link('staffForgotPassword') : link('forgotPassword')}>
                {t('resetPassword')}
              </LinkButton>
            ) : code === 'accountNotActivated' && !isStaff ? (
              <Button size="small" isLoading={isResending} onPress={() => void resend()}>
                {t('resend')}
              </Button>
            ) : undefined
          }
        />
      )}
      <Form onSubmit={() => void form.submit(signIn)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <TextField {...form.field('username')} label={t('email')} type="email" autoComplete="username webauthn" isRequired />
        <TextField {...form.field('password')} label={t('password')} type="password" autoComplete="current-password" isRequired />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide>
          {t('submit')}
        </Button>
      </Form>
      {hasPasskeys && (
        <Button size="large" onPress={() => void passkey.signIn()} isLoading={passkey.isAsking} isWide>
          {t('passkey')}
        </Button>
      )}
      {!isStaff && (
        <Button size="large" onPress={() => void signInWithCompany()} isLoading={isLeaving} isWide>
          {t('company')}
        </Button>
      )}
    </PublicPage>
  )
}
