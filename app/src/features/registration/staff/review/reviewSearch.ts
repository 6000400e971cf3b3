/** The open tab of an application and the decision that is being made, as the address has them. */
import { oneOf } from '../../../../kit/list/address'

export const reviewTabs = ['submitted', 'accounts', 'log'] as const
const decisions = ['approve', 'requestForInfo', 'reject'] as const
export type Decision = (typeof decisions)[number]

interface ReviewSearch {
  tab?: (typeof reviewTabs)[number] | undefined
  decide?: Decision | undefined
}

export const readReviewSearch = (raw: Record<string, unknown>): ReviewSearch => ({
  tab: oneOf(...reviewTabs)(raw.tab),
  decide: oneOf(...decisions)(raw.decide),
})
