/** Results of a search for a bulk account to open in customer view mode. */
import { numberShown } from '~/core/core'
import { businessNameOf } from '~/kit/company/registrationNames'
import { ViewAs } from '~/kit/company/ViewAs'
import { list } from '~/kit/list/declare'
import { choice, text } from '~/kit/list/filters'
import { Second, TwoLines } from '~/ui/text/TwoLines'

export const viewableList = list('viewableAccounts', ['accountsStaff', 'registrationStaff'], {
  filters: {
    search: text({ label: 'view.label', hint: 'view.hint', chip: null }),
    by: choice(['bulkId', 'companyName'], {
      label: 'view.by',
      any: 'view.anything',
      option: (name, { t }) => t(`view.${name}`),
      hasChip: false,
    }),
  },
  begin: { title: 'view.begin', body: 'view.beginHint' },
  also: { recordCount: 100 },
  rowKey: ({ bulkId }) => bulkId,
  rowLabel: ({ companyName }) => companyName,
  columns: [
    {
      id: 'company',
      header: 'column.company',
      cell: ({ companyName, registrationNo, totalAccounts }, { t }) => (
        <>
          <TwoLines first={companyName} second={registrationNo} />
          {totalAccounts === 0 && <Second isWarning>{t('list.closed')}</Second>}
        </>
      ),
      minWidth: 14,
      priority: 'title',
      isRowHeader: true,
    },
    {
      id: 'bulk',
      header: 'column.bulk',
      cell: ({ bulkId, businessType }, { t }) => (
        <TwoLines first={bulkId} second={t(`registrationStaff:business.${businessNameOf(businessType)}`)} />
      ),
      minWidth: 10,
      worth: 2,
    },
    {
      id: 'accounts',
      header: 'column.accounts',
      cell: ({ totalAccounts }) => numberShown(totalAccounts),
      align: 'end',
      width: 8,
      worth: 1,
    },
    {
      id: 'view',
      header: 'view.title',
      cell: ({ bulkId, companyName }) => <ViewAs bulkId={bulkId} company={companyName} />,
      width: 13.5,
      priority: 'status',
    },
  ],
  caption: ['view.count'],
  empty: { title: 'view.nothing', body: 'view.nothingHint' },
})
