/** The lists of unpaid bills: all of them, and those with earlier charges. */

import type { DueWindow } from '~/core/core'
import { list } from '~/kit/list/declare'
import { choice, dayFrom, dayTo, linked, numbers, view } from '~/kit/list/filters'
import {
  account,
  amount,
  type BillColumn,
  billRows,
  byClosure,
  byEInvoice,
  byGroup,
  bySearch,
  due,
  invoice,
  state,
  total,
  unpaidClosures,
} from './billColumns'

const current = { ...amount('currentCharge', 'columns.current', ({ currentCharge }) => currentCharge), width: 8, worth: 1 }
const earlier = { ...amount('outstandingAmount', 'columns.earlier', ({ outstandingAmount }) => outstandingAmount), width: 8.25, worth: 5 }
const dueWindows = ['overdue', 'pastDue', 'in7Days', 'in14Days', 'in30Days'] as const satisfies DueWindow[]
/** Bills that can be paid now, the rest, and all. */
export const billViews = ['payable', 'rest', 'all'] as const
export type BillView = (typeof billViews)[number]

const billsFrom = (name: 'outstandingBills' | 'outstandingCharges', kind: 'outstanding' | 'charges', columns: readonly BillColumn[]) =>
  list(name, 'bills', {
    filters: {
      show: view(billViews, {
        label: 'views.label',
        option: (name, { t }) => t(`views.${name}`),
        first: 'payable',
        whole: 'all',
        asks: (name) => name === 'payable',
        caption: { payable: `${kind}.payable`, rest: `${kind}.rest`, all: `${kind}.caption` },
        empty: {
          payable: { title: `${kind}.nonePayable.title`, body: `${kind}.nonePayable.body` },
          rest: { title: `${kind}.noRest.title` },
          all: { title: `${kind}.empty.title`, body: `${kind}.empty.body` },
        },
      }),
      search: bySearch,
      due: choice(dueWindows, {
        label: 'filters.due',
        any: 'filters.anyDue',
        option: (name, { t }) => t(`filters.dueWindows.${name}`),
      }),
      overdue: linked({ chips: ['filters.overdue', 'filters.notOverdue'] }),
      from: dayFrom({
        label: 'filters.from',
        chip: (day, { t }) => t('filters.dueFrom', { day }),
      }),
      to: dayTo({
        label: 'filters.to',
        chip: (day, { t }) => t('filters.dueTo', { day }),
      }),
      group: byGroup,
      batch: numbers('batchId', {
        label: 'filters.batches',
        hint: 'filters.batchesHint',
        chip: (id, { t }) => t('batches.short', { id }),
      }),
      eInvoice: byEInvoice,
      closed: byClosure(unpaidClosures),
    },
    ...billRows,
    columns,
    caption: [`${kind}.caption`],
    selecting: 'all.select',
    empty: { title: `${kind}.empty.title`, body: `${kind}.empty.body` },
  })

export const billList = billsFrom('outstandingBills', 'outstanding', [invoice, account, due, state, current, total])
export const chargeList = billsFrom('outstandingCharges', 'charges', [account, invoice, due, earlier, current, { ...total, width: 8.5 }])
