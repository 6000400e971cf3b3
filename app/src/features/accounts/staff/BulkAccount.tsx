/** The electricity accounts of one bulk account, for staff: all of them, and those that could not be added. */
import { getRouteApi } from '@tanstack/react-router'
import { amountShown, dayAt, dayShown, type Money, numberShown } from '~/core/core'
import { paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList, useParsedSearch } from '~/kit/list/useList'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { AccountFigures } from '../AccountFigures'
import { AddButton } from '../AccountsFrame'
import { useAccountsOf } from '../accountListSource'
import { AccountsTable } from '../list/AccountsTable'
import { accountListOfStaff } from '../list/accountList'
import { PendingAccounts } from '../pending/PendingAccounts'
import { pendingList } from '../pending/pendingList'
import styles from './BulkAccount.module.css'
import { BulkFrame } from './BulkFrame'

const all = getRouteApi(paths.bulkAccount)
const pendingRoute = getRouteApi(paths.bulkPending)

export function BulkAccount() {
  const { bulkId } = all.useParams()
  // The key remounts the screen for another bulk account, so that ticks do not carry over.
  return <Accounts key={bulkId} bulkId={bulkId} />
}

function Accounts({ bulkId }: { bulkId: string }) {
  const source = useAccountsOf(bulkId)
  const search = useParsedSearch(accountListOfStaff, all.useSearch())
  const onSearch = useChangeSearch(all.useNavigate())
  const accounts = useList(accountListOfStaff, { search, onSearch, of: { id: bulkId } })
  return (
    <BulkFrame source={source} tab="accounts" actions={<AddButton source={source} mode="primary" />}>
      <Stack gap={3}>
        <AccountFigures source={source} />
        <BillFigures bulkId={bulkId} />
        <AccountsTable source={source} accounts={accounts} search={search} onSearch={onSearch} />
      </Stack>
    </BulkFrame>
  )
}

export function BulkPending() {
  const { bulkId } = pendingRoute.useParams()
  const source = useAccountsOf(bulkId)
  const search = useParsedSearch(pendingList, pendingRoute.useSearch())
  const onSearch = useChangeSearch(pendingRoute.useNavigate())
  const pending = useList(pendingList, { search, onSearch, of: { collectiveContractAccountNo: bulkId } })
  return (
    <BulkFrame source={source} tab="pending">
      <PendingAccounts key={bulkId} source={source} pending={pending} search={search} onSearch={onSearch} />
    </BulkFrame>
  )
}

/** Totals of a bulk account's bills and payments for staff. They are not links, since staff have no list of its bills. */
function BillFigures({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('accountsStaff')
  const language = useLanguage()
  const profile = useRead('GetProfile', { id: bulkId })
  const amount = (of: Money | null | undefined) => of && amountShown(of)
  const { totalUnpaidBills, lastBillDate, lastPaymentDate } = profile
  const items = [
    { id: 'unpaid', label: t('bills.unpaid'), value: typeof totalUnpaidBills === 'number' && numberShown(totalUnpaidBills) },
    { id: 'lastBill', label: t('bills.lastBill'), value: lastBillDate && dayShown(lastBillDate, language) },
    { id: 'lastPayment', label: t('bills.lastPayment'), value: lastPaymentDate && dayShown(dayAt(lastPaymentDate), language) },
    { id: 'total', label: t('bills.latestTotal'), value: amount(profile.latestTotalAmount) },
    { id: 'current', label: t('bills.latestCurrent'), value: amount(profile.latestCurrentCharges) },
    { id: 'outstanding', label: t('bills.latestOutstanding'), value: amount(profile.latestOutstandingCharges) },
  ]
  return (
    <section className={styles.figures} aria-label={t('bills.title')}>
      <Description columns={2} items={items} />
    </section>
  )
}
