/** The state of each service in the last hour. The frame shows the announcements above it. */
import { useEffect, useState } from 'react'
import type { PortalStatus, ServiceState } from '~/core/generatedData'
import { loadRules, useRules } from '~/core/lazyRules'
import { call } from '~/kit/call/api'
import rows from '~/kit/page/Rows.module.css'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const tones: Record<ServiceState, Tone> = { working: 'good', unused: 'neutral', disturbed: 'warning', down: 'bad' }
/** Milliseconds between two requests of an open page. The server reads its own figures once a minute. */
const interval = 60_000

export function StatusBoard() {
  const { t } = useTranslation('identityPages')
  const language = useLanguage()
  const rules = useRules()
  const { status, hasFailed } = useStatus()
  if (hasFailed) return <Notice tone="bad" title={t('status.failed')} isAnnounced />
  if (!status)
    return (
      <div aria-busy="true">
        <Skeleton height="15rem" shape="box" />
      </div>
    )
  return (
    <>
      <ul className={rows.rows} aria-label={t('status.services')}>
        {status.services.map(({ service, state }) => (
          <li key={service} className={rows.row}>
            <div className={rows.head}>
              <h2 className={rows.name}>{t(`status.service.${service}`)}</h2>
              <StatusBadge tone={tones[state]}>{t(`status.state.${state}`)}</StatusBadge>
            </div>
            <p className={rows.note}>{t(`status.body.${state}`)}</p>
          </li>
        ))}
      </ul>
      {rules && <p className={rows.note}>{t('status.asOf', { when: rules.instantShown(status.asOf, language) })}</p>}
    </>
  )
}

/** Loads the status, and again every minute while the page is open. */
function useStatus() {
  const [status, setStatus] = useState<PortalStatus>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    loadRules()
    const asking = new AbortController()
    const load = () =>
      call('GetStatus', {}, { signal: asking.signal }).then(
        (answer) => {
          setStatus(answer)
          setFailed(false)
        },
        () => asking.signal.aborted || setFailed(true),
      )
    void load()
    const timer = setInterval(load, interval)
    return () => {
      asking.abort()
      clearInterval(timer)
    }
  }, [])
  return { status, hasFailed }
}
