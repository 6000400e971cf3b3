/** The list of the user's notifications, newest first. */
import { instantShown, type Notification } from '~/core/core'
import { list } from '~/kit/list/declare'
import { choiceOf, dayFrom, dayTo, text } from '~/kit/list/filters'
import { NotificationTitle } from '~/kit/notifications/NotificationTitle'

export const notificationList = list('notifications', 'notifications', {
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.searchHint' }),
    show: choiceOf(['unread', 'read'], {
      label: 'filter.show',
      any: 'filter.all',
      option: (name, { t }) => t(`filter.names.${name}`),
      asks: (name) => name === 'unread',
    }),
    from: dayFrom(),
    to: dayTo(),
  },
  rowKey: ({ id }: Notification) => id,
  rowLabel: ({ title }, { t }) => t('row', { title }),
  columns: [
    {
      id: 'title',
      header: 'columns.title',
      priority: 'title',
      isRowHeader: true,
      minWidth: 24,
      wraps: true,
      cell: (notification) => <NotificationTitle notification={notification} />,
    },
    {
      id: 'subject',
      header: 'columns.subject',
      width: 8.5,
      worth: 1,
      cell: ({ subject }, { t }) => t(`subjects.${subject}`),
    },
    {
      id: 'created',
      header: 'columns.created',
      width: 11,
      isDate: true,
      cell: ({ createdDate }, { language }) => instantShown(createdDate, language),
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'list.nothing', body: 'list.nothingBody' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesBody', clear: 'list.showAll' },
})

export type NotificationSearch = ReturnType<typeof notificationList.read>
