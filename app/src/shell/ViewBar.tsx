/** The bar above every screen in customer view mode: the customer, a note that it is read-only, and a link back. */
import { ArrowLeft, Eye } from 'lucide-react'
import { useBulkId, useProfile } from '../kit/session/useProfile'
import { returnPageOf } from '../kit/session/viewing'
import { LinkButton } from '../ui/button/LinkButton'
import { useTranslation } from '../words/useTranslation'
import styles from './ViewBar.module.css'

export function ViewBar() {
  const { t } = useTranslation('shell')
  const { companyName } = useProfile()
  const bulkId = useBulkId()
  return (
    <section className={styles.bar} aria-label={t('view.label')}>
      <Eye className={styles.icon} aria-hidden="true" />
      <p className={styles.text}>
        <strong className={styles.whom}>{t('view.whom', { bulkId, company: companyName ?? '' })}</strong>
        <span className={styles.what}>{t('view.readOnly')}</span>
      </p>
      <LinkButton size="small" href={returnPageOf(bulkId)} icon={<ArrowLeft />}>
        {t('view.back')}
      </LinkButton>
    </section>
  )
}
