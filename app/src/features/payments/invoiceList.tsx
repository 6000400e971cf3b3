/** The lists of a payment's invoices, for customers and staff. They never change after the payment is made. */
import { amountShown, dayShown } from '~/core/core'
import { list } from '~/kit/list/declare'

const invoicesFrom = (name: 'invoices' | 'invoicesForStaff') =>
  list(name, 'payments', {
    isSettled: true,
    also: { recordCount: 500 },
    rowKey: ({ invoiceNo }) => invoiceNo,
    rowLabel: ({ invoiceNo }) => invoiceNo,
    columns: [
      { id: 'invoiceNo', header: 'invoices.invoice', cell: ({ invoiceNo }) => invoiceNo, width: 9, priority: 'title', isRowHeader: true },
      { id: 'accountNo', header: 'invoices.account', cell: ({ accountNo }) => accountNo, width: 8.5, worth: 3, isEssential: true },
      { id: 'referenceId', header: 'invoices.referenceId', cell: ({ referenceId }) => referenceId, worth: 1 },
      { id: 'batch', header: 'invoices.batch', cell: ({ billBatchId }) => billBatchId, width: 8, worth: 1 },
      {
        id: 'dueDate',
        header: 'invoices.due',
        cell: ({ dueDate }, { language }) => dueDate && dayShown(dueDate, language),
        isDate: true,
        width: 7.5,
        worth: 2,
        isEssential: true,
      },
      {
        id: 'amount',
        header: 'invoices.amount',
        cell: ({ amount }) => amountShown(amount),
        align: 'end',
        width: 10,
        priority: 'amount',
      },
    ],
    caption: ['invoices.count'],
    empty: { title: 'invoices.nothing' },
  })

export const invoiceList = invoicesFrom('invoices')
export const staffInvoiceList = invoicesFrom('invoicesForStaff')
