/** The screens that the person may open; core says which have a place in the menu, and who may open them. */
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
import { menu, needsAccount, opensFor } from '../core/core'
import { paths } from '../core/links'
import { queuePath } from '../kit/queue/origin'
import { isStaffRole, useProfile } from '../kit/session/useProfile'
import { useTranslation } from '../words/useTranslation'
import styles from './Shell.module.css'

const icons: Record<(typeof menu)[number]['screen'], LucideIcon> = {
  home: House,
  batches: ReceiptText,
  payments: ArrowLeftRight,
  accounts: Zap,
  users: Users,
  registration: Building2,
  staffHome: House,
  pendingPayments: Clock3,
  allPayments: Wallet,
  gatewayQuery: ArrowLeftRight,
  registrations: FilePen,
  bulkAccounts: Building2,
  searchAccounts: Search,
  allPendingAccounts: TriangleAlert,
  staffUsers: ShieldUser,
  businessUsers: BriefcaseBusiness,
}

export function MainMenu({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  const side = isStaffRole(profile.role) ? 'staff' : 'customer'
  const isNewcomer = profile.bulkId === null
  // Without an electricity account free of errors, what needs one would only say so.
  const isClosed = (path: string) => side === 'customer' && !isNewcomer && !profile.hasValidContractAccount && needsAccount(path)
  const items = menu.filter(
    ({ screen, audience, newcomers }) =>
      audience === side && (isNewcomer || !newcomers) && opensFor(paths[screen], profile) && !isClosed(paths[screen]),
  )
  // A record belongs to the list that it was opened from.
  const here = queuePath(location.search) ?? location.pathname
  const covering = items.filter(({ screen, below }) => here === paths[screen] || (below !== null && here.startsWith(`${below}/`)))
  const current = covering.sort((a, b) => (b.below ?? paths[b.screen]).length - (a.below ?? paths[a.screen]).length)[0]
  return (
    <nav id="main-menu" aria-label={t('menu.label')} className={styles.menu} data-open={isOpen || undefined}>
      <ul>
        {items.map(({ screen }) => {
          const Icon = icons[screen]
          return (
            <li key={screen}>
              <Link
                to={paths[screen]}
                activeOptions={{ exact: true }}
                className={styles.item}
                data-current={screen === current?.screen || undefined}
              >
                <Icon aria-hidden="true" />
                {t(`menu.${screen}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
