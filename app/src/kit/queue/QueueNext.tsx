/** What follows a decision: the next record of the list that this one was opened from, or the way back to it. */

import { numberShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { LinkButton } from '../../ui/button/LinkButton'
import { useTranslation } from '../../words/useTranslation'
import type { Queue } from './useQueue'

interface Props {
  queue: Queue | undefined
  /** The decision was made here just now: the focus, whose button is gone, goes on here. */
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

/** React Aria gives the focus back in the next frame after a dialogue, where it can. */
function focusLink(element: HTMLElement | null) {
  requestAnimationFrame(() => requestAnimationFrame(() => element?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })))
}
