/*
 * Tabs({ label, tabs: { id, label, href, count? }[], current })  links: which tab is open is in the address
 * React Aria's tabs open as the arrow keys pass them, each another screen; these are a menu of links, and are announced as one.
 */
import { Link } from '../button/Link'
import styles from './Tabs.module.css'

export interface Tab {
  id: string
  label: string
  href: string
  /** null while it is on its way: it has its place. */
  count?: string | number | null | undefined
}

/** A count has two digits where it stands alone; here it stands beside a name. */
const unpadded = (count: string | number) => String(count).replace(/^0(?=\d$)/, '')

export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link href={tab.href} className={styles.tab} {...(tab.id === current && { 'aria-current': 'page' as const })}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count === null ? '' : unpadded(tab.count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
