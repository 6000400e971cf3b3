/** The user's active sessions. Each can be ended from here. */
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { instantShown, type LiveSession } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { useDevice } from '~/kit/people/useDevice'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Profile.module.css'

export function YourSessions() {
  const { t } = useTranslation('profile')
  return (
    <Card title={t('sessions.title')}>
      <p className={styles.hint}>{t('sessions.hint')}</p>
      <Boundary isPart waiting={<Skeleton shape="box" height="4rem" />}>
        <Sessions />
      </Boundary>
    </Card>
  )
}

function Sessions() {
  const { t } = useTranslation('profile')
  const sessions = useRead('GetSessions', {})
  const [isAsking, setAsking] = useState(false)
  const readOnly = useReadOnly()
  const end = useWrite('EndSession')
  const endOthers = useWrite('EndOtherSessions')
  const others = sessions.filter(({ isThisOne }) => !isThisOne)
  function openConfirmation() {
    // Clears the error of a previous attempt.
    endOthers.reset()
    setAsking(true)
  }
  return (
    <>
      {end.isError && <RefusalNotice error={end.error} />}
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <Session
            key={session.sessionId}
            session={session}
            isEnding={end.isPending && end.variables.sessionId === session.sessionId}
            onEnd={() => end.mutate({ sessionId: session.sessionId })}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div className={styles.others}>
          <Button onPress={openConfirmation} isDisabled={readOnly !== undefined} why={readOnly}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => endOthers.mutate({}, { onSuccess: () => setAsking(false) })}
        title={t('sessions.endOthersTitle')}
        confirmLabel={t('sessions.endOthers')}
        cancelLabel={t('cancel')}
        tone="danger"
        isLoading={endOthers.isPending}
      >
        <p>{t('sessions.endOthersBody', { count: others.length })}</p>
        {endOthers.isError && <RefusalNotice error={endOthers.error} />}
      </ConfirmDialog>
    </>
  )
}

function Session({ session, isEnding, onEnd }: { session: LiveSession; isEnding: boolean; onEnd: () => void }) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const { name, isPhone } = useDevice(session.device)
  const readOnly = useReadOnly()
  const Icon = isPhone ? Smartphone : Monitor
  const when = { since: instantShown(session.startedAt, language), active: instantShown(session.lastActiveAt, language) }
  return (
    <li className={styles.session}>
      <Icon aria-hidden="true" />
      <div className={styles.what}>
        <div className={styles.device}>
          {name}
          {session.isThisOne && <StatusBadge tone="good">{t('sessions.thisOne')}</StatusBadge>}
        </div>
        <p className={styles.when}>{t(session.isThisOne ? 'sessions.since' : 'sessions.sinceAndActive', when)}</p>
      </div>
      {!session.isThisOne && (
        <Button
          size="small"
          label={t('sessions.endOne', { device: name, since: when.since })}
          onPress={onEnd}
          isLoading={isEnding}
          isDisabled={readOnly !== undefined}
          why={readOnly}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
