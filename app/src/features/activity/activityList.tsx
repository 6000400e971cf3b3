/** The lists of activities, for customers and for staff. */
import { type ActivityActor, type ActivityLog, type ActivitySubject, instantShown } from '../../core/core'
import { oneOf, parseText } from '../../kit/list/address'
import { type ListColumn, list } from '../../kit/list/declare'
import { type ChoiceFilter, choice, dayFrom, dayTo, text } from '../../kit/list/filters'
import { TwoLines } from '../../ui/text/TwoLines'
import { ActivityActorCell } from './ActivityActorCell'
import { ActivityOriginCell } from './ActivityOriginCell'
import { ActivitySummary } from './ActivitySummary'

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

const what: Column = {
  id: 'title',
  header: 'columns.title',
  priority: 'title',
  isRowHeader: true,
  minWidth: 15,
  wraps: true,
  cell: (entry) => <ActivitySummary entry={entry} />,
}
const when: Column = {
  id: 'created',
  header: 'columns.created',
  width: 10.5,
  isDate: true,
  cell: ({ createdDate }, { language }) => instantShown(createdDate, language),
}
const who: Column = {
  id: 'who',
  header: 'columns.who',
  width: 10.5,
  worth: 5,
  wraps: true,
  cell: (entry) => <ActivityActorCell entry={entry} />,
}
const from: Column = {
  id: 'from',
  header: 'columns.from',
  width: 9,
  worth: 2,
  wraps: true,
  cell: ({ address, device }) => address && <ActivityOriginCell address={address} device={device} />,
}
const whose: Column = {
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
  columns: [what, when, who, from],
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
  columns: [what, when, who, whose, from],
})
