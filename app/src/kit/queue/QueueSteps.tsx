/** Buttons for the previous and next record, and the number left, for records in a dialogue over their list. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { numberShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import type { PageRetry } from './pageRetry'
import styles from './Queue.module.css'
import type { QueuePosition } from './queuePosition'

interface Props {
  position: QueuePosition
  again: PageRetry | undefined
  onStep: (key: string) => void
}

export function QueueSteps({ position: { previous, next, left }, again, onStep }: Props) {
  const { t } = useTranslation('list')
  return (
    <div className={styles.queue}>
      <span className={styles.left}>{again ? t('queue.refused') : t('queue.left', { count: left, shown: numberShown(left) })}</span>
      <Button
        size="small"
        isDisabled={previous === undefined}
        why={t('queue.first')}
        onPress={() => previous !== undefined && onStep(previous)}
      >
        <ChevronLeft />
        {t('queue.previous')}
      </Button>
      <Button
        size="small"
        isDisabled={next === undefined && !again}
        why={t('queue.last')}
        isLoading={again?.isAsking}
        onPress={() => (next === undefined ? again?.ask() : onStep(next))}
      >
        {t('queue.next')}
        <ChevronRight />
      </Button>
    </div>
  )
}
