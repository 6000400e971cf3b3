/** How a person stands in a list, whichever list it is. */
import { type Activity, activityShown, type Instant, instantShown, type Language, type Permissions, type Role } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import type { Translate } from '../../words/useTranslation'
import styles from './People.module.css'
import { nameOf } from './peopleSearch'

export type TeamWords = Translate<'team'>

export interface Person {
  name: string | null
  nickname: string | null
  email: string
  role: Role | null
  permissions?: Permissions | undefined
  activity: Activity
  lastLoggedIn: Instant | null
  /** The words of when the link was sent, and until when it is good, for somebody who has not come yet. */
  sent?: string | undefined
  expiresAt?: Instant | null | undefined
  /** The words of when they registered. */
  since?: string | undefined
}

/** What to call somebody. */
export const whoIs = ({ name, nickname, email }: Pick<Person, 'name' | 'nickname' | 'email'>) => name || nickname || email

/** What a role lets somebody do, in words. */
function givenWord(t: TeamWords, role: Role, { makePayments, manageAccounts }: Permissions): string | undefined {
  if (role === 'master') return t('given.master')
  if (role === 'viewer') return t('given.viewOnly')
  if (makePayments && manageAccounts) return t('given.both')
  if (makePayments) return t('given.makePayments')
  return manageAccounts ? t('given.manageAccounts') : undefined
}

/** The columns that every list of people has; `now` tells which links are still good. */
export function peopleColumns<Row>(
  t: TeamWords,
  language: Language,
  now: Instant,
  personOf: (row: Row) => Person,
): Record<'who' | 'role' | 'activity' | 'seen', Column<Row>> {
  return {
    who: {
      id: 'who',
      header: t('column.who'),
      cell: (row) => <Who person={personOf(row)} />,
      minWidth: 13,
      priority: 'title',
      isRowHeader: true,
    },
    role: {
      id: 'role',
      header: t('column.role'),
      cell: (row) => personOf(row).role && <RoleOf t={t} person={personOf(row)} />,
      minWidth: 10,
    },
    activity: {
      id: 'activity',
      header: t('column.activity'),
      cell: (row) => {
        const { activity } = personOf(row)
        return <StatusBadge tone={activityShown(activity).tone}>{t(`activity.${nameOf(activity)}`)}</StatusBadge>
      },
      width: 10.5,
      priority: 'status',
    },
    seen: {
      id: 'seen',
      header: t('column.seen'),
      cell: (row) => <Seen t={t} language={language} now={now} person={personOf(row)} />,
      minWidth: 12,
    },
  }
}

function Who({ person }: { person: Person }) {
  const who = whoIs(person)
  const others = [person.nickname, person.email].filter((other) => other && other !== who)
  return (
    <>
      {who}
      {others.map((other) => (
        <span key={other} className={styles.second}>
          {other}
        </span>
      ))}
    </>
  )
}

function RoleOf({ t, person: { role, permissions } }: { t: TeamWords; person: Person }) {
  if (!role) return null
  const given = permissions && givenWord(t, role, permissions)
  return (
    <>
      {t(`shell:roles.${role}`)}
      {given && <span className={styles.second}>{given}</span>}
    </>
  )
}

function Seen({ t, language, now, person }: { t: TeamWords; language: Language; now: Instant; person: Person }) {
  const { lastLoggedIn, sent, expiresAt, since } = person
  const isGood = expiresAt != null && Date.parse(expiresAt) > Date.parse(now)
  return (
    <>
      {lastLoggedIn ? instantShown(lastLoggedIn, language) : (sent ?? t('seen.never'))}
      {since && <span className={styles.second}>{since}</span>}
      {expiresAt && (
        <span className={isGood ? styles.second : styles.expired}>
          {isGood ? t('seen.expires', { when: instantShown(expiresAt, language) }) : t('seen.expired')}
        </span>
      )}
    </>
  )
}
