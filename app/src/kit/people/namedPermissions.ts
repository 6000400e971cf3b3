/** The permissions that have a display name, in display order. The names are in `team.json`. */
import type { Action, Area } from '~/core/core'

const actionsOf: [Area, Action[]][] = [
  ['bill', ['view', 'update']],
  ['payment', ['view', 'add', 'update']],
  ['account', ['view', 'add', 'update', 'delete']],
  ['manageUser', ['view', 'add', 'update', 'delete']],
  ['manageBulkAccounts', ['view', 'add', 'update', 'delete']],
  ['customerViewMode', ['view']],
  ['searchElectricityAccounts', ['view']],
  ['pendingApproval', ['view', 'update']],
  ['allPayments', ['view']],
  ['manageTnbUsers', ['view', 'update', 'delete']],
  ['manageTnbAdmins', ['view', 'add', 'update', 'delete']],
  ['fpxManualRequery', ['view', 'update']],
  ['bulkChildAccountError', ['view']],
  ['operations', ['view', 'update']],
]

export const namedPermissions = actionsOf.flatMap(([area, actions]) => actions.map((action) => [area, action] as const))
