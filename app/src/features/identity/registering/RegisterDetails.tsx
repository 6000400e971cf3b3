/** Second step of registration: personal details, terms and a final review. */
import { type Dispatch, lazy, type SetStateAction, Suspense, useEffect, useState } from 'react'
import { type ErrorBody, termsVersion } from '~/core/generatedData'
import { link } from '~/core/links'
import { CallError, call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { navigatePublic } from '~/kit/public/publicPages'
import { usePublicFrozen } from '~/kit/public/usePublicFrozen'
import { afterSignIn, leaveFor } from '~/kit/session/redirect'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Checkbox } from '~/ui/form/Checkbox'
import { Form, FormActions } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { isLinkRefusal } from '../link/LinkChecked'
import styles from './RegisterDetails.module.css'
import { RegisterSteps } from './RegisterSteps'
import { checkSecond, type Entry, type Invitation, isOfFirst } from './registration'

const loadDialogs = () => import('./RegisterDialogs')
const RegisterDialogs = lazy(loadDialogs)

interface Props {
  state: [Entry, Dispatch<SetStateAction<Entry>>]
  invitation: Invitation | undefined
  onBack: () => void
  /** Called when the registration is sent, so that the entries can be deleted. */
  onSent: () => void
  /** Called when the server refuses the e-mail address or the password, which belong to the first step. */
  onFirstRefused: (body: ErrorBody) => void
  /** Called when the invitation is no longer valid. */
  onLinkRefused: ((error: CallError) => void) | undefined
}

export function RegisterDetails({ state, invitation, onBack, onSent, onFirstRefused, onLinkRefused }: Props) {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const frozenForOthers = usePublicFrozen('Register')
  // An announcement freezes only the registration of new companies. Invited colleagues join a registered company.
  const frozen = invitation ? undefined : frozenForOthers
  const form = useForm(state[0], { state, check: checkSecond })
  const [open, setOpen] = useState<'terms' | 'confirm'>()
  useEffect(() => void loadDialogs(), [])
  const { email, password, name, identificationType, identificationNo, mobileNo } = form.values
  const isPassport = identificationType === 'passport'

  async function register() {
    const person = { email, password, name, identificationType, identificationNo, mobileNo, termsVersion }
    try {
      await call('Register', { ...person, ...(invitation && { invitationToken: invitation.token }) })
    } catch (error) {
      setOpen(undefined)
      if (isLinkRefusal(error) && onLinkRefused) return onLinkRefused(error)
      if (error instanceof CallError && (error.body.code === 'emailInUse' || error.body.fields.some(isOfFirst))) {
        return onFirstRefused({ ...error.body, fields: error.body.fields.filter(isOfFirst) })
      }
      throw error
    }
    onSent()
    await (invitation ? signIn() : navigatePublic(link('activateLinkSent'), { data: { email } }))
  }
  /** Signs an invited user in. No activation is needed, because the invitation proved the e-mail address. */
  async function signIn() {
    try {
      const answer = await call('Login', { username: email, password })
      // A new user has no second factor yet.
      if ('challenge' in answer) throw new Error('a new user was asked for a second factor')
      await leaveFor(afterSignIn('customer', '', answer.isPasswordResetRequired))
    } catch {
      navigatePublic(link('signIn', { done: 'registered' }), { data: { email }, replaces: true })
    }
  }

  const number = (
    <TextField
      {...form.field('identificationNo')}
      label={t(isPassport ? 'identification.passportNo' : 'identification.icNo')}
      hint={t(isPassport ? 'identification.passportHint' : 'identification.icHint')}
      autoComplete="off"
      inputMode={isPassport ? 'text' : 'numeric'}
      isTabular
      isRequired
    />
  )
  return (
    <PublicPage
      title={invitation ? t('invitation.title') : t('register.title')}
      subtitle={invitation ? t('invitation.lead', { company: invitation.companyName }) : t('register.detailsLead')}
    >
      <RegisterSteps current="details" />
      {frozen && <Notice tone="warning" title={frozen} isAnnounced />}
      {form.refusal !== frozen && <FormRefusal form={form} />}
      <Form
        onSubmit={() => void form.submit(async () => setOpen('confirm'))}
        errors={form.errors}
        errorTitle={common('problem.summary')}
        isBusy={form.isBusy}
      >
        <TextField {...form.field('name')} label={t('name')} hint={t('register.nameHint')} autoComplete="name" maxLength={100} isRequired />
        {/* Before a type is chosen there is no field for the number, so its error leads to the choice of type. */}
        <div id={identificationType === '' ? 'identificationNo' : undefined}>
          <RadioGroup
            {...form.field('identificationType')}
            label={t('identification.type')}
            options={[
              { id: 'ic', title: t('identification.ic'), content: number },
              { id: 'passport', title: t('identification.passport'), content: number },
            ]}
            columns={2}
            isRequired
          />
        </div>
        <TextField
          {...form.field('mobileNo')}
          label={t('mobile')}
          hint={t('register.mobileHint')}
          prefix={<span aria-hidden="true">+60</span>}
          type="tel"
          autoComplete="tel"
          isTabular
          isRequired
        />
        <Stack gap={2}>
          <Checkbox
            id="agreed"
            label={t('register.agree')}
            isChecked={form.values.agreed}
            onChange={(agreed) => form.set('agreed', agreed)}
            error={form.error('agreed')}
            isRequired
          />
          <div className={styles.terms}>
            <Button mode="ghost" size="small" onPress={() => setOpen('terms')}>
              {t('register.readTerms')}
            </Button>
          </div>
        </Stack>
        <FormActions>
          <Button type="submit" mode="primary" size="large" isDisabled={frozen !== undefined} why={frozen}>
            {t('register.check')}
          </Button>
          <Button size="large" onPress={onBack}>
            {t('register.back')}
          </Button>
        </FormActions>
      </Form>
      {open && (
        <Suspense>
          <RegisterDialogs
            open={open}
            entry={form.values}
            isBusy={form.isBusy}
            canChangeEmail={!invitation}
            onClose={() => setOpen(undefined)}
            onChangeEmail={onBack}
            onConfirm={() => void form.submit(register)}
          />
        </Suspense>
      )}
    </PublicPage>
  )
}
