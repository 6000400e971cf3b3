/** The list of companies' applications for a bulk account. */
import { dayAt, daysBetween, instantShown, numberShown, registrationStatus } from '~/core/core'
import { link } from '~/core/links'
import { businessNameOf, businessNames, businessTypes, statuses, statusNames } from '~/kit/company/registrationNames'
import { list } from '~/kit/list/declare'
import { choiceOf, text } from '~/kit/list/filters'
import { TwoLines } from '~/ui/text/TwoLines'
import { RegistrationStatus } from './RegistrationStatus'

export const registrationList = list('registrations', 'registrationStaff', {
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.searchHint' }),
    status: choiceOf(statusNames, {
      label: 'column.status',
      any: 'filter.anyStatus',
      // Core's word for both approved statuses is "Approved", but the filter must distinguish them.
      option: (name, { t, language }) =>
        name === 'withErrors' ? t('filter.withErrors') : registrationStatus(statuses[name], language).word,
      asks: (name) => [statuses[name]],
    }),
    business: choiceOf(businessNames, {
      label: 'column.business',
      any: 'filter.anyBusiness',
      option: (name, { t }) => t(`business.${name}`),
      asks: (name) => businessTypes[name],
    }),
  },
  also: { recordCount: 100 },
  rowKey: ({ registrationId }) => registrationId,
  rowLabel: ({ companyName }) => companyName,
  rowHref: ({ registrationId }) => link('reviewRegistration', { registrationId }),
  columns: [
    {
      id: 'companyName',
      header: 'column.company',
      cell: ({ companyName, registrationNo }) => <TwoLines first={companyName} second={registrationNo} />,
      minWidth: 13,
      priority: 'title',
      isRowHeader: true,
      leads: true,
    },
    {
      id: 'application',
      header: 'column.application',
      cell: ({ applicationId, businessType }, { t }) => (
        <TwoLines first={applicationId} second={t(`business.${businessNameOf(businessType)}`)} />
      ),
      minWidth: 9,
      worth: 2,
    },
    {
      id: 'submittedDate',
      header: 'column.submitted',
      cell: ({ submittedDate, submittedBy }, { language }) => (
        <TwoLines first={instantShown(submittedDate, language)} second={submittedBy} />
      ),
      isDate: true,
      minWidth: 11,
      worth: 4,
    },
    {
      id: 'waiting',
      header: 'column.waiting',
      cell: ({ submittedDate, status }, { t, today }) => {
        if (status !== statuses.pending || !submittedDate) return null
        const days = daysBetween(dayAt(submittedDate), today)
        return days > 0 ? t('column.days', { count: days, shown: numberShown(days) }) : t('column.today')
      },
      width: 6,
      worth: 4.5,
    },
    {
      id: 'totalAccounts',
      header: 'column.accounts',
      cell: ({ totalAccounts }) => numberShown(totalAccounts),
      align: 'end',
      width: 6,
      worth: 3,
    },
    { id: 'reviewed', header: 'column.reviewed', cell: ({ reviewedBy }) => reviewedBy, minWidth: 8, worth: 1 },
    {
      id: 'status',
      header: 'column.status',
      cell: ({ status }) => <RegistrationStatus status={status} hasHint />,
      width: 12,
      priority: 'status',
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'list.nothing', body: 'list.nothingHint' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint' },
})
