/** What a list of accounts that wait or could not be taken shows, as its address says it. */
import { textOf } from './textOf'

const dialogs = ['correct', 'forget'] as const

export interface PendingSearch {
  search?: string | undefined
  open?: (typeof dialogs)[number] | undefined
  /** The row that the dialogue is about; without it those that are ticked. */
  row?: string | undefined
}

export const readPendingSearch = (raw: Record<string, unknown>): PendingSearch => ({
  search: textOf(raw.search),
  open: dialogs.find((one) => one === raw.open),
  row: textOf(raw.row),
})
