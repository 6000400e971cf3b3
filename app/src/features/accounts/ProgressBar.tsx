/* ProgressBar({ label, done, total })  how much of a work is done: words, figures and a bar */
import { useId } from 'react'
import { countShown } from '../../core/core'
import { useTranslation } from '../../words/useTranslation'
import styles from './ProgressBar.module.css'

interface Props {
  label: string
  done: number
  total: number
}

export function ProgressBar({ label, done, total }: Props) {
  const { t } = useTranslation('accounts')
  const id = useId()
  return (
    <div className={styles.work}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <span className={styles.figures}>{t('progress.of', { done: countShown(done), total: countShown(total) })}</span>
      </div>
      <progress id={id} className={styles.bar} value={done} max={Math.max(total, 1)} />
    </div>
  )
}
