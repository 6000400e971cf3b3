/** Second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
import { useState } from 'react'
import type { SignInChallenge } from '~/core/generatedData'
import { CallError, call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { afterSignIn, leaveFor } from '~/kit/session/redirect'
import { Button } from '~/ui/button/Button'
import { Form } from '~/ui/form/Form'
import { useTranslation } from '~/words/useTranslation'
import { OtherKinds, ProofField } from './ProofField'
import { askForPasskey } from './passkey'
import { whyNoPasskeys } from './passkeySupport'
import { checkProof, noProof, proofKinds, proofOf } from './proof'

interface Props {
  challenge: SignInChallenge
  audience: 'customer' | 'staff'
  /** The token of the invitation that the user came with. */
  invitationToken?: string
  /** Returns whether an error ends the sign-in. An expired challenge always does. */
  endsWith?: (error: CallError) => boolean
  /** Shows the first step again, with the error that ended the sign-in. There is no error if the user went back. */
  onRestart: (error?: CallError) => void
}

export function SecondStep({ challenge: { handle, methods, passkey }, audience, invitationToken, endsWith, onRestart }: Props) {
  const { t } = useTranslation('factors')
  const { t: common } = useTranslation()
  const kinds = proofKinds(methods, passkey !== null && whyNoPasskeys() === undefined)
  const [kind, setKind] = useState(kinds[0] ?? 'recoveryCode')
  const form = useForm(noProof, {
    check: (values, language, rules) => checkProof(kind, values, t('recoveryMissing'), language, rules),
  })

  async function proof() {
    if (kind !== 'passkey') return proofOf(kind, form.values)
    return { passkey: await askForPasskey(passkey) }
  }
  async function completeSignIn() {
    const request = { handle, ...(await proof()), ...(invitationToken !== undefined && { invitationToken }) }
    try {
      const { isPasswordResetRequired } = await call('CompleteSignIn', request)
      await leaveFor(afterSignIn(audience, invitationToken === undefined ? location.search : '', isPasswordResetRequired))
    } catch (error) {
      // A wrong code can be corrected here, so it does not end the sign-in.
      if (!(error instanceof CallError) || !(error.body.code === 'challengeExpired' || endsWith?.(error))) throw error
      onRestart(error)
    }
  }
  return (
    <PublicPage
      title={t('step.title')}
      subtitle={t(`step.${kind}`)}
      others={
        <>
          <OtherKinds kinds={kinds} kind={kind} onChoose={setKind} />
          <Button mode="ghost" size="small" onPress={() => onRestart()}>
            {t('step.back')}
          </Button>
        </>
      }
    >
      <FormRefusal form={form} />
      <Form
        onSubmit={() => void form.submit(completeSignIn)}
        errors={form.errors}
        errorTitle={common('problem.summary')}
        isBusy={form.isBusy}
      >
        <ProofField kind={kind} form={form} />
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isWide>
          {t(kind === 'passkey' ? 'ways.passkey' : 'step.submit')}
        </Button>
      </Form>
    </PublicPage>
  )
}
