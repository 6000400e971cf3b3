/**
 * Tabs as links, because the open tab is in the address. They are announced as navigation. React Aria's tabs would open a screen with
 * each arrow key.
 */
import { Link } from '../button/Link'
import strip from './Strip.module.css'
import styles from './Tabs.module.css'
import { useScrollToCurrent } from './useScrollToCurrent'

export interface Tab {
  id: string
  label: string
  href: string
  /** null while the count is loading, which reserves its space. */
  count?: string | number | null | undefined
}

interface Props {
  label: string
  tabs: readonly Tab[]
  current: string
  /** Whether they are the pages of an open tab, below other tabs. */
  isSecond?: boolean
}

export function Tabs({ label, tabs, current, isSecond }: Props) {
  return (
    <nav aria-label={label} className={styles.tabs} data-second={isSecond || undefined} data-tour={isSecond ? undefined : 'tabs'}>
      <ul ref={useScrollToCurrent<HTMLUListElement>(`${current} ${tabs.map(({ count }) => count).join()}`)} className={strip.strip}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link href={tab.href} className={styles.tab} {...(tab.id === current && { 'aria-current': 'page' as const })}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
