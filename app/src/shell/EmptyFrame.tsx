/** The frame while what belongs into it is on its way. */
import { Zap } from 'lucide-react'
import { useTranslation } from '../words/useTranslation'
import styles from './Shell.module.css'

export function EmptyFrame() {
  const { t } = useTranslation()
  return (
    <div className={styles.shell}>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Zap aria-hidden="true" />
          <span>{t('product')}</span>
        </span>
      </header>
      <main className={styles.main} aria-busy="true" />
    </div>
  )
}
