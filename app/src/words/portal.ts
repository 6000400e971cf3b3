/** The words of the signed-in portal, which the sign-in page does not load. */
import accountsEn from './en/accounts.json'
import accountsStaffEn from './en/accountsStaff.json'
import billsEn from './en/bills.json'
import groupsEn from './en/groups.json'
import listEn from './en/list.json'
import paymentsEn from './en/payments.json'
import paymentsMakingEn from './en/paymentsMaking.json'
import paymentsStaffEn from './en/paymentsStaff.json'
import profileEn from './en/profile.json'
import registrationEn from './en/registration.json'
import registrationStaffEn from './en/registrationStaff.json'
import shellEn from './en/shell.json'
import staffEn from './en/staff.json'
import teamEn from './en/team.json'
import accountsMs from './ms/accounts.json'
import accountsStaffMs from './ms/accountsStaff.json'
import billsMs from './ms/bills.json'
import groupsMs from './ms/groups.json'
import listMs from './ms/list.json'
import paymentsMs from './ms/payments.json'
import paymentsMakingMs from './ms/paymentsMaking.json'
import paymentsStaffMs from './ms/paymentsStaff.json'
import profileMs from './ms/profile.json'
import registrationMs from './ms/registration.json'
import registrationStaffMs from './ms/registrationStaff.json'
import shellMs from './ms/shell.json'
import staffMs from './ms/staff.json'
import teamMs from './ms/team.json'
import { join } from './store'

const en = {
  accounts: accountsEn,
  bills: billsEn,
  groups: groupsEn,
  accountsStaff: accountsStaffEn,
  list: listEn,
  paymentsMaking: paymentsMakingEn,
  payments: paymentsEn,
  profile: profileEn,
  registration: registrationEn,
  registrationStaff: registrationStaffEn,
  shell: shellEn,
  paymentsStaff: paymentsStaffEn,
  team: teamEn,
  staff: staffEn,
}
const ms: typeof en = {
  accounts: accountsMs,
  bills: billsMs,
  groups: groupsMs,
  accountsStaff: accountsStaffMs,
  list: listMs,
  paymentsMaking: paymentsMakingMs,
  payments: paymentsMs,
  profile: profileMs,
  registration: registrationMs,
  registrationStaff: registrationStaffMs,
  shell: shellMs,
  paymentsStaff: paymentsStaffMs,
  team: teamMs,
  staff: staffMs,
}

export type PortalWords = typeof en

join({ en, ms })
