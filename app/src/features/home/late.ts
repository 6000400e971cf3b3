/** Late bills that a single press on Home pays. */
import type { Countable, HomeBills, Money } from '~/core/core'

export interface LateOffer {
  due: 'overdue' | 'pastDue'
  bills: number
  amount: Money
  /** Whether the press pays all bills of Home's figure. The others are on hold. */
  isAll: boolean
}

type Counts = Record<LateOffer['due'], Pick<Countable, 'bills' | 'total'> | undefined>

/** Returns the overdue bills that can be paid, or else those that are less late. Undefined if there are none. */
export function lateOffer(figures: Pick<HomeBills, 'overdue' | 'pastDue'>, counts: Counts): LateOffer | undefined {
  const due = (['overdue', 'pastDue'] as const).find((due) => (counts[due]?.bills ?? 0) > 0)
  const counted = due && counts[due]
  return counted && { due, bills: counted.bills, amount: counted.total, isAll: counted.bills === figures[due].bills }
}
