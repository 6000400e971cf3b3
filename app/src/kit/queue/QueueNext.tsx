/** A link shown after a decision: to the next record of the list that this record was opened from, or back to the list. */

import { numberShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { useTranslation } from '~/words/useTranslation'
import styles from './Queue.module.css'
import type { Queue } from './useQueue'

interface Props {
  queue: Queue | undefined
  /** Whether the decision was just made on this screen. Its button has disappeared, so the link takes the focus. */
  isFocused: boolean
}

export function QueueNext({ queue, isFocused }: Props) {
  const { t } = useTranslation('list')
  if (!queue || queue.isLoading) return null
  const { next, href, label, left, again } = queue
  return (
    <div ref={isFocused ? focusLink : undefined} className={styles.next}>
      {again && (
        <>
          <p>{t('queue.refused')}</p>
          <Button mode="primary" size="large" isWide onPress={again.ask} isLoading={again.isAsking}>
            {t('queue.next')}
          </Button>
        </>
      )}
      {next === undefined && !again && (
        <LinkButton mode="primary" size="large" isWide href={href}>
          {t('queue.back', { list: label })}
        </LinkButton>
      )}
      {next !== undefined && (
        <LinkButton mode="primary" size="large" isWide href={next}>
          {left === undefined ? t('queue.next') : t('queue.goOn', { count: left, shown: numberShown(left) })}
        </LinkButton>
      )}
    </div>
  )
}

/** Focuses the link. Waits two frames, because React Aria restores the focus after a dialogue in the next frame. */
function focusLink(element: HTMLElement | null) {
  requestAnimationFrame(() => requestAnimationFrame(() => element?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })))
}
