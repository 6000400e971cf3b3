/** First step of registration: an e-mail address that has no account yet, and a password. */

import { type Dispatch, type SetStateAction, useRef } from 'react'
import type { ErrorBody } from '~/core/generatedData'
import { useRules } from '~/core/lazyRules'
import { link } from '~/core/links'
import { CallError, call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { usePublicFrozen } from '~/kit/public/usePublicFrozen'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { NewPassword } from '../password/NewPassword'
import { beginCompanySignIn } from '../sso/begin'
import { RegisterSteps } from './RegisterSteps'
import { checkFirst, type Entry, type Invitation } from './registration'

interface Props {
  state: [Entry, Dispatch<SetStateAction<Entry>>]
  invitation: Invitation | undefined
  refused: ErrorBody | undefined
  onDone: () => void
}

/** Button to join through the company's own sign-in, which needs no password of the portal. */
function JoinWithCompany({ invitation: { email, token } }: { invitation: Invitation }) {
  const { t } = useTranslation('identityPages')
  const form = useForm({})
  return (
    <Stack gap={2}>
      <FormRefusal form={form} />
      <Button
        mode="primary"
        size="large"
        onPress={() => void form.submit(() => beginCompanySignIn(email, { invitationToken: token }))}
        isLoading={form.isBusy}
        isWide
      >
        {t('invitation.company')}
      </Button>
      <p>{t('invitation.or')}</p>
    </Stack>
  )
}

export function RegisterEmail({ state, invitation, refused, onDone }: Props) {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const frozenForOthers = usePublicFrozen('Register')
  // An announcement freezes only the registration of new companies. Invited colleagues join a registered company.
  const frozen = invitation ? undefined : frozenForOthers
  const language = useLanguage()
  const rules = useRules()
  const [{ email }] = state
  const form = useForm(state[0], { state, check: checkFirst, refused, at: { emailInUse: 'email' } })
  /** The last check of an address, so that Continue does not check the same address again. */
  const lastCheck = useRef<{ email: string; isFree: Promise<boolean> }>(undefined)

  function isFree() {
    if (lastCheck.current?.email !== email) {
      const isFree = call('IsNewEmailValid', { email })
      isFree.catch(() => {
        lastCheck.current = undefined
      })
      lastCheck.current = { email, isFree }
    }
    return lastCheck.current.isFree
  }
  async function requireFreeEmail() {
    if (!invitation && !(await isFree())) throw emailInUse()
  }
  const emailInUse = () =>
    new CallError({ code: 'emailInUse', errorTopic: '', errorMessage: common('sentences:emailInUse'), fields: [], params: {} }, 409)

  async function leaveEmail() {
    form.leave('email')
    if (invitation || email === '' || form.problem('email')) return
    // Shows the result as soon as it is known. A failed check is reported only when the user continues.
    if ((await isFree().catch(() => true)) === false) form.refuse(emailInUse())
  }
  const isTaken = form.error('email') === common('sentences:emailInUse')

  return (
    <PublicPage
      title={invitation ? t('invitation.title') : t('register.title')}
      subtitle={invitation ? t('invitation.lead', { company: invitation.companyName }) : t('register.lead')}
      others={
        <>
          <Link href={link('signIn')}>{t('register.signIn')}</Link>
          {!invitation && <Link href={link('learnMore')}>{t('register.learnMore')}</Link>}
        </>
      }
    >
      {invitation?.isSsoOffered && <JoinWithCompany invitation={invitation} />}
      <RegisterSteps current="email" />
      {frozen && <Notice tone="warning" title={frozen} isAnnounced />}
      {form.refusal !== frozen && <FormRefusal form={form} />}
      {refused && form.errors.length > 0 && (
        <Notice tone="bad" title={rules?.sentenceWith(refused.code, refused.params, language) ?? refused.errorMessage} />
      )}
      <Form
        onSubmit={() => void form.submit(() => requireFreeEmail().then(onDone))}
        errors={form.errors}
        errorTitle={common('problem.summary')}
        isBusy={form.isBusy}
      >
        <Stack gap={2}>
          <TextField
            {...form.field('email')}
            onBlur={() => void leaveEmail()}
            label={t('email')}
            hint={invitation ? t('invitation.fixed') : t('register.emailHint')}
            type="email"
            autoComplete="username"
            isReadOnly={invitation !== undefined}
            isRequired
          />
          {isTaken && (
            <p>
              <Link href={link('signIn')}>{t('register.signIn')}</Link> · <Link href={link('forgotPassword')}>{t('register.forgot')}</Link>
            </p>
          )}
        </Stack>
        <NewPassword form={form} />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide isDisabled={frozen !== undefined} why={frozen}>
          {t('register.next')}
        </Button>
      </Form>
    </PublicPage>
  )
}
