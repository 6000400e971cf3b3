/** What the utility wrote to the customer. */
import type { ReactNode } from 'react'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Registration.module.css'

interface Props {
  of: 'rejected' | 'requestForInfo'
  remark: string | null
  actions?: ReactNode
}

export function Remark({ of, remark, actions }: Props) {
  const { t } = useTranslation('registration')
  return (
    <Notice tone={of === 'rejected' ? 'bad' : 'warning'} title={t(`remark.${of}`)} actions={actions}>
      <p className={styles.remark}>{remark ?? t('remark.none')}</p>
    </Notice>
  )
}
