/** Columns, filters and dialogues shared by all lists of people. */
import { type Activity, activityShown, type Instant, instantShown, type Permissions, type Role } from '~/core/core'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Breakable } from '~/ui/text/Breakable'
import { TwoLines } from '~/ui/text/TwoLines'
import { oneOf, parseText } from '../list/address'
import type { Context } from '../list/context'
import type { ListColumn } from '../list/declare'
import { type ChoiceFilter, choice, choiceOf, type TextFilter, text } from '../list/filters'
import { nameOf, type PersonStatusName, personStatusFilter, personStatusNames } from './activities'

export interface Person {
  name: string | null
  nickname: string | null
  email: string
  role: Role | null
  permissions?: Permissions | undefined
  activity: Activity
  lastLoggedIn: Instant | null
  /** For a user who has not signed in yet: a sentence about when the link was sent, and the time at which it expires. */
  sent?: string | undefined
  expiresAt?: Instant | null | undefined
  /** A sentence about when the user registered. */
  since?: string | undefined
}

type Words = Context<'team'>

export const personName = ({ name, nickname, email }: Pick<Person, 'name' | 'nickname' | 'email'>) => name || nickname || email

export const searched = (hint: TextFilter<'team'>['hint']): TextFilter<'team'> => text({ label: 'filter.search', hint })

export const byActivity: ChoiceFilter<'team', PersonStatusName, ReturnType<typeof personStatusFilter>> = choiceOf(personStatusNames, {
  label: 'filter.activity',
  any: 'filter.anyActivity',
  option: (name, { t }) => t(`activity.${name}`),
  asks: personStatusFilter,
})

export const byRole = <const Name extends Role>(...roles: readonly Name[]): ChoiceFilter<'team', Name> =>
  choice(roles, {
    label: 'filter.role',
    any: 'filter.anyRole',
    option: (role, { t }) => t(`shell:roles.${role}`),
  })

/** The address parameters for the open dialogue and its person. */
export const dialogs = { open: oneOf('add', 'edit', 'remove', 'transfer', 'limit', 'reset'), user: parseText }
export interface DialogSearch {
  open?: ReturnType<typeof dialogs.open>
  user?: string | undefined
}

/** Settings shared by every list of people. */
export const people = {
  rowKey: ({ userId }: { userId: string }) => userId,
  caption: ['list.count', 'list.matching'],
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint', clear: 'list.showAll' },
} as const

export const peopleColumns = <Row,>(
  personOf: (row: Row, context: Words) => Person,
): Record<'who' | 'role' | 'activity' | 'seen', ListColumn<Row, 'team'>> => ({
  who: {
    id: 'username',
    header: 'column.who',
    cell: (row, words) => <PersonCell person={personOf(row, words)} />,
    minWidth: 13,
    priority: 'title',
    isRowHeader: true,
    leads: true,
  },
  role: {
    id: 'role',
    header: 'column.role',
    cell: (row, words) => roleOf(personOf(row, words), words),
    width: 15.5,
    narrow: { width: 14.5, worth: 3 },
    worth: 2,
    wraps: true,
  },
  activity: {
    id: 'activity',
    header: 'column.activity',
    cell: (row, words) => {
      const { activity, expiresAt } = personOf(row, words)
      if (expiresAt && hasExpired(expiresAt, words)) return <StatusBadge tone="warning">{words.t('seen.expired')}</StatusBadge>
      const word = words.t(`activity.${nameOf(activity)}`)
      const { tone } = activityShown(activity)
      // An active user is the normal case, and has no badge.
      return tone === 'good' ? word : <StatusBadge tone={tone}>{word}</StatusBadge>
    },
    width: 12.5,
    priority: 'status',
  },
  seen: {
    id: 'lastLoggedIn',
    header: 'column.seen',
    cell: (row, words) => <LastSeen words={words} person={personOf(row, words)} />,
    width: 14.75,
    worth: 1,
    wraps: true,
  },
})

function PersonCell({ person }: { person: Person }) {
  const who = personName(person)
  const other = (text: string | null) => (text === who ? undefined : text)
  const email = other(person.email)
  // The e-mail address comes before the nickname, because it identifies the person and must not be cut off.
  return <TwoLines first={who} second={email && <Breakable>{email}</Breakable>} extra={other(person.nickname)} />
}

/** Describes the permissions of a role. */
function permissionsText({ t }: Words, role: Role, { makePayments, manageAccounts }: Permissions): string | undefined {
  if (role === 'master') return t('given.master')
  if (role === 'viewer') return t('given.viewOnly')
  if (makePayments && manageAccounts) return t('given.both')
  if (makePayments) return t('given.makePayments')
  return manageAccounts ? t('given.manageAccounts') : undefined
}

function roleOf({ role, permissions }: Person, words: Words) {
  if (!role) return null
  const given = permissions && permissionsText(words, role, permissions)
  return <TwoLines first={words.t(`shell:roles.${role}`)} second={given} />
}

/** Whether a link has expired by the server's clock. */
const hasExpired = (expiresAt: Instant, { now }: Words) => Date.parse(expiresAt) <= Date.parse(now)

function LastSeen({ words, person }: { words: Words; person: Person }) {
  const { t, language } = words
  const { lastLoggedIn, sent, expiresAt, since } = person
  const expiry = expiresAt && !hasExpired(expiresAt, words) && t('seen.expires', { when: instantShown(expiresAt, language) })
  return (
    <TwoLines
      first={lastLoggedIn ? instantShown(lastLoggedIn, language) : (sent ?? t('seen.never'))}
      second={since ?? (expiry || undefined)}
    />
  )
}
