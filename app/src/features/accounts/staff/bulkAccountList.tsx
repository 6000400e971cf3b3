/** The list of all customers' bulk accounts. A bulk account without an account free of errors is marked as closed. */
import { amountShown, compareAmounts, dayAt, dayShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { businessNameOf, businessNames, businessTypes } from '~/kit/company/registrationNames'
import { list } from '~/kit/list/declare'
import { choiceOf, flag, text } from '~/kit/list/filters'
import { Second, TwoLines } from '~/ui/text/TwoLines'

export const bulkAccountList = list('bulkAccounts', ['accountsStaff', 'registrationStaff', 'groups'], {
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.searchHint' }),
    business: choiceOf(businessNames, {
      label: 'registrationStaff:column.business',
      any: 'registrationStaff:filter.anyBusiness',
      option: (name, { t }) => t(`registrationStaff:business.${name}`),
      asks: (name) => businessTypes[name],
    }),
    // Bulk accounts whose users have no access.
    closed: flag({ chip: 'figure.closed' }),
  },
  also: { recordCount: 100 },
  rowKey: ({ bulkId }) => bulkId,
  rowLabel: ({ companyName }) => companyName,
  rowHref: ({ bulkId }) => link('bulkAccount', { bulkId }),
  columns: [
    {
      id: 'companyName',
      header: 'column.company',
      cell: ({ companyName, registrationNo, totalAccounts }, { t }) => (
        <>
          <TwoLines first={companyName} second={registrationNo} />
          {totalAccounts === 0 && <Second isWarning>{t('list.closed')}</Second>}
        </>
      ),
      minWidth: 13,
      priority: 'title',
      isRowHeader: true,
      leads: true,
    },
    {
      id: 'bulkId',
      header: 'column.bulk',
      cell: ({ bulkId, businessType }, { t }) => (
        <TwoLines first={bulkId} second={t(`registrationStaff:business.${businessNameOf(businessType)}`)} />
      ),
      minWidth: 10,
      worth: 3,
    },
    {
      id: 'totalAccounts',
      header: 'column.accounts',
      cell: ({ totalAccounts, pendingErrors }, { t }) => (
        <TwoLines
          first={numberShown(totalAccounts)}
          second={pendingErrors > 0 && t('list.errors', { count: pendingErrors, shown: numberShown(pendingErrors) })}
          isWarning
        />
      ),
      align: 'end',
      minWidth: 9,
      worth: 2,
    },
    { id: 'totalUsers', header: 'column.users', cell: ({ totalUsers }) => numberShown(totalUsers), align: 'end', width: 6.5, worth: 1 },
    {
      id: 'amountPayable',
      header: 'column.owed',
      cell: ({ amountPayable, amountInPayment }, { t }) => (
        <TwoLines
          first={amountShown(amountPayable)}
          second={compareAmounts(amountInPayment, '0.00') > 0 && t('groups:inPayment', { amount: amountShown(amountInPayment) })}
        />
      ),
      align: 'end',
      width: 12,
      priority: 'amount',
    },
    {
      id: 'createdAt',
      header: 'column.created',
      cell: ({ createdAt }, { language }) => dayShown(dayAt(createdAt), language),
      isDate: true,
      width: 8,
      worth: 1,
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'list.nothing', body: 'list.nothingHint' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint', clear: 'list.showAll' },
})
