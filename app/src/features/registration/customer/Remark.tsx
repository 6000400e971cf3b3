/** The utility's remark on an application, for the customer. */
import type { ReactNode } from 'react'
import { dayShown } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Registration.module.css'

interface Props {
  of: 'rejected' | 'requestForInfo'
  remark: string | null
  /** The last day to answer. */
  answerBy?: string | null
  /** Why this user cannot answer. */
  whyNotEditable?: string | undefined
  actions?: ReactNode
  /** Set if the remark can appear while the page is open. */
  isAnnounced?: boolean
}

export function Remark({ of, remark, answerBy, whyNotEditable, actions, isAnnounced = false }: Props) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  return (
    <Notice tone={of === 'rejected' ? 'bad' : 'warning'} title={t(`remark.${of}`)} actions={actions} isAnnounced={isAnnounced}>
      <p className={styles.remark}>{remark ?? t('remark.none')}</p>
      {whyNotEditable && <p>{whyNotEditable}</p>}
      {answerBy && <p className={styles.until}>{t('remark.answerBy', { day: dayShown(answerBy, language) })}</p>}
    </Notice>
  )
}
