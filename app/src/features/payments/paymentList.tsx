/**
 * The lists of payments: a customer's, those pending a decision, and all. Pending payments are listed oldest first, the others
 * newest first.
 */

import {
  amountShown,
  type Bank,
  dayAt,
  daysBetween,
  instantShown,
  numberShown,
  type PaymentMethod,
  paymentMethod,
  type Status,
  type Transaction,
} from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import type { Context } from '~/kit/list/context'
import { type ListColumn, list } from '~/kit/list/declare'
import { type ChoiceFilter, choiceOf, type DayFilter, dayFrom, dayTo, picked, type TextFilter, text, yesNo } from '~/kit/list/filters'
import { deferComponent } from '~/ui/base/deferred'
import type { Option } from '~/ui/form/Options'
import { TwoLines } from '~/ui/text/TwoLines'
import { withWords } from '~/words/store'
import { PaymentStatus } from './StatusBadges'
import { type Audience, customerFilters, customerWord, staffStatuses, staffWord } from './statuses'

type PaymentColumn = ListColumn<Transaction, 'payments'>

const number: PaymentColumn = {
  id: 'transactionNo',
  header: 'column.transaction',
  cell: ({ transactionNo }) => transactionNo,
  width: 8.75,
  priority: 'title',
  isRowHeader: true,
}
/** The number, with the place of a payment that is one of several. */
const ownNumber: PaymentColumn = {
  ...number,
  cell: ({ transactionNo, groupPlace, groupPayments }, { t }) =>
    groupPlace && groupPayments ? (
      <TwoLines
        first={transactionNo}
        second={t('group.place', { place: numberShown(groupPlace), count: groupPayments, shown: numberShown(groupPayments) })}
      />
    ) : (
      transactionNo
    ),
  inCard: ({ transactionNo, groupPlace, groupPayments }, { t }) =>
    groupPlace && groupPayments
      ? `${transactionNo} · ${t('group.place', { place: numberShown(groupPlace), count: groupPayments, shown: numberShown(groupPayments) })}`
      : transactionNo,
}
const company: PaymentColumn = {
  id: 'company',
  header: 'column.company',
  cell: ({ companyName, bulkId }) => <TwoLines first={companyName} second={bulkId} />,
  minWidth: 9,
  narrow: { width: 8.5, worth: 0.4 },
  worth: 2.5,
}
/** The user who made the payment, and that another portal had it. */
const madeBy = ({ requestedBy, takenOverAt }: Transaction, takenOver: string) =>
  [requestedBy, takenOverAt && takenOver].filter(Boolean).join(' · ')
const made: PaymentColumn = {
  id: 'paymentDate',
  header: 'column.made',
  cell: (row, { language, t }) => <TwoLines first={instantShown(row.paymentDate, language)} second={madeBy(row, t('takenOver'))} />,
  inCard: (row, { language, t }) => [instantShown(row.paymentDate, language), madeBy(row, t('takenOver'))].filter(Boolean).join(' · '),
  isDate: true,
  width: 10.5,
  narrow: { width: 9.5, worth: 1.5 },
  worth: 3,
}
/** How long a payment in the queue has been waiting. */
const waiting: PaymentColumn = {
  id: 'waiting',
  header: 'column.waiting',
  cell: ({ paymentDate }, { t, today }) => {
    const days = daysBetween(dayAt(paymentDate), today)
    return days > 0 ? t('column.days', { count: days, shown: numberShown(days) }) : t('column.today')
  },
  width: 5.25,
  worth: 3.5,
}
const method: PaymentColumn = {
  id: 'method',
  header: 'column.method',
  cell: (payment, { language }) => <TwoLines first={paymentMethod(payment.paymentMethod, language).word} second={payment.bankName} />,
  inCard: (payment, { language }) => [paymentMethod(payment.paymentMethod, language).word, payment.bankName].filter(Boolean).join(' · '),
  minWidth: 8.25,
  worth: 1,
}
const amount: PaymentColumn = {
  id: 'transactionAmount',
  header: 'column.amount',
  cell: ({ transactionAmount }) => amountShown(transactionAmount),
  align: 'end',
  width: 9,
  priority: 'amount',
}
const bills: PaymentColumn = {
  id: 'totalInvoices',
  header: 'column.billCount',
  cell: ({ totalInvoices }) => numberShown(totalInvoices),
  inCard: ({ totalInvoices }, { t }) => t('list.bills', { count: totalInvoices, shown: numberShown(totalInvoices) }),
  align: 'end',
  width: 4,
  worth: 2,
}
const status = (audience: Audience, width: number, narrow?: Pick<PaymentColumn, 'narrow'>): PaymentColumn => ({
  id: 'status',
  header: 'column.status',
  cell: (payment) => <PaymentStatus status={payment.status} audience={audience} />,
  width,
  ...narrow,
  priority: 'status',
})

