/** What the utility wrote to the customer. */
import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice'
import { useTranslation } from '../../words/useTranslation'
import styles from './Registration.module.css'

interface Props {
  status: 3 | 4
  remark: string | null
  actions?: ReactNode
}

export function Remark({ status, remark, actions }: Props) {
  const { t } = useTranslation('registration')
  return (
    <Notice tone={status === 3 ? 'bad' : 'warning'} title={t(`remark.${status}`)} actions={actions}>
      <p className={styles.remark}>{remark ?? t('remark.none')}</p>
    </Notice>
  )
}
