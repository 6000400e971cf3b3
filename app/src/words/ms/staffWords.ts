/** The words of the utility's staff, beside those of the portal. */
import accountsStaff from './accountsStaff.json'
import bankStatements from './bankStatements.json'
import operations from './operations.json'
import paymentsStaff from './paymentsStaff.json'
import registrationStaff from './registrationStaff.json'
import staff from './staff.json'

export const words = { accountsStaff, bankStatements, operations, paymentsStaff, registrationStaff, staff }
