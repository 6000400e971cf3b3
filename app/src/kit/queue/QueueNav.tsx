/**
 * Navigation through the list that a record was opened from: previous, next, and the number left. The keys K and J open
 * the previous and next record.
 */
import { useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { useTranslation } from '~/words/useTranslation'
import type { PageRetry } from './pageRetry'
import styles from './Queue.module.css'
import { useKeys } from './useKeys'
import type { Queue } from './useQueue'

export function QueueNav({ queue }: { queue: Queue | undefined }) {
  const { t } = useTranslation('list')
  useQueueKeys(queue)
  if (!queue) return null
  const { previous, next, left, position, isLoading, again } = queue
  const text = again
    ? t('queue.refused')
    : left !== undefined
      ? t('queue.left', { count: left, shown: numberShown(left) })
      : position && t('queue.position', { position: numberShown(position.index), total: numberShown(position.total) })
  return (
    <nav className={styles.queue} aria-label={t('queue.label', { list: queue.label })}>
      <span className={styles.left}>{isLoading ? '' : text}</span>
      <Step href={previous} shortcut="K" why={t('queue.first')}>
        <ChevronLeft />
        <span className={styles.word}>{t('queue.previous')}</span>
      </Step>
      <Step href={next} again={again} shortcut="J" why={t('queue.last')}>
        <span className={styles.word}>{t('queue.next')}</span>
        <ChevronRight />
      </Step>
    </nav>
  )
}

interface StepProps {
  href: string | undefined
  again?: PageRetry | undefined
  shortcut: string
  why: string
  children: ReactNode
}

function Step({ href, again, shortcut, why, children }: StepProps) {
  if (href !== undefined)
    return (
      <LinkButton href={href} shortcut={shortcut}>
        {children}
      </LinkButton>
    )
  return (
    <Button isDisabled={!again} why={why} onPress={again?.ask} isLoading={again?.isAsking} shortcut={again && shortcut}>
      {children}
    </Button>
  )
}

function useQueueKeys(queue: Queue | undefined) {
  const router = useRouter()
  const to = (href: string | undefined) => (href === undefined ? undefined : () => void router.navigate({ href }))
  useKeys({ j: to(queue?.next) ?? queue?.again?.ask, k: to(queue?.previous) })
}
