/** Finds records for the command menu. Reads the list of each kind of record that the user may see and the text could match. */
import { allows, amountShown, type Language, type Profile, recognise, type Search } from '~/core/core'
import { link } from '~/core/links'
import { call } from '~/kit/call/api'
import { isStaffRole } from '~/kit/session/useProfile'

export type FoundRecordKind = 'accounts' | 'bills' | 'payments' | 'bulkAccounts'

export interface FoundRecord {
  kind: FoundRecordKind
  label: string
  description: string
  href: string
}

/** Maximum number of results of each kind. */
const maxResults = 5

const joinParts = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

interface Lookup {
  isWanted: boolean
  ask: (signal: AbortSignal) => Promise<FoundRecord[]>
}

/**
 * Returns the kinds of record to which a recognised text can refer. The number of a bill, for example, is not searched among
 * payments.
 */
const possibleKinds = ({ text, accounts, invoices, batches, transactions }: Search) => ({
  account: text !== null || accounts.length > 0,
  invoice: text !== null || invoices.length > 0 || accounts.length > 0 || batches.length > 0,
  transaction: text !== null || transactions.length > 0,
  // A bulk account's number is recognised as plain text.
  company: text !== null,
})

function customerLookups(
  search: string,
  may: ReturnType<typeof possibleKinds>,
  { scopes, bulkId, hasValidContractAccount }: Profile,
): Lookup[] {
  if (bulkId === null || !hasValidContractAccount) return []
  return [
    {
      isWanted: may.account && allows(scopes, 'account', 'view'),
      ask: async (signal) => {
        const { items } = await call('GetAccounts', { id: bulkId, filter: { search }, recordCount: maxResults }, { signal })
        return items.map(({ accountNo, referenceId, accountDescription }) => ({
          kind: 'accounts',
          label: accountNo,
          description: joinParts([referenceId, accountDescription]),
          href: link('account', { accountNo }),
        }))
      },
    },
    {
      isWanted: may.invoice && allows(scopes, 'bill', 'view'),
      ask: async (signal) => {
        const asked = { id: bulkId, filter: { search }, recordCount: maxResults }
        const past = await call('GetBillHistory', asked, { signal })
        // Unpaid bills may be older than the history.
        const unpaid = past.items.length < maxResults ? (await call('GetOutstandingBills', asked, { signal })).items : []
        const bills = new Map([...past.items, ...unpaid].map((bill) => [bill.invoiceNo, bill]))
        return [...bills.values()].slice(0, maxResults).map(({ invoiceNo, accountNo, totalAmountPayable }) => ({
          kind: 'bills',
          label: invoiceNo,
          description: joinParts([accountNo, amountShown(totalAmountPayable)]),
          href: link('bill', { invoiceNo }),
        }))
      },
    },
    {
      isWanted: may.transaction && allows(scopes, 'payment', 'view'),
      ask: async (signal) => {
        const { items } = await call('GetPaymentTransactions', { bulkId, filter: { search }, recordCount: maxResults }, { signal })
        return items.map(({ transactionNo, transactionAmount }) => ({
          kind: 'payments',
          label: transactionNo,
          description: amountShown(transactionAmount),
          href: link('payment', { transactionNo }),
        }))
      },
    },
  ]
}

function staffLookups(search: string, may: ReturnType<typeof possibleKinds>, { scopes }: Profile): Lookup[] {
  const seesBulk = allows(scopes, 'manageBulkAccounts', 'view')
  return [
    {
      isWanted: may.company && seesBulk,
      ask: async (signal) => {
        const { items } = await call('GetBulkAccountsTable', { search, recordCount: maxResults }, { signal })
        return items.map(({ bulkId, companyName }) => ({
          kind: 'bulkAccounts',
          label: companyName,
          description: bulkId,
          href: link('bulkAccount', { bulkId }),
        }))
      },
    },
    {
      isWanted: may.account && allows(scopes, 'searchElectricityAccounts', 'view'),
      ask: async (signal) => {
        const { items } = await call('SearchElectricityAccounts', { searchString: search, recordCount: maxResults }, { signal })
        return items.map(({ accountNo, bulkId, companyName }) => ({
          kind: 'accounts',
          label: accountNo,
          description: joinParts([companyName, bulkId]),
          href: bulkId && seesBulk ? link('bulkAccount', { bulkId, search: accountNo }) : link('searchAccounts', { search: accountNo }),
        }))
      },
    },
    {
      isWanted: may.transaction && allows(scopes, 'allPayments', 'view'),
      ask: async (signal) => {
        const { items } = await call('GetAdminAllPayments', { filter: { search }, recordCount: maxResults }, { signal })
        return items.map(({ transactionNo, companyName, transactionAmount }) => ({
          kind: 'payments',
          label: transactionNo,
          description: joinParts([companyName, amountShown(transactionAmount)]),
          href: link('staffPayment', { transactionNo }),
        }))
      },
    },
  ]
}

/** Returns the lookups for a typed text. Empty while core refuses the text. */
export function lookups(typed: string, profile: Profile, language: Language): Lookup[] {
  const { value } = recognise(typed, language)
  if (!value) return []
  const may = possibleKinds(value)
  const all = isStaffRole(profile.role) ? staffLookups(typed, may, profile) : customerLookups(typed, may, profile)
  return all.filter(({ isWanted }) => isWanted)
}
