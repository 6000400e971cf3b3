/** The screens and permissions of a role. Core decides them; this file gives them their words. */
import { allows, opensFor, type Rights, scopesOf, screens } from '../../core/core'
import type { KeyOf } from '../../words/store'
import { useTranslation } from '../../words/useTranslation'
import { namedPermissions } from './namedPermissions'

export interface Right {
  kind: 'screens' | 'actions'
  word: string
  isHeld: boolean
}

export type Side = 'customer' | 'staff'

const none = { makePayments: false, manageAccounts: false }
/** The role of each side that has all of its permissions. */
const fullest = { customer: 'master', staff: 'pccrAdmin' } as const

/** Every screen and permission of a side, each with whether a role has it. */
export function useRightsOf(side: Side): (held: Rights) => Right[] {
  const { t } = useTranslation('team')
  const own = screens.filter(({ audience }) => audience === side)
  const there = scopesOf(fullest[side], none)
  const permissions = namedPermissions.filter(([area, action]) => allows(there, area, action))
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

/** Several addresses that people see as one screen, such as a record and its form, have the same word. */
function joined(rights: Right[]): Right[] {
  const byWord = new Map<string, Right>()
  for (const right of rights) {
    const key = `${right.kind} ${right.word}`
    byWord.set(key, { ...right, isHeld: right.isHeld || byWord.get(key)?.isHeld === true })
  }
  return [...byWord.values()]
}
