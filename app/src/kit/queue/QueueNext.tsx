/** Shown after a decision: the next record of the list that this record was opened from, or a link back to the list. */

import { numberShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { LinkButton } from '../../ui/button/LinkButton'
import { useTranslation } from '../../words/useTranslation'
import type { Queue } from './useQueue'

interface Props {
  queue: Queue | undefined
  /** The decision was just made on this screen. Its button has disappeared, so the focus moves here. */
  isFocused: boolean
}

export function QueueNext({ queue, isFocused }: Props) {
  const { t } = useTranslation('list')
  if (!queue || queue.isLoading) return null
  const { next, href, label, left, again } = queue
  return (
    <div ref={isFocused ? focusLink : undefined}>
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

/** After a dialogue, React Aria restores the focus in the next frame if it can, so wait one more. */
function focusLink(element: HTMLElement | null) {
  requestAnimationFrame(() => requestAnimationFrame(() => element?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })))
}
