/** The screens and permissions of a role, decided by core, with their display names. */
import { allows, opensFor, type Rights, scopesOf, screens } from '~/core/core'
import type { KeyOf } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'
import { namedPermissions } from './namedPermissions'

export interface Right {
  kind: 'screens' | 'actions'
  word: string
  isHeld: boolean
}

export type Side = 'customer' | 'staff'

const none = { makePayments: false, manageAccounts: false }
/** The role with all permissions on each side. */
const highestRoles = { customer: 'master', staff: 'pccrAdmin' } as const

/** Returns a function that lists the screens and permissions of a side, and whether a role has each. */
export function useRightsOf(side: Side): (held: Rights) => Right[] {
  const { t } = useTranslation('team')
  const own = screens.filter(({ audience }) => audience === side)
  const sideScopes = scopesOf(highestRoles[side], none)
  const permissions = namedPermissions.filter(([area, action]) => allows(sideScopes, area, action))
  return (held) => {
    const scopes = scopesOf(held.role, held.permissions)
    return mergeByWord([
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

/** Merges rights with the same display name, such as the screens of a record and its form. */
function mergeByWord(rights: Right[]): Right[] {
  const byWord = new Map<string, Right>()
  for (const right of rights) {
    const key = `${right.kind} ${right.word}`
    byWord.set(key, { ...right, isHeld: right.isHeld || byWord.get(key)?.isHeld === true })
  }
  return [...byWord.values()]
}
