/** The main menu: the sections that the user may open, next to the page, or on a narrow page in a bar at the bottom. */
import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  Building2,
  ChartColumn,
  FilePen,
  House,
  type LucideIcon,
  ReceiptText,
  SearchCheck,
  ServerCog,
  Settings,
  Users,
  Zap,
} from 'lucide-react'
import { numberShown } from '~/core/core'
import { paths } from '~/core/links'
import { queuePath } from '~/kit/queue/origin'
import { useProfile } from '~/kit/session/useProfile'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'
import styles from './MainMenu.module.css'
import { type Section, type SectionId, sectionAt, sectionsFor } from './sections'
import { type Counts, useWaiting } from './useCounts'

const icons: Record<SectionId, LucideIcon> = {
  home: House,
  registration: FilePen,
  bills: ReceiptText,
  checks: SearchCheck,
  payments: ArrowLeftRight,
  accounts: Zap,
  reports: ChartColumn,
  settings: Settings,
  customers: Building2,
  people: Users,
  operations: ServerCog,
}

export function MainMenu() {
  const { t } = useTranslation('shell')
  const sections = sectionsFor(useProfile())
  const waiting = useWaiting()
  // A record belongs to the list that it was opened from.
  const current = sectionAt(queuePath(location.search) ?? location.pathname, sections)
  return (
    <nav id="main-menu" data-tour="menu" aria-label={t('menu.label')} className={styles.menu}>
      <ul>
        {sections.map((section) => (
          <Item key={section.id} section={section} isCurrent={section.id === current} waiting={waiting} />
        ))}
      </ul>
    </nav>
  )
}

interface ItemProps {
  section: Section
  isCurrent: boolean
  waiting: Counts
}

/** Leads to the first page of the section. */
function Item({ section: { id, tabs }, isCurrent, waiting }: ItemProps) {
  const { t } = useTranslation('shell')
  const Icon = icons[id]
  const pages = tabs.flatMap(({ pages }) => pages)
  const [first] = pages
  const count = pages.reduce((sum, page) => sum + (waiting[page] ?? 0), 0)
  if (!first) return null
  return (
    <li>
      <Link
        to={paths[first]}
        activeOptions={{ exact: true }}
        className={styles.item}
        data-current={isCurrent || undefined}
        aria-current={isCurrent || undefined}
      >
        <Icon aria-hidden="true" />
        <span>{t(`menu.sections.${id}`)}</span>
        {count > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">{numberShown(count)}</span>
            <VisuallyHidden>{t('menu.waiting', { count, shown: numberShown(count) })}</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  )
}
