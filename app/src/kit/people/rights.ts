/**
 * What a role opens and allows, asked of core for each screen that this version has and each permission that there are
 * words for. Nothing here knows who may do what.
 */
import { allows, opensFor, type Rights, scopesOf, screens } from '../../core/core'
import { paths } from '../../core/links'
import type { KeyOf } from '../../words/store'
import { useTranslation } from '../../words/useTranslation'
import { sayable } from './sayable'

export interface Right {
  kind: 'screens' | 'actions'
  word: string
  isHeld: boolean
}

export type Side = 'customer' | 'staff'

const none = { makePayments: false, manageAccounts: false }
/** Screens of core's list that come with a later version. */
const laterPaths: readonly string[] = [paths.activity, paths.notifications, paths.staffActivity, paths.staffNotifications]
/** Whoever of a side holds all of its permissions. */
const fullest = { customer: 'master', staff: 'pccrAdmin' } as const

/** Tells of a role what there is on its side, and what of it the role holds. */
export function useRightsOf(side: Side): (held: Rights) => Right[] {
  const { t } = useTranslation('team')
  const own = screens.filter(({ audience, path }) => audience === side && !laterPaths.includes(path))
  const there = scopesOf(fullest[side], none)
  const permissions = sayable.filter(([area, action]) => allows(there, area, action))
  return (held) => {
    const scopes = scopesOf(held.role, held.permissions)
    return joined([
      ...own.map(({ path }) => ({
        kind: 'screens' as const,
        word: t(`screens.${path}` as KeyOf<'team'>),
        isHeld: opensFor(path, held),
      })),
      ...permissions.map(([area, action]) => ({
        kind: 'actions' as const,
        word: t(`can.${area}.${action}` as KeyOf<'team'>),
        isHeld: allows(scopes, area, action),
      })),
    ])
  }
}

/** Addresses that are one screen to people, as a record and its form, have the same word. */
function joined(rights: Right[]): Right[] {
  const byWord = new Map<string, Right>()
  for (const right of rights) {
    const key = `${right.kind} ${right.word}`
    byWord.set(key, { ...right, isHeld: right.isHeld || byWord.get(key)?.isHeld === true })
  }
  return [...byWord.values()]
}
