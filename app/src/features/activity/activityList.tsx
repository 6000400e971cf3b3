/** The lists of activities, for customers and for staff. */
import { type ActivityActor, type ActivityChange, type ActivityLog, type ActivitySubject, instantShown } from '~/core/core'
import { link } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { oneOf, parseText } from '~/kit/list/address'
import { type ListColumn, list } from '~/kit/list/declare'
import { type ChoiceFilter, choice, dayFrom, dayTo, text } from '~/kit/list/filters'
import { useDevice } from '~/kit/people/useDevice'
import { Link } from '~/ui/button/Link'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Breakable } from '~/ui/text/Breakable'
import { TwoLines } from '~/ui/text/TwoLines'
import { useTranslation } from '~/words/useTranslation'

const subjects = [
  'payments',
  'bills',
  'registration',
  'company',
  'accounts',
  'people',
  'messages',
  'statements',
  'downloads',
] as const satisfies ActivitySubject[]
/** Subjects that only staff see. */
const staffSubjects = [...subjects, 'customerView', 'operations'] as const satisfies ActivitySubject[]
const actors = ['me', 'customers', 'staff', 'automatic'] as const satisfies ActivityActor[]

const bySubject = <const Name extends ActivitySubject>(names: readonly Name[]): ChoiceFilter<'activity', Name> =>
  choice(names, { label: 'filter.subject', any: 'filter.anything', option: (name, { t }) => t(`subjects.${name}`) })

const days = { from: dayFrom<'activity'>(), to: dayTo<'activity'>() }

type Column = ListColumn<ActivityLog, 'activity'>

const activityColumn: Column = {
  id: 'title',
  header: 'columns.title',
  priority: 'title',
  isRowHeader: true,
  minWidth: 15,
  wraps: true,
  cell: (entry) => <ActivitySummary entry={entry} />,
}
const timeColumn: Column = {
  id: 'created',
  header: 'columns.created',
  width: 10.5,
  isDate: true,
  cell: ({ createdDate }, { language }) => instantShown(createdDate, language),
}
const userColumn: Column = {
  id: 'who',
  header: 'columns.who',
  width: 10.5,
  worth: 5,
  wraps: true,
  cell: (entry) => <ActivityActorCell entry={entry} />,
}
const originColumn: Column = {
  id: 'from',
  header: 'columns.from',
  width: 9,
  worth: 2,
  wraps: true,
  cell: ({ address, device }) => address && <ActivityOriginCell address={address} device={device} />,
}
const bulkAccountColumn: Column = {
  id: 'bulkId',
  header: 'columns.bulkAccount',
  width: 10.5,
  worth: 3,
  wraps: true,
  cell: ({ companyName, bulkId }) => bulkId && <TwoLines first={companyName} second={bulkId} />,
}
const shared = {
  beside: { open: oneOf('details'), entry: parseText },
  rowKey: ({ id }: ActivityLog) => id,
  caption: ['list.count', 'list.matching'],
  empty: { title: 'list.nothing', body: 'list.nothingBody' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesBody', clear: 'list.showAll' },
} as const

export const activityList = list('activity', 'activity', {
  ...shared,
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.searchHint' }),
    subject: bySubject(subjects),
    by: choice(actors, { label: 'filter.by', any: 'filter.anybody', option: (name, { t }) => t(`actors.${name}`) }),
    ...days,
  },
  rowLabel: ({ title }, { t }) => t('row', { title }),
  columns: [activityColumn, timeColumn, userColumn, originColumn],
})

export const staffActivityList = list('staffActivity', 'activity', {
  ...shared,
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.staffSearchHint' }),
    subject: bySubject(staffSubjects),
    by: choice(actors, { label: 'filter.by', any: 'filter.anybody', option: (name, { t }) => t(`staffActors.${name}`) }),
    ...days,
  },
  rowLabel: ({ title }, { t }) => t('row', { title }),
  columns: [activityColumn, timeColumn, userColumn, bulkAccountColumn, originColumn],
})

function ActivityActorCell({ entry: { who, actingRole } }: { entry: ActivityLog }) {
  const { t } = useTranslation('shell')
  return <TwoLines first={<Breakable>{who}</Breakable>} second={actingRole && t(`roles.${actingRole}`)} />
}

interface OriginCellProps {
  address: string
  device: string | null
}

/** The network address and the device of an activity. */
function ActivityOriginCell({ address, device }: OriginCellProps) {
  const { name } = useDevice(device ?? '')
  return <TwoLines first={<Breakable>{address}</Breakable>} second={device && name} />
}

/**
 * The activity as a sentence that links to its record, with the first changed value. Entries that fail the integrity check are
 * marked.
 */
function ActivitySummary({ entry: { title, link: leads, changes, damage } }: { entry: ActivityLog }) {
  const { t } = useTranslation('activity')
  const [first, ...more] = changes
  const change = first && t(changeWording(first), { label: first.label, before: first.before ?? '', after: first.after ?? '' })
  // Core names the screen and its parameters. In customer view mode there is no link, because it would open a staff screen.
  const sentence = leads && viewedId === undefined ? <Link href={link(leads.screen as 'home', leads.params)}>{title}</Link> : title
  return (
    <TwoLines
      first={
        damage ? (
          <>
            <StatusBadge tone="bad">{t('damage.mark')}</StatusBadge> {sentence}
          </>
        ) : (
          sentence
        )
      }
      second={change && (more.length > 0 ? t('andMore', { change, count: more.length }) : change)}
    />
  )
}

/** Returns the key of the wording, which depends on the values that are present. */
const changeWording = ({ before, after }: ActivityChange) => (before === null ? 'is' : after === null ? 'was' : 'became')
