/** The words of the signed-in portal, which the sign-in page does not load. */
import accountsEn from './en/accounts.json'
import billsEn from './en/bills.json'
import bulkaccountsEn from './en/bulkaccounts.json'
import groupsEn from './en/groups.json'
import listEn from './en/list.json'
import payEn from './en/pay.json'
import paymentsEn from './en/payments.json'
import profileEn from './en/profile.json'
import registrationEn from './en/registration.json'
import registrationsEn from './en/registrations.json'
import shellEn from './en/shell.json'
import staffEn from './en/staff.json'
import teamEn from './en/team.json'
import usersEn from './en/users.json'
import accountsMs from './ms/accounts.json'
import billsMs from './ms/bills.json'
import bulkaccountsMs from './ms/bulkaccounts.json'
import groupsMs from './ms/groups.json'
import listMs from './ms/list.json'
import payMs from './ms/pay.json'
import paymentsMs from './ms/payments.json'
import profileMs from './ms/profile.json'
import registrationMs from './ms/registration.json'
import registrationsMs from './ms/registrations.json'
import shellMs from './ms/shell.json'
import staffMs from './ms/staff.json'
import teamMs from './ms/team.json'
import usersMs from './ms/users.json'
import { join } from './store'

const en = {
  accounts: accountsEn,
  bills: billsEn,
  groups: groupsEn,
  bulkaccounts: bulkaccountsEn,
  list: listEn,
  pay: payEn,
  payments: paymentsEn,
  profile: profileEn,
  registration: registrationEn,
  registrations: registrationsEn,
  shell: shellEn,
  staff: staffEn,
  team: teamEn,
  users: usersEn,
}
const ms: typeof en = {
  accounts: accountsMs,
  bills: billsMs,
  groups: groupsMs,
  bulkaccounts: bulkaccountsMs,
  list: listMs,
  pay: payMs,
  payments: paymentsMs,
  profile: profileMs,
  registration: registrationMs,
  registrations: registrationsMs,
  shell: shellMs,
  staff: staffMs,
  team: teamMs,
  users: usersMs,
}

export type PortalWords = typeof en

join({ en, ms })
