/**
 * Notice above the lists of accounts that shows the progress of jobs that add or remove accounts. Users may leave the page while a
 * job runs.
 */
import { useId } from 'react'
import { numberShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { Notice } from '~/ui/feedback/Notice'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from './accountListSource'
import styles from './ProgressNotice.module.css'

export function ProgressNotice({ source }: { source: AccountListSource }) {
  return (
    <div className={styles.over}>
      <Boundary of={source.bulkId} isPart waiting={null}>
        <WhileRunning source={source} />
      </Boundary>
    </div>
  )
}

function WhileRunning({ source }: { source: AccountListSource }) {
  const { t } = useTranslation('accounts')
  const { pending, done } = useRead('GetTaggingProgress', { id: source.bulkId })
  const title = t(source.isStaff ? 'progress.theirs' : 'progress.title')
  return (
    <>
      <VisuallyHidden role="status">{pending > 0 && title}</VisuallyHidden>
      {pending > 0 && (
        <Notice tone="progress" title={title}>
          <ProgressBar label={t('progress.body')} done={done} total={done + pending} />
        </Notice>
      )}
    </>
  )
}

interface ProgressBarProps {
  label: string
  done: number
  total: number
}

/** Progress of a job: label, figures and a bar. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const { t } = useTranslation('accounts')
  const id = useId()
  return (
    <div className={styles.work}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <span className={styles.figures}>{t('progress.of', { done: numberShown(done), total: numberShown(total) })}</span>
      </div>
      <progress id={id} className={styles.bar} value={done} max={Math.max(total, 1)} />
    </div>
  )
}
