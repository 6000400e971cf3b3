/** The way through the list that a record was opened from: previous, next, and how many are left. J and K do the same. */
import { useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { LinkButton } from '../../ui/button/LinkButton'
import { useTranslation } from '../../words/useTranslation'
import styles from './Queue.module.css'
import { useKeys } from './useKeys'
import type { Queue } from './useQueue'

export function QueueNav({ queue }: { queue: Queue | undefined }) {
  const { t } = useTranslation('list')
  useQueueKeys(queue)
  if (!queue) return null
  const { previous, next, left, isLoading } = queue
  return (
    <nav className={styles.queue} aria-label={t('queue.label', { list: queue.label })}>
      <span className={styles.left}>{isLoading ? '' : t('queue.left', { count: left, shown: numberShown(left) })}</span>
      <Step href={previous} shortcut="K" why={t('queue.first')}>
        <ChevronLeft />
        {t('queue.previous')}
      </Step>
      <Step href={next} shortcut="J" why={t('queue.last')}>
        {t('queue.next')}
        <ChevronRight />
      </Step>
    </nav>
  )
}

interface StepProps {
  href: string | undefined
  shortcut: string
  why: string
  children: ReactNode
}

function Step({ href, shortcut, why, children }: StepProps) {
  return href === undefined ? (
    <Button isDisabled why={why}>
      {children}
    </Button>
  ) : (
    <LinkButton href={href} shortcut={shortcut}>
      {children}
    </LinkButton>
  )
}

/** J leads to the next record and K to the previous one. */
function useQueueKeys(queue: Queue | undefined) {
  const router = useRouter()
  const to = (href: string | undefined) => (href === undefined ? undefined : () => void router.navigate({ href }))
  useKeys({ j: to(queue?.next), k: to(queue?.previous) })
}
