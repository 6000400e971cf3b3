/** Where one is signed in now, and how to end it: at once, from anywhere. */
import { useMutation } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { instantShown, type LiveSession } from '../../../core/core'
import { call, messageOf } from '../../../kit/call/api'
import { useCall } from '../../../kit/call/useCall'
import { Loaded } from '../../../kit/page/Loaded'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/feedback/Notice'
import { StatusBadge } from '../../../ui/feedback/StatusBadge'
import { Card } from '../../../ui/layout/Card'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Profile.module.css'
import { useDevice } from './useDevice'

export function YourSessions() {
  const { t } = useTranslation('profile')
  const sessions = useCall('GetSessions', {})
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({ mutationFn: (sessionId: string) => call('EndSession', { sessionId }) })
  const endOthers = useMutation({ mutationFn: () => call('EndOtherSessions', {}), onSuccess: () => setAsking(false) })
  const others = sessions.data?.filter(({ isThisOne }) => !isThisOne) ?? []
  return (
    <Card title={t('sessions.title')}>
      <p className={styles.hint}>{t('sessions.hint')}</p>
      {end.isError && <Notice tone="bad" title={messageOf(end.error)} isAnnounced />}
      <Loaded query={sessions}>
        {(list) => (
          <ul className={styles.sessions}>
            {list.map((session) => (
              <Session
                key={session.sessionId}
                session={session}
                isEnding={end.isPending && end.variables === session.sessionId}
                onEnd={() => end.mutate(session.sessionId)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {others.length > 1 && (
        <div className={styles.others}>
          <Button onPress={() => setAsking(true)}>{t('sessions.endOthers')}</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => endOthers.mutate()}
        title={t('sessions.endOthersTitle')}
        confirmLabel={t('sessions.endOthers')}
        cancelLabel={t('cancel')}
        tone="danger"
        isLoading={endOthers.isPending}
      >
        <p>{t('sessions.endOthersBody', { count: others.length })}</p>
        {endOthers.isError && <Notice tone="bad" title={messageOf(endOthers.error)} isAnnounced />}
      </ConfirmDialog>
    </Card>
  )
}

function Session({ session, isEnding, onEnd }: { session: LiveSession; isEnding: boolean; onEnd: () => void }) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const { name, isPhone } = useDevice(session.device)
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
        <Button size="small" label={t('sessions.endOne', { device: name, since: when.since })} onPress={onEnd} isLoading={isEnding}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
