/** The accounts with a deposit, each with what two average months come to. */
import { type AccountDeposit, amountShown, dayShown } from '~/core/core'
import { link } from '~/core/links'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

/** What the account may ask for, or what the utility may ask for. */
export function standing({ required, excess, shortfall }: AccountDeposit, t: Context<'deposits'>['t']) {
  if (required === null) return t('standing.unknown')
  if (excess !== null) return t('standing.excess', { amount: amountShown(excess) })
  if (shortfall !== null) return t('standing.shortfall', { amount: amountShown(shortfall) })
  return t('standing.even')
}

export const depositList = list('deposits', 'deposits', {
  also: { recordCount: 200 },
  rowKey: ({ accountNo }) => accountNo,
  rowLabel: ({ accountNo }) => accountNo,
  rowHref: ({ accountNo }) => link('account', { accountNo }),
  columns: [
    {
      id: 'accountNo',
      header: 'columns.account',
      priority: 'title',
      isRowHeader: true,
      minWidth: 10,
      cell: ({ accountNo, referenceId }) => <TwoLines first={accountNo} second={referenceId} />,
    },
    { id: 'standing', header: 'columns.standing', minWidth: 14, worth: 4, wraps: true, cell: (deposit, { t }) => standing(deposit, t) },
    {
      id: 'expiresOn',
      header: 'columns.expires',
      width: 9,
      worth: 3,
      cell: ({ expiresOn, expiresSoon }, { t, language }) => {
        if (expiresOn === null) return ''
        const day = dayShown(expiresOn, language)
        return expiresSoon ? <TwoLines first={day} second={<StatusBadge tone="warning">{t('expiresSoon')}</StatusBadge>} /> : day
      },
    },
    { id: 'held', header: 'columns.held', align: 'end', width: 9.5, worth: 2, cell: ({ held }) => amountShown(held) },
    {
      id: 'required',
      header: 'columns.required',
      align: 'end',
      width: 9.5,
      worth: 1,
      cell: ({ required }) => (required === null ? '' : amountShown(required)),
    },
    {
      id: 'excess',
      header: 'columns.excess',
      align: 'end',
      width: 9.5,
      priority: 'amount',
      cell: ({ excess }) => (excess === null ? '' : amountShown(excess)),
    },
  ],
  caption: ['list.count'],
  empty: { title: 'empty.title', body: 'empty.body' },
})
