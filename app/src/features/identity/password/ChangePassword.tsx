/** Lets a signed-in user change the password, voluntarily or because it is required before anything else. */

import { type ReactNode, useEffect, useState } from 'react'
import type { FactorKind, Profile } from '~/core/generatedData'
import { link } from '~/core/links'
import { CallError, call, messageOf, onConfirmIdentity } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { leaveFor, signInAddress } from '~/kit/session/redirect'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { withWords } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'
import { type CheckContext, type CheckResult, checkNewPassword, plainFieldError } from '../checks'
import type { ConfirmFirst } from './ConfirmFirst'
import { NewPassword } from './NewPassword'

const loadConfirm = withWords(['factors'], async () => (await import('./ConfirmFirst')).ConfirmFirst)

/** An open request to confirm the user's identity with a second factor. */
interface IdentityRequest {
  Confirm: typeof ConfirmFirst
  methods: readonly FactorKind[]
  settle: (isConfirmed: boolean) => void
}

/** Returns the open request. The call that needs the confirmation opens it. */
function useIdentityRequest() {
  const [request, setRequest] = useState<IdentityRequest>()
  useEffect(() => {
    onConfirmIdentity(async () => {
      const [{ methods }, Confirm] = await Promise.all([call('GetFactors', {}), loadConfirm()])
      return new Promise((resolve) => {
        const settle = (isConfirmed: boolean) => {
          setRequest(undefined)
          resolve(isConfirmed)
        }
        setRequest({ Confirm, methods, settle })
      })
    })
  }, [])
  return request
}

type SignedInProfile = Profile & { isStaff: boolean }

/** Loads the profile of the signed-in customer or staff user. Throws if no user is signed in. */
async function readSignedInProfile(): Promise<SignedInProfile> {
  try {
    return { ...(await call('GetUserProfile', {})), isStaff: false }
  } catch (error) {
    if (!(error instanceof CallError) || (error.status !== 401 && error.status !== 403)) throw error
    return { ...(await call('GetAdminProfile', {})), isStaff: true }
  }
}

/** Opens the sign-in page for customers or for staff, if it is known which. Both use this page's address. */
const openSignIn = (error: CallError, isStaff?: boolean) =>
  leaveFor(signInAddress(location.pathname, location.search, error.body.code === 'sessionExpired', isStaff))

export function ChangePassword() {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const [profile, setProfile] = useState<SignedInProfile>()
  const [failure, setFailure] = useState<unknown>()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    readSignedInProfile().then(setProfile, (error: unknown) => (isSignedOut(error) ? openSignIn(error) : setFailure(error)))
  }, [])

  if (failure) {
    return (
      <PublicPage title={common('problem.loading')} subtitle={messageOf(failure)}>
        <div>
          <Button mode="primary" onPress={() => location.reload()}>
            {common('ui.tryAgain')}
          </Button>
        </div>
      </PublicPage>
    )
  }
  if (isDone && profile) return <Changed profile={profile} />
  return (
    <PublicPage title={t('change.title')} subtitle={t(profile?.isPasswordResetRequired ? 'change.mustLead' : 'change.lead')}>
      <div aria-busy={!profile || undefined}>{profile && <ChangeForm profile={profile} onDone={() => setDone(true)} />}</div>
    </PublicPage>
  )
}

const isSignedOut = (error: unknown): error is CallError => error instanceof CallError && error.status === 401
/** Returns the page to open afterwards: the home if no other page was open before, else the profile. */
const nextPageOf = ({ isStaff, isPasswordResetRequired }: SignedInProfile) =>
  isPasswordResetRequired ? (isStaff ? link('staffHome') : link('home')) : isStaff ? link('staffProfile') : link('profile')

const empty = { oldPassword: '', password: '', confirmation: '' }

function check(entry: typeof empty, ...rest: CheckContext): CheckResult {
  const old = entry.oldPassword ? [] : [plainFieldError('oldPassword', 'oldPasswordRequired')]
  return { fields: [...old, ...checkNewPassword(entry, ...rest).fields] }
}

function ChangeForm({ profile, onDone }: { profile: SignedInProfile; onDone: () => void }): ReactNode {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const form = useForm(empty, {
    check,
    at: { incorrectPassword: 'oldPassword', passwordAsBefore: 'password', passwordCommon: 'password' },
  })

  async function change() {
    const { oldPassword, password } = form.values
    try {
      await call('ChangePassword', { oldPassword, newPassword: password })
    } catch (error) {
      if (isSignedOut(error)) return openSignIn(error, profile.isStaff)
      throw error
    }
    onDone()
  }
  const identityRequest = useIdentityRequest()
  return (
    <>
      {identityRequest && <identityRequest.Confirm methods={identityRequest.methods} onAnswer={identityRequest.settle} />}
      {/* hidden and not removed, so that the fields keep their text */}
      <div hidden={identityRequest !== undefined}>
        <Form onSubmit={() => void form.submit(change)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
          <FormRefusal form={form} />
          {/* for password managers, which store a password under its user name */}
          <TextField
            id="email"
            label={t('email')}
            type="email"
            autoComplete="username"
            value={profile.email}
            onChange={() => undefined}
            isReadOnly
          />
          <TextField
            {...form.field('oldPassword')}
            label={t('password.present')}
            type="password"
            autoComplete="current-password"
            isRequired
          />
          <NewPassword form={form} />
          <FormActions>
            <Button type="submit" mode="primary" size="large" isLoading={form.isBusy}>
              {t('change.submit')}
            </Button>
            {!profile.isPasswordResetRequired && (
              <LinkButton size="large" href={nextPageOf(profile)}>
                {t('change.cancel')}
              </LinkButton>
            )}
          </FormActions>
        </Form>
      </div>
    </>
  )
}

function Changed({ profile }: { profile: SignedInProfile }) {
  const { t } = useTranslation('identityPages')
  return (
    <PublicPage title={t('change.doneTitle')} subtitle={t('change.done')}>
      <div>
        <LinkButton mode="primary" size="large" href={nextPageOf(profile)}>
          {t('change.goOn')}
        </LinkButton>
      </div>
    </PublicPage>
  )
}
