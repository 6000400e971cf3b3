/** The list of all registered users, with their customers. */
import { type BusinessUser, dayAt, dayShown, instantShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { byActivity, dialogs, people, peopleColumns, personName, searched } from '~/kit/people/people'
import { Link } from '~/ui/button/Link'
import { Second } from '~/ui/text/TwoLines'

export const businessName = ({ username, email }: BusinessUser) => personName({ name: username, nickname: null, email })

/** Link to the users of a customer. */
export const peopleOf = (bulkId: string) => link('bulkUsers', { bulkId })

const { who, role, activity, seen } = peopleColumns<BusinessUser>((user, { t, language }) => ({
  ...user,
  name: user.username,
  nickname: null,
  since: t('seen.registered', { when: dayShown(dayAt(user.createdAt), language) }),
  sent: user.activationSentAt ? t('seen.sent', { when: instantShown(user.activationSentAt, language) }) : undefined,
}))

export const businessUserList = list('businessUsers', 'team', {
  ...people,
  filters: { search: searched('filter.companySearchHint'), activity: byActivity },
  beside: dialogs,
  also: { count: 100 },
  rowLabel: businessName,
  columns: [
    who,
    {
      id: 'company',
      header: 'column.company',
      cell: ({ companyName, bulkId }, { may }) =>
        bulkId && (
          <>
            {may('manageBulkAccounts', 'view') ? <Link href={peopleOf(bulkId)}>{companyName}</Link> : companyName}
            <Second>{bulkId}</Second>
          </>
        ),
      minWidth: 12,
      worth: 3,
    },
    { ...role, width: 7 },
    activity,
    seen,
  ],
  empty: { title: 'list.nobody', body: 'list.nobodyHint' },
})
