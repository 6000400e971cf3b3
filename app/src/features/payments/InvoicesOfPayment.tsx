import { List } from '~/kit/list/List'
import { useList } from '~/kit/list/useList'
import type { invoiceList, staffInvoiceList } from './invoiceList'

export function InvoicesOfPayment({ list, transactionNo }: { list: typeof invoiceList | typeof staffInvoiceList; transactionNo: string }) {
  return <List list={useList(list, { of: { transactionNo } })} />
}
