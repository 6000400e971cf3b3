/** Says whether a payment needs one or two officers, and who accepted it first. */
import { type AdminPaymentDetails, instantShown } from '../../../core/core'
import { Notice } from '../../../ui/feedback/Notice'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'

export function Officers({ head: { proposed, needsSecondOfficer } }: { head: AdminPaymentDetails['head'] }) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  if (!proposed) return needsSecondOfficer ? <Notice title={t('officers.two')}>{t('officers.twoBody')}</Notice> : null
  const figures = { who: proposed.by, when: instantShown(proposed.at, language) }
  return (
    <Notice tone="warning" title={t('officers.waits')} isAnnounced>
      {t(`officers.${proposed.isOwn ? 'own' : proposed.isRelated ? 'related' : 'other'}`, figures)}
    </Notice>
  )
}
