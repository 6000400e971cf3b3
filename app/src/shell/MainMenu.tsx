/** The main menu. Core decides which screens are in it and which of them the user may open. */
import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  BriefcaseBusiness,
  Building2,
  ClipboardCheck,
  Clock3,
  Eye,
  FilePen,
  FileText,
  Fingerprint,
  House,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  ReceiptText,
  Search,
  ServerCog,
  ShieldUser,
  TriangleAlert,
  Unlink,
  Users,
  Wallet,
  Zap,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { menu, needsAccount, opensFor } from '../core/core'
import { paths } from '../core/links'
import { useOptionalRead } from '../kit/call/read'
import { statuses } from '../kit/company/registrationNames'
import { queuePath } from '../kit/queue/origin'
import { isStaffRole, useMay, useProfile, visitorOf } from '../kit/session/useProfile'
import { VisuallyHidden } from '../ui/text/VisuallyHidden'
import { useTranslation } from '../words/useTranslation'
import { ActingFor } from './ActingFor'
import styles from './MainMenu.module.css'

type Screen = (typeof menu)[number]['screen']

const icons: Record<Screen, LucideIcon> = {
  home: House,
  batches: ReceiptText,
  payments: ArrowLeftRight,
  proposals: ClipboardCheck,
  statements: FileText,
  accounts: Zap,
  users: Users,
  registration: Building2,
  staffHome: House,
  pendingPayments: Clock3,
  allPayments: Wallet,
  batchReviews: ReceiptText,
  bankStatements: Landmark,
  unmatchedSettlements: Unlink,
  gatewayQuery: ArrowLeftRight,
  registrations: FilePen,
  queryQueue: MessagesSquare,
  bulkAccounts: Building2,
  searchAccounts: Search,
  customerView: Eye,
  allPendingAccounts: TriangleAlert,
  staffUsers: ShieldUser,
  businessUsers: BriefcaseBusiness,
  dataRequests: Fingerprint,
  jobs: ServerCog,
}

/** The groups of the staff's menu. Screens in no group come first. */
const groups = [
  ['payments', ['pendingPayments', 'allPayments', 'batchReviews', 'bankStatements', 'unmatchedSettlements', 'gatewayQuery']],
  ['customers', ['registrations', 'queryQueue', 'bulkAccounts', 'searchAccounts', 'customerView', 'allPendingAccounts']],
  ['people', ['staffUsers', 'businessUsers', 'dataRequests']],
  ['system', ['jobs']],
] as const satisfies [string, Screen[]][]
const grouped: readonly Screen[] = groups.flatMap(([, screens]) => screens)

interface Props {
  /** Whether the menu is open on a narrow page, where it is hidden otherwise. */
  isOpen: boolean
  /** Called with the path of the chosen screen. */
  onLeave: (path: string) => void
}

export function MainMenu({ isOpen, onLeave }: Props) {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  const side = isStaffRole(profile.role) ? 'staff' : 'customer'
  const visitor = visitorOf(profile)
  const isNewcomer = profile.bulkId === null
  // Screens that need an account are left out for users without one, because they would show only a notice.
  const isClosed = (path: string) => side === 'customer' && !isNewcomer && !profile.hasValidContractAccount && needsAccount(path)
  const items = menu.filter(
    ({ screen, audience, newcomers }) =>
      audience === side && (isNewcomer || !newcomers) && opensFor(paths[screen], visitor) && !isClosed(paths[screen]),
  )
  // A record belongs to the list that it was opened from.
  const here = queuePath(location.search) ?? location.pathname
  const covering = items.filter(({ screen, below }) => here === paths[screen] || (below !== null && here.startsWith(`${below}/`)))
  const current = covering.sort((a, b) => (b.below ?? paths[b.screen]).length - (a.below ?? paths[a.screen]).length)[0]
  const counts = useMenuCounts()
  const shown = items.map(({ screen }) => screen)
  const itemsOf = (screens: readonly Screen[]) =>
    shown
      .filter((screen) => screens.includes(screen))
      .map((screen) => (
        <Item key={screen} screen={screen} isCurrent={screen === current?.screen} count={counts[screen]} onLeave={onLeave} />
      ))
  return (
    <nav id="main-menu" data-tour="menu" aria-label={t('menu.label')} className={styles.menu} data-open={isOpen || undefined}>
      <ActingFor isIn="menu" />
      <ul>{itemsOf(shown.filter((screen) => !grouped.includes(screen)))}</ul>
      {groups.map(([name, screens]) => (
        <Group key={name} label={t(`menu.groups.${name}`)}>
          {itemsOf(screens)}
        </Group>
      ))}
    </nav>
  )
}

function Group({ label, children }: { label: string; children: ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <>
      <p id={id} className={styles.group}>
        {label}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  )
}

interface ItemProps {
  screen: Screen
  isCurrent: boolean
  count: number | undefined
  onLeave: (path: string) => void
}

function Item({ screen, isCurrent, count, onLeave }: ItemProps) {
  const { t } = useTranslation('shell')
  const Icon = icons[screen]
  return (
    <li>
      <Link
        to={paths[screen]}
        activeOptions={{ exact: true }}
        className={styles.item}
        data-current={isCurrent || undefined}
        onClick={() => onLeave(paths[screen])}
      >
        <Icon aria-hidden="true" />
        <span>{t(`menu.${screen}`)}</span>
        {count !== undefined && count > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">{count}</span>
            <VisuallyHidden>{t('menu.waiting', { count })}</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  )
}

/** Returns the number of records that need action, by screen, updated live. Undefined until loaded. */
function useMenuCounts(): Partial<Record<Screen, number | undefined>> {
  const mayApprove = useMay('pendingApproval', 'view')
  const mayReview = useMay('manageBulkAccounts', 'view')
  const mayCorrect = useMay('bulkChildAccountError', 'view')
  const { bulkId, hasValidContractAccount, viewedBy } = useProfile()
  // In customer view mode, proposals do not await the officer.
  const mayDecide = useMay('payment', 'update') && bulkId !== null && hasValidContractAccount && viewedBy === null
  // The total covers all matches, regardless of `recordCount`.
  const registrations = { recordCount: 1, filter: { statuses: [statuses.pending] } }
  const proposals = { id: bulkId ?? '', recordCount: 1, filter: { awaitsMe: true } }
  return {
    proposals: useOptionalRead('GetProposals', proposals, mayDecide)?.total,
    pendingPayments: useOptionalRead('GetAdminPendingPaymentsCards', {}, mayApprove)?.pendingApproval,
    registrations: useOptionalRead('BulkUserRegistrationTable', registrations, mayReview)?.total,
    allPendingAccounts: useOptionalRead('GetBulkChildAccountErrorForAdmin', { recordCount: 1 }, mayCorrect)?.total,
  }
}
