/** The query of the review's address: the open tab, and the decision whose dialogue is open. */
import { oneOf } from '~/kit/list/address'
import { readQueue } from '~/kit/queue/origin'

export const reviewTabs = ['submitted', 'accounts', 'log'] as const
const decisions = ['approve', 'requestForInfo', 'reject', 'close'] as const
export type Decision = (typeof decisions)[number]

interface ReviewSearch {
  tab?: (typeof reviewTabs)[number] | undefined
  decide?: Decision | undefined
  /** The list that the application was opened from. */
  queue?: string | undefined
}

export const readReviewSearch = (raw: Record<string, unknown>): ReviewSearch => ({
  tab: oneOf(...reviewTabs)(raw.tab),
  decide: oneOf(...decisions)(raw.decide),
  ...readQueue(raw),
})
