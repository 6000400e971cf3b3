/** Explains why a link is invalid, expired or used, and what to do instead. */

import type { Code, LinkKind } from '~/core/generatedData'
import { link } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { usePortal } from '~/kit/public/PublicFrame'
import { PublicPage } from '~/kit/public/PublicPage'
import { navigatePublic } from '~/kit/public/publicPages'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { FormActions } from '~/ui/form/Form'
import { unbroken } from '~/ui/text/unbroken'
import { useTranslation } from '~/words/useTranslation'
import { nextSteps } from './nextSteps'

interface Props {
  kind: LinkKind
  code?: Code
  /** The error of a check that had no result, such as a lost connection. */
  error?: unknown
  /** Repeats the check that had no result. */
  retry?: () => void
  token?: string | undefined
}

/** The pages that the buttons open, by kind of link. */
const pages: Record<LinkKind, { signIn: string; forgot: string }> = {
  activation: { signIn: link('signIn'), forgot: link('forgotPassword') },
  staffActivation: { signIn: link('staffSignIn'), forgot: link('staffForgotPassword') },
  reset: { signIn: link('signIn'), forgot: link('forgotPassword') },
  staffReset: { signIn: link('staffSignIn'), forgot: link('staffForgotPassword') },
  invitation: { signIn: link('signIn'), forgot: link('forgotPassword') },
}

const problemOf = (code: Code) =>
  code === 'linkExpired' ? 'expired' : code === 'linkUsed' ? 'used' : code === 'accountAlreadyActivated' ? 'active' : 'invalid'

export function LinkProblem({ kind, code, error, retry, token }: Props) {
  const { t } = useTranslation('identityPages')
  const { t: common } = useTranslation()
  const number = unbroken(usePortal()?.careLine ?? '')
  if (!code) {
    return (
      <PublicPage title={common('problem.loading')} subtitle={messageOf(error)}>
        <div>
          <Button mode="primary" onPress={retry}>
            {common('ui.tryAgain')}
          </Button>
        </div>
      </PublicPage>
    )
  }
  const { signIn, forgot } = pages[kind]
  const problem = problemOf(code)
  return (
    <PublicPage
      title={problem === 'invalid' ? common('sentences:linkInvalid') : t(`link.${problem}`)}
      subtitle={
        problem === 'active'
          ? t(kind === 'staffActivation' ? 'link.activeStaffLead' : 'link.activeLead')
          : t(`link.${kind}.${problem}`, { number })
      }
    >
      <FormActions>
        {nextSteps(kind, code).map((step, index) => {
          const mode = index === 0 ? 'primary' : 'secondary'
          if (step === 'activation') {
            return (
              <Button
                key={step}
                mode={mode}
                // Only a link that has expired can be renewed. For any other, the user enters an e-mail address.
                onPress={() => navigatePublic(link('expiredLink'), { token: code === 'linkExpired' ? token : undefined })}
              >
                {t('expired.send')}
              </Button>
            )
          }
          return (
            <LinkButton key={step} mode={mode} href={step === 'newReset' ? forgot : signIn}>
              {t(step === 'newReset' ? 'link.newReset' : 'link.signIn')}
            </LinkButton>
          )
        })}
      </FormActions>
    </PublicPage>
  )
}
