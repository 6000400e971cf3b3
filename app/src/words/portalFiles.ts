/**
 * The word files of the signed-in part. Each loads with the screens and components that need it. Public pages do not
 * import this file.
 */
import { registerFiles, wordFile } from './publicFiles'

const files = {
  accounting: wordFile({ en: () => import('./en/accounting.json'), ms: () => import('./ms/accounting.json') }),
  accounts: wordFile({ en: () => import('./en/accounts.json'), ms: () => import('./ms/accounts.json') }),
  activity: wordFile({ en: () => import('./en/activity.json'), ms: () => import('./ms/activity.json') }),
  announcements: wordFile({ en: () => import('./en/announcements.json'), ms: () => import('./ms/announcements.json') }),
  apiTokens: wordFile({ en: () => import('./en/apiTokens.json'), ms: () => import('./ms/apiTokens.json') }),
  bills: wordFile({ en: () => import('./en/bills.json'), ms: () => import('./ms/bills.json') }),
  carbon: wordFile({ en: () => import('./en/carbon.json'), ms: () => import('./ms/carbon.json') }),
  commands: wordFile({ en: () => import('./en/commands.json'), ms: () => import('./ms/commands.json') }),
  cost: wordFile({ en: () => import('./en/cost.json'), ms: () => import('./ms/cost.json') }),
  costs: wordFile({ en: () => import('./en/costs.json'), ms: () => import('./ms/costs.json') }),
  deposits: wordFile({ en: () => import('./en/deposits.json'), ms: () => import('./ms/deposits.json') }),
  findings: wordFile({ en: () => import('./en/findings.json'), ms: () => import('./ms/findings.json') }),
  groups: wordFile({ en: () => import('./en/groups.json'), ms: () => import('./ms/groups.json') }),
  home: wordFile({ en: () => import('./en/home.json'), ms: () => import('./ms/home.json') }),
  notifications: wordFile({ en: () => import('./en/notifications.json'), ms: () => import('./ms/notifications.json') }),
  paying: wordFile({ en: () => import('./en/paying.json'), ms: () => import('./ms/paying.json') }),
  payments: wordFile({ en: () => import('./en/payments.json'), ms: () => import('./ms/payments.json') }),
  paymentsMaking: wordFile({ en: () => import('./en/paymentsMaking.json'), ms: () => import('./ms/paymentsMaking.json') }),
  personalData: wordFile({ en: () => import('./en/personalData.json'), ms: () => import('./ms/personalData.json') }),
  profile: wordFile({ en: () => import('./en/profile.json'), ms: () => import('./ms/profile.json') }),
  proposals: wordFile({ en: () => import('./en/proposals.json'), ms: () => import('./ms/proposals.json') }),
  queries: wordFile({ en: () => import('./en/queries.json'), ms: () => import('./ms/queries.json') }),
  registration: wordFile({ en: () => import('./en/registration.json'), ms: () => import('./ms/registration.json') }),
  security: wordFile({ en: () => import('./en/security.json'), ms: () => import('./ms/security.json') }),
  settlements: wordFile({ en: () => import('./en/settlements.json'), ms: () => import('./ms/settlements.json') }),
  sso: wordFile({ en: () => import('./en/sso.json'), ms: () => import('./ms/sso.json') }),
  statements: wordFile({ en: () => import('./en/statements.json'), ms: () => import('./ms/statements.json') }),
  team: wordFile({ en: () => import('./en/team.json'), ms: () => import('./ms/team.json') }),
  webhooks: wordFile({ en: () => import('./en/webhooks.json'), ms: () => import('./ms/webhooks.json') }),
  tours: wordFile({ en: () => import('./en/tours.json'), ms: () => import('./ms/tours.json') }),
}

const staffFiles = {
  accountsStaff: wordFile({ en: () => import('./en/accountsStaff.json'), ms: () => import('./ms/accountsStaff.json') }),
  batches: wordFile({ en: () => import('./en/batches.json'), ms: () => import('./ms/batches.json') }),
  bankStatements: wordFile({ en: () => import('./en/bankStatements.json'), ms: () => import('./ms/bankStatements.json') }),
  operations: wordFile({ en: () => import('./en/operations.json'), ms: () => import('./ms/operations.json') }),
  paymentsStaff: wordFile({ en: () => import('./en/paymentsStaff.json'), ms: () => import('./ms/paymentsStaff.json') }),
  personalDataStaff: wordFile({ en: () => import('./en/personalDataStaff.json'), ms: () => import('./ms/personalDataStaff.json') }),
  queriesStaff: wordFile({ en: () => import('./en/queriesStaff.json'), ms: () => import('./ms/queriesStaff.json') }),
  registrationStaff: wordFile({ en: () => import('./en/registrationStaff.json'), ms: () => import('./ms/registrationStaff.json') }),
  staff: wordFile({ en: () => import('./en/staff.json'), ms: () => import('./ms/staff.json') }),
}

export type PortalFiles = typeof files & typeof staffFiles

registerFiles({ ...files, ...staffFiles })

/** Returns the word files that the screens of a side use. */
export const filesOf = (isStaff: boolean): readonly (keyof PortalFiles)[] =>
  Object.keys(isStaff ? { ...files, ...staffFiles } : files) as (keyof PortalFiles)[]