const methods = ['FPX', 'EFT_GIRO', 'EFT_RENTAS', 'CHEQUE'] as const satisfies PaymentMethod[]

/** Filters that all lists have. */
const search: TextFilter<'payments'> = text({
  label: 'filter.search',
  hint: 'filter.searchHint',
})
const byMethod: ChoiceFilter<'payments', PaymentMethod, PaymentMethod[]> = choiceOf(methods, {
  label: 'filter.method',
  any: 'filter.anyMethod',
  option: (name, { language }) => paymentMethod(name, language).word,
  asks: (name) => [name],
})
const from: DayFilter<'payments'> = dayFrom()
const to: DayFilter<'payments'> = dayTo()

const byStatus = <const Name extends string>(
  statuses: Record<Name, Status[]>,
  word: (name: Name, context: Context<'payments'>) => string,
): ChoiceFilter<'payments', Name, Status[]> =>
  choiceOf(Object.keys(statuses) as Name[], {
    label: 'filter.status',
    any: 'filter.anyStatus',
    option: word,
    asks: (name) => statuses[name],
  })

const rows = {
  rowKey: ({ transactionNo }: Transaction) => transactionNo,
  rowLabel: ({ transactionNo }: Transaction) => transactionNo,
  caption: ['list.count', 'list.matching'],
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint', clear: 'list.showAll' },
} as const

const noBanks: readonly Bank[] = []
const useBankOptions = (): Option[] =>
  (useOptionalRead('GetBankList', {}) ?? noBanks).map(({ bankId, bankName }) => ({ id: bankId, label: bankName }))

const PaymentPanel = deferComponent(withWords(['payments'], async () => (await import('./customer/PaymentPanel')).PaymentPanel))

/** Rows in each page: about five screens on a phone. */
const also = { recordCount: 25 }

export const transactionList = list('payments', 'payments', {
  ...rows,
  also,
  filters: {
    search,
    status: byStatus(customerFilters, (name, { t, language }) =>
      name === 'inProgress' || name === 'unsuccessful' ? t(`filter.${name}`) : customerWord(name, language),
    ),
    method: byMethod,
    bank: picked({
      label: 'filter.bank',
      any: 'filter.anyBank',
      useOptions: useBankOptions,
      chip: (bank) => bank,
      unknown: 'filter.unknownBank',
    }),
    from,
    to,
  },
  rowHref: ({ transactionNo }) => link('payment', { transactionNo }),
  panel: {
    title: (transactionNo, { t }) => t('details.title', { transactionNo }),
    href: (transactionNo) => link('payment', { transactionNo }),
    Body: PaymentPanel,
  },
  columns: [ownNumber, made, method, bills, amount, status('customer', 11.75, { narrow: { width: 10.5, worth: 0.5 } })],
  empty: { title: 'list.nothing', body: 'list.nothingHint' },
})

const staffHref = ({ transactionNo }: Transaction) => link('staffPayment', { transactionNo })

/** All of these payments have the same status. */
export const pendingPaymentList = list('pendingPayments', 'payments', {
  ...rows,
  filters: {
    search,
    method: byMethod,
    from,
    to,
    second: yesNo({
      label: 'staffList.officers',
      options: ['staffList.anyOfficers', 'staffList.secondOnly', 'staffList.firstOnly'],
    }),
  },
  rowHref: staffHref,
  columns: [number, company, made, waiting, method, bills, amount],
  empty: { title: 'staffList.nonePending', body: 'staffList.nonePendingHint' },
})

export const allPaymentList = list('allPayments', 'payments', {
  ...rows,
  filters: {
    search,
    status: byStatus(staffStatuses, (name, { t, language }) => staffWord(name, t, language)),
    method: byMethod,
    from,
    to,
  },
  rowHref: staffHref,
  columns: [number, company, made, method, bills, amount, status('staff', 19, { narrow: { width: 10.5, worth: 0.5 } })],
  empty: { title: 'staffList.nothing', body: 'staffList.nothingHint' },
})
