/** Company sign-in: asks for the e-mail address, and handles the answer when the provider redirects back to this page. */
import { useEffect, useRef, useState } from 'react'
import type { Tokens } from '~/core/generatedData'
import { link } from '~/core/links'
import { CallError, call, messageOf } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { pageData } from '~/kit/public/publicPages'
import { deliverAnswer, type ProviderAnswer } from '~/kit/session/providerWindow'
import { afterSignIn, leaveFor } from '~/kit/session/redirect'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { checkEmail } from '../checks'
import { SecondStep, useChallenge } from '../factors/secondStep'
import { beginCompanySignIn } from './begin'
import { type PendingSignIn, parseAnswer, takePending } from './provider'

export function CompanySignIn() {
  const [answer, setAnswer] = useState(() => parseAnswer(location.search))
  /** The error that ended the previous attempt. */
  const [refused, setRefused] = useState<CallError>()
  if (!answer) return <AskForEmail refused={refused} />
  return (
    <HandleAnswer
      answer={answer}
      onRestart={(error) => {
        setRefused(error)
        setAnswer(undefined)
      }}
    />
  )
}

function AskForEmail({ refused }: { refused: CallError | undefined }) {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const form = useForm({ email: pageData().email ?? '' }, { check: checkEmail })
  useEffect(() => {
    if (refused) form.refuse(refused)
  }, [refused])
  return (
    <PublicPage
      title={t('company.title')}
      subtitle={t('company.lead')}
      others={<Link href={`${link('signIn')}${location.search}`}>{t('company.password')}</Link>}
    >
      <FormRefusal form={form} />
      <Form
        onSubmit={() => void form.submit(() => beginCompanySignIn(form.values.email, { search: location.search }))}
        errors={form.errors}
        errorTitle={common('problem.summary')}
        isBusy={form.isBusy}
      >
        <TextField
          {...form.field('email')}
          label={t('email')}
          hint={t('company.emailHint')}
          type="email"
          autoComplete="username"
          isRequired
        />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide>
          {t('company.submit')}
        </Button>
      </Form>
    </PublicPage>
  )
}

/** What happens with the provider's answer. */
type AnswerState =
  | { is: 'finishing' }
  /** Another tab began the sign-in and took the answer. */
  | { is: 'passedOn' }
  /** No tab of this browser began the sign-in. */
  | { is: 'unknown' }
  | { is: 'refused'; error: unknown; purpose: PendingSignIn['purpose'] }

interface HandleAnswerProps {
  answer: ProviderAnswer
  onRestart: (error?: CallError) => void
}

function HandleAnswer({ answer, onRestart }: HandleAnswerProps) {
  const { t } = useTranslation('identityPages')
  const [state, setState] = useState<AnswerState>({ is: 'finishing' })
  const { challenge, complete } = useChallenge()
  // The effect runs on each render, but an answer can be used only once.
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const pending = takePending(answer.state)
    // Removes the provider's code, so that it is neither shown nor sent again by a reload.
    history.replaceState(null, '', `${link('companySignIn')}${pending?.search ?? ''}`)
    if (!pending) {
      void deliverAnswer(answer).then((isTaken) => {
        setState({ is: isTaken ? 'passedOn' : 'unknown' })
        if (isTaken) window.close()
      })
      return
    }
    finish(pending, answer, complete).catch((error: unknown) => setState({ is: 'refused', error, purpose: pending.purpose }))
  }, [answer, complete])

  if (challenge) return <SecondStep challenge={challenge} audience="customer" onRestart={onRestart} />
  if (state.is === 'finishing') return <PublicPage title={t('company.finishing')} subtitle={t('company.finishingLead')} />
  if (state.is === 'passedOn') return <PublicPage title={t('company.passedOn')} subtitle={t('company.passedOnLead')} />
  if (state.is === 'unknown') {
    return (
      <PublicPage title={t('company.refused')} subtitle={t('company.unknown')}>
        <RestartActions onRestart={onRestart} />
      </PublicPage>
    )
  }
  return <Refused error={state.error} purpose={state.purpose} onRestart={onRestart} />
}

/** Sends the provider's answer to the server. Then opens the profile if the user connected, else the second step or the portal. */
async function finish(
  { purpose, handle, invitationToken }: PendingSignIn,
  answer: ProviderAnswer,
  complete: ReturnType<typeof useChallenge>['complete'],
) {
  if (purpose === 'link') {
    await call('FinishSsoProof', { handle, ...answer })
    return leaveFor(link('profile'))
  }
  const answered = await call('FinishSso', { handle, ...answer, invitationToken: invitationToken ?? null })
  const tokens: Tokens | undefined = await complete(answered)
  if (tokens) await leaveFor(afterSignIn('customer', location.search, tokens.isPasswordResetRequired))
}

function Refused({ error, purpose, onRestart }: { error: unknown; purpose: PendingSignIn['purpose']; onRestart: () => void }) {
  const { t } = useTranslation('identityPages')
  const code = error instanceof CallError ? error.body.code : undefined
  const isFailure = !(error instanceof CallError) || error.status === 0 || error.status >= 500
  return (
    <PublicPage title={t(purpose === 'link' ? 'company.notConnected' : 'company.refused')}>
      <Notice tone={isFailure ? 'warning' : 'bad'} title={messageOf(error)} isAnnounced />
      {purpose === 'link' ? (
        <FormActions>
          <LinkButton mode="primary" href={link('connectSso')}>
            {t('company.again')}
          </LinkButton>
          <LinkButton href={link('profile')}>{t('company.profile')}</LinkButton>
        </FormActions>
      ) : code === 'ssoNotLinked' ? (
        <FormActions>
          <LinkButton mode="primary" href={link('signIn', { redirect: link('connectSso') })}>
            {t('company.connect')}
          </LinkButton>
          <Button onPress={onRestart}>{t('company.again')}</Button>
        </FormActions>
      ) : (
        <RestartActions onRestart={onRestart} />
      )}
    </PublicPage>
  )
}

function RestartActions({ onRestart }: { onRestart: () => void }) {
  const { t } = useTranslation('identityPages')
  return (
    <FormActions>
      <Button mode="primary" onPress={onRestart}>
        {t('company.again')}
      </Button>
      <LinkButton href={`${link('signIn')}${location.search}`}>{t('company.password')}</LinkButton>
    </FormActions>
  )
}
