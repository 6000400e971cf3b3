/** The lists of payments outside the portal: a company's, and for staff those of all companies that pay no bill. The newest first. */

import { amountShown, dayShown, type PartState, type SettlementMethod, type SettlementPart, type UnmatchedSettlement } from '~/core/core'
import { link } from '~/core/links'
import type { Context } from '~/kit/list/context'
import { type ListColumn, list } from '~/kit/list/declare'
import { type ChoiceFilter, choice, type DayFilter, dayFrom, dayTo, type TextFilter, text } from '~/kit/list/filters'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { settlementTones } from './settlementTones'

type Settlement = Omit<SettlementPart, 'referenceId'>
type SettlementColumn = ListColumn<Settlement, 'settlements'>

const methods = [
  'jompay',
  'duitNowQr',
  'counter',
  'bankTransfer',
  'directDebit',
  'cheque',
  'card',
  'eWallet',
  'postOffice',
  'kiosk',
  'agent',
  'portal',
] as const satisfies SettlementMethod[]
const states = ['applied', 'confirms', 'paidTwice', 'waits', 'unmatched', 'reversed', 'carried'] as const satisfies PartState[]
/** The uses of settlements that pay no bill. */
const unmatchedStates = ['waits', 'unmatched'] as const satisfies PartState[]

const search: TextFilter<'settlements'> = text({ label: 'search.label', hint: 'search.hint' })
const method: ChoiceFilter<'settlements', SettlementMethod> = choice(methods, {
  label: 'filter.method',
  any: 'filter.anyMethod',
  option: (name, { t }) => t(`methods.${name}`),
})
const byState = <const Name extends PartState>(names: readonly Name[]): ChoiceFilter<'settlements', Name> =>
  choice(names, { label: 'filter.state', any: 'filter.anyState', option: (name, { t }) => t(`states.${name}`) })
const from: DayFilter<'settlements'> = dayFrom({ label: 'filter.from' })
const to: DayFilter<'settlements'> = dayTo({ label: 'filter.to' })

const number: SettlementColumn = {
  id: 'settlementNo',
  header: 'column.settlement',
  cell: ({ settlementNo, reference }) => <TwoLines first={settlementNo} second={reference} />,
  minWidth: 9,
  narrow: { width: 6.5, worth: 1 },
  priority: 'title',
  isRowHeader: true,
}
const paidOn: SettlementColumn = {
  id: 'paidOn',
  header: 'column.paidOn',
  cell: ({ paidOn }, { language }) => dayShown(paidOn, language),
  isDate: true,
  width: 7.5,
  narrow: { width: 6.875, worth: 3 },
  worth: 4,
}
const byMethod: SettlementColumn = {
  id: 'method',
  header: 'column.method',
  cell: ({ method }, { t }) => t(`methods.${method}`),
  inCard: ({ method }, { t }) => t(`methods.${method}`),
  minWidth: 7,
  worth: 2,
}
const bill: SettlementColumn = {
  id: 'invoiceNo',
  header: 'column.bill',
  cell: ({ invoiceNo }) => invoiceNo,
  width: 8.5,
  narrow: { width: 7.5, worth: 2 },
  worth: 3,
}
const amount: SettlementColumn = {
  id: 'amount',
  header: 'column.amount',
  cell: ({ amount }) => amountShown(amount),
  align: 'end',
  width: 9.5,
  narrow: { width: 8, worth: 5 },
  priority: 'amount',
}
const state: SettlementColumn = {
  id: 'state',
  header: 'column.state',
  cell: ({ state }, { t }) => <StatusBadge tone={settlementTones[state]}>{t(`states.${state}`)}</StatusBadge>,
  width: 9,
  narrow: { width: 6.5, worth: 3.5 },
  wraps: true,
  priority: 'status',
}

const rows = {
  // A settlement has one part of a bill with a state.
  rowKey: ({ settlementNo, invoiceNo, state }: Settlement) => `${settlementNo} ${invoiceNo ?? ''} ${state}`,
  rowLabel: ({ settlementNo }: Settlement, { t }: Context<'settlements'>) => t('one', { number: settlementNo }),
  caption: ['list.count', 'list.matching'],
  unmatched: { title: 'list.unmatched', body: 'list.unmatchedHint', clear: 'list.clear' },
} as const

export const settlementList = list('settlements', 'settlements', {
  ...rows,
  filters: { search, method, state: byState(states), from, to },
  // The bill of a settlement that waits may be unknown.
  rowHref: ({ invoiceNo, accountNo, state }: SettlementPart) =>
    invoiceNo && state !== 'waits' ? link('bill', { invoiceNo }) : link('account', { accountNo }),
  columns: [
    number,
    paidOn,
    byMethod,
    {
      id: 'accountNo',
      header: 'column.account',
      cell: ({ accountNo, referenceId }) => <TwoLines first={accountNo} second={referenceId} />,
      width: 9,
      narrow: { width: 7.5, worth: 4 },
      worth: 5,
      isEssential: true,
    },
    bill,
    amount,
    state,
  ],
  empty: { title: 'list.none', body: 'list.noneHint' },
})

export const unmatchedSettlementList = list('unmatchedSettlements', 'settlements', {
  ...rows,
  filters: { search, method, state: byState(unmatchedStates), from, to },
  rowHref: ({ accountNo }: UnmatchedSettlement) => link('searchAccounts', { search: accountNo }),
  columns: [
    number,
    paidOn,
    byMethod,
    {
      id: 'company',
      header: 'column.company',
      cell: ({ companyName, bulkId }, { t }) => <TwoLines first={companyName} second={bulkId ?? t('noCompany')} />,
      minWidth: 9,
      narrow: { width: 8, worth: 1 },
      worth: 2.5,
    },
    {
      id: 'accountNo',
      header: 'column.account',
      cell: ({ accountNo }) => accountNo,
      width: 9,
      narrow: { width: 7.5, worth: 4 },
      worth: 5,
      isEssential: true,
    },
    bill,
    amount,
    state,
  ],
  empty: { title: 'list.noneUnmatched', body: 'list.noneUnmatchedHint' },
})
