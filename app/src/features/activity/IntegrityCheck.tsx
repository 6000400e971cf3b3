/** The result of the last integrity check of the activity log. */
import { dayShown, instantShown, numberShown } from '../../core/core'
import { useRead } from '../../kit/call/read'
import { Notice } from '../../ui/feedback/Notice'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './IntegrityCheck.module.css'

export function IntegrityCheck() {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const { checkedAt, facts, broken, findings, sealedDay } = useRead('GetActivityCheck', {})
  if (checkedAt === null) return <p className={styles.quiet}>{t('check.never')}</p>
  const when = instantShown(checkedAt, language)
  if (broken === 0) {
    return (
      <p className={styles.quiet}>
        {t('check.holds', { when, count: facts, shown: numberShown(facts) })}
        {sealedDay && ` ${t('check.sealed', { day: dayShown(sealedDay, language) })}`}
      </p>
    )
  }
  return (
    <div className={styles.broken}>
      <Notice tone="bad" title={t('check.broken', { count: broken, shown: numberShown(broken), when })}>
        <p>{t('check.brokenBody')}</p>
        {findings.length > 0 && (
          <ul className={styles.findings}>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
