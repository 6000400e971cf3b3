/** Shows the countdown of an idle session, and replaces the portal after the session has ended. */
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { constants, sentence } from '../core/core'
import { hasUnsaved } from '../kit/form/unsaved'
import { useTitle } from '../kit/page/useTitle'
import { secondsToAnnounce } from '../kit/session/idle'
import { continueSession, idleAtom } from '../kit/session/idleWatch'
import { leaveForSignIn } from '../kit/session/session'
import { Button } from '../ui/button/Button'
import { Stack } from '../ui/layout/Stack'
import { Modal } from '../ui/overlay/Modal'
import { VisuallyHidden } from '../ui/text/VisuallyHidden'
import { useLanguage } from '../words/useLanguage'
import { useTranslation } from '../words/useTranslation'

export function Idle({ children }: { children: ReactNode }) {
  const shown = useAtomValue(idleAtom)
  if (shown.is === 'gone') return null
  if (shown.is === 'loggedOut') return <LoggedOut />
  return (
    <>
      {children}
      {shown.is === 'warned' && <Countdown secondsLeft={shown.secondsLeft} />}
    </>
  )
}

/** The warning. Closing it in any way continues the session. */
function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation('shell')
  const left = secondsLeft >= 60 ? t('idle.inAMinute') : t('idle.inSeconds', { count: secondsLeft })
  const announced = secondsToAnnounce(secondsLeft)
  return (
    <Modal
      isOpen
      onClose={continueSession}
      title={t('idle.title')}
      role="alertdialog"
      hasCloseButton={false}
      footer={
        <Button mode="primary" onPress={continueSession} autoFocus>
          {t('idle.stay')}
        </Button>
      }
    >
      <Stack gap={3}>
        <p>{t('idle.body', { count: (constants.idleSeconds - constants.idleWarningSeconds) / 60 })}</p>
        <p>
          <strong>{left}</strong>
        </p>
      </Stack>
      <VisuallyHidden>
        <span aria-live="assertive">{announced === undefined ? '' : t('idle.inSeconds', { count: announced })}</span>
      </VisuallyHidden>
    </Modal>
  )
}

function LoggedOut() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  // Read while the replaced page is still mounted.
  const [isLost] = useState(hasUnsaved)
  useTitle(t('idle.over'))
  const signInAgain = () => leaveForSignIn(true)
  return (
    <Modal
      isOpen
      onClose={signInAgain}
      title={t('idle.over')}
      role="alertdialog"
      isDismissable={false}
      footer={
        <Button mode="primary" onPress={signInAgain} autoFocus>
          {t('idle.signIn')}
        </Button>
      }
    >
      <Stack gap={3}>
        <p>{sentence('sessionExpired', language)}</p>
        <p>
          {t(isLost ? 'idle.lost' : 'idle.kept')} {t('idle.returns')}
        </p>
      </Stack>
    </Modal>
  )
}
