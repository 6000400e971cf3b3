/** The dialogue that the list's address names, for one account or for the ticked accounts. */
import type { Account } from '~/core/core'
import type { TickedRows } from '~/kit/list/ticks'
import { useDialogRow } from '~/kit/page/dialogRow'
import type { AccountListSource } from '../accountListSource'
import { AssignGroup } from '../groups/AssignGroup'
import { RemoveFromGroup } from '../groups/RemoveFromGroup'
import type { AccountDialogSearch } from './accountList'
import { EditAccount } from './EditAccount'
import { RemoveAccounts } from './RemoveAccounts'

interface Props {
  source: AccountListSource
  /** The group whose accounts are listed. */
  groupId?: string | undefined
  search: AccountDialogSearch
  rows: readonly Account[]
  accounts: TickedRows<Account>
  onClose: () => void
  /** Called after accounts were removed or changed their group. */
  onDone: () => void
  /** Called when the account that the screen shows was removed. */
  onGone?: (() => void) | undefined
}

export function AccountsDialog({ source, groupId, search: { open, account, to }, rows, accounts, onClose, onDone, onGone }: Props) {
  const found = rows.find(({ accountNo }) => accountNo === account)
  const one = useDialogRow(open && account, found)
  if (!open) return null
  const about = account ? (one ? [one] : []) : [...accounts.values()]
  if (about.length === 0) return null
  const given = { accounts: about, onClose, onDone }
  // Only customers may change groups. Staff can change accounts, but groups belong to the customer.
  const groups = source.mayUpdate && !source.isStaff
  if (open === 'remove' && source.mayDelete) return <RemoveAccounts source={source} {...given} onGone={onGone} />
  if (open === 'assign' && groups) return <AssignGroup source={source} from={groupId} to={to} {...given} />
  if (open === 'takeOut' && groups && groupId) return <RemoveFromGroup groupId={groupId} {...given} />
  if (open === 'edit' && source.mayUpdate && one)
    return <EditAccount key={one.accountNo} source={source} account={one} onClose={onClose} onRegrouped={onDone} />
  return null
}
