/** The state of each service in the last hour. The page shows the announcements above it. */
import type { ServiceState } from '~/core/generatedData'
import { useRules } from '~/core/lazyRules'
import rows from '~/kit/page/Rows.module.css'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { useStatus } from './useStatus'

const tones: Record<ServiceState, Tone> = { working: 'good', unused: 'neutral', disturbed: 'warning', down: 'bad' }

export function StatusBoard({ status, hasFailed }: ReturnType<typeof useStatus>) {
  const { t } = useTranslation('identityPages')
  const language = useLanguage()
  const rules = useRules()
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
