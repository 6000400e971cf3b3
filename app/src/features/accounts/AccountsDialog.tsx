/** The dialogue that a list's address asks for: about one account, or about those that are ticked. */
import type { Account } from '../../core'
import { AssignGroup } from '../groups/AssignGroup'
import { TakeOut } from '../groups/TakeOut'
import type { ListOf } from './accountList'
import type { AccountSearch } from './accountSearch'
import { EditAccount } from './EditAccount'
import { RemoveAccounts } from './RemoveAccounts'
import type { Source } from './source'
import type { Ticked } from './useTicked'

interface Props {
  source: Source
  of: ListOf
  search: AccountSearch
  rows: readonly Account[]
  accounts: Ticked<Account>
  onClose: () => void
  /** Something was done with those that are ticked. */
  onDone: () => void
  /** Where to go when the one account that the screen is about is removed. */
  onGone?: (() => void) | undefined
}

export function AccountsDialog({ source, of, search: { open, account, to }, rows, accounts, onClose, onDone, onGone }: Props) {
  if (!open) return null
  const one = rows.find(({ accountNo }) => accountNo === account)
  const about = account ? (one ? [one] : []) : [...accounts.values()]
  if (about.length === 0) return null
  const given = { accounts: about, onClose, onDone: account ? undefined : onDone }
  const [group, writes] = [typeof of === 'object' ? of.groupId : undefined, source.mayUpdate && !source.isStaff]
  if (open === 'remove' && source.mayDelete) return <RemoveAccounts source={source} {...given} onGone={onGone} />
  if (open === 'assign' && writes) return <AssignGroup source={source} from={group} to={to} {...given} />
  if (open === 'takeOut' && writes && group) return <TakeOut groupId={group} {...given} />
  if (open === 'edit' && writes && one) return <EditAccount source={source} account={one} onClose={onClose} />
  return null
}
