/** The way through the list that a record was opened from: previous, next, and how many are left. J and K do the same. */
import { useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { numberShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { LinkButton } from '../../ui/button/LinkButton'
import { useTranslation } from '../../words/useTranslation'
import styles from './Queue.module.css'
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

/** J leads to the next record and K to the previous one, unless something is typed or a dialogue is open. */
function useQueueKeys(queue: Queue | undefined) {
  const router = useRouter()
  const { previous, next } = queue ?? {}
  // Before the page is drawn: a key that is pressed as soon as the link is seen is not lost.
  useLayoutEffect(() => {
    const go = (event: KeyboardEvent) => {
      const href = { j: next, k: previous }[event.key.toLowerCase()]
      if (href === undefined || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]')
      if (isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      void router.navigate({ href })
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [router, next, previous])
}
