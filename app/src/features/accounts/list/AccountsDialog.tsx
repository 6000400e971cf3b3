/** The dialogue that a list's address asks for: about one account, or about those that are ticked. */
import type { Account } from '../../../core/core'
import type { Ticked } from '../../../kit/list/useTicked'
import { useDialogRow } from '../../../kit/page/dialogRow'
import { AssignGroup } from '../groups/AssignGroup'
import { RemoveFromGroup } from '../groups/RemoveFromGroup'
import type { Source } from '../source'
import type { AccountDialogSearch } from './accountList'
import { EditAccount } from './EditAccount'
import { RemoveAccounts } from './RemoveAccounts'

interface Props {
  source: Source
  /** The group whose accounts they are. */
  groupId?: string | undefined
  search: AccountDialogSearch
  rows: readonly Account[]
  accounts: Ticked<Account>
  onClose: () => void
  /** Something was done with those that are ticked. */
  onDone: () => void
  /** Where to go when the one account that the screen is about is removed. */
  onGone?: (() => void) | undefined
}

export function AccountsDialog({ source, groupId, search: { open, account, to }, rows, accounts, onClose, onDone, onGone }: Props) {
  const found = rows.find(({ accountNo }) => accountNo === account)
  const one = useDialogRow(open && account, found)
  if (!open) return null
  const about = account ? (one ? [one] : []) : [...accounts.values()]
  if (about.length === 0) return null
  const given = { accounts: about, onClose, onDone: account ? undefined : onDone }
  // Staff change accounts; the groups are the customer's own.
  const groups = source.mayUpdate && !source.isStaff
  if (open === 'remove' && source.mayDelete) return <RemoveAccounts source={source} {...given} onGone={onGone} />
  if (open === 'assign' && groups) return <AssignGroup source={source} from={groupId} to={to} {...given} />
  if (open === 'takeOut' && groups && groupId) return <RemoveFromGroup groupId={groupId} {...given} />
  if (open === 'edit' && source.mayUpdate && one) return <EditAccount key={one.accountNo} source={source} account={one} onClose={onClose} />
  return null
}
