/** How many other bills a query in a list is about, in words. Undefined if it is about one bill. */
import { type InvoiceNo, numberShown } from '~/core/core'

type Say = (key: 'queries:bills.more', values: { count: number; shown: string }) => string

export const otherBills = ({ length }: readonly InvoiceNo[], t: Say): string | undefined =>
  length === 0 ? undefined : t('queries:bills.more', { count: length, shown: numberShown(length) })
