/** The screens that the person may open; core decides which. */
import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  BriefcaseBusiness,
  Building2,
  Clock3,
  FilePen,
  House,
  type LucideIcon,
  ReceiptText,
  Search,
  ShieldUser,
  TriangleAlert,
  Users,
  Wallet,
  Zap,
} from 'lucide-react'
import { needsAccount, opensFor, type Profile } from '../core/core'
import { useProfile } from '../kit/session/useProfile'
import { useTranslation } from '../words/useTranslation'
import styles from './Shell.module.css'

type Word =
  | 'home'
  | 'bills'
  | 'transactions'
  | 'accounts'
  | 'users'
  | 'registration'
  | 'staffHome'
  | 'pending'
  | 'allPayments'
  | 'gateway'
  | 'registrations'
  | 'bulkAccounts'
  | 'searchAccounts'
  | 'pendingAccounts'
  | 'staffUsers'
  | 'businessUsers'

interface Item {
  path: string
  word: Word
  icon: LucideIcon
  /** Only this very address is it, not those below. */
  exact?: boolean
  /** Screens under this address belong to it too, where no other item is closer. */
  under?: string
  /** Beside what core says of the address: whom it is of use to. */
  isFor?: (profile: Profile) => boolean
}

const customers: Item[] = [
  { path: '/home', word: 'home', icon: House, exact: true },
  { path: '/billPayment', word: 'bills', icon: ReceiptText },
  { path: '/billPayment/transactions', word: 'transactions', icon: ArrowLeftRight },
  { path: '/manageAccount', word: 'accounts', icon: Zap },
  { path: '/manageUsers', word: 'users', icon: Users },
  { path: '/bulkAccount/status', word: 'registration', icon: Building2, under: '/bulkAccount', isFor: ({ bulkId }) => bulkId === null },
]
const staff: Item[] = [
  { path: '/admin', word: 'staffHome', icon: House, exact: true },
  { path: '/admin/payments/pending', word: 'pending', icon: Clock3 },
  { path: '/admin/payments/all', word: 'allPayments', icon: Wallet, under: '/admin/payments' },
  { path: '/admin/paymentGatewayQuery', word: 'gateway', icon: ArrowLeftRight },
  { path: '/admin/manageRegistrations', word: 'registrations', icon: FilePen },
  { path: '/admin/bulkAccounts', word: 'bulkAccounts', icon: Building2 },
  { path: '/admin/bulkAccounts/search', word: 'searchAccounts', icon: Search },
  { path: '/admin/bulkAccounts/pendingBulkCA', word: 'pendingAccounts', icon: TriangleAlert },
  { path: '/admin/manageTnbAdmins', word: 'staffUsers', icon: ShieldUser },
  { path: '/admin/manageTnbUsers', word: 'businessUsers', icon: BriefcaseBusiness },
]

export function MainMenu({ isOpen, isStaff }: { isOpen: boolean; isStaff: boolean }) {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  // Without an electricity account free of errors, what needs one would only say so.
  const isClosed = (path: string) => profile.bulkId !== null && !profile.hasValidContractAccount && needsAccount(path)
  const items = (isStaff ? staff : customers).filter(
    ({ path, isFor }) => opensFor(path, profile) && !(!isStaff && isClosed(path)) && (isFor?.(profile) ?? true),
  )
  const reach = ({ path, under }: Item) => under ?? path
  const closest = (path: string) =>
    items
      .filter((item) => path === item.path || (!item.exact && path.startsWith(`${reach(item)}/`)))
      .sort((a, b) => reach(b).length - reach(a).length)[0]
  return (
    <nav id="main-menu" aria-label={t('menu.label')} className={styles.menu} data-open={isOpen || undefined}>
      <ul>
        {items.map(({ path, word, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: true }}
              className={styles.item}
              data-current={closest(location.pathname)?.path === path || undefined}
            >
              <Icon aria-hidden="true" />
              {t(`menu.${word}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
