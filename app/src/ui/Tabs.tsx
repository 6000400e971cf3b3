/* Tabs({ label, tabs: { id, label, href, count? }[], current })  links: which tab is open is in the address */
import styles from './Tabs.module.css'

export interface Tab {
  id: string
  label: string
  href: string
  count?: string | number | undefined
}

export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <a href={tab.href} className={styles.tab} {...(tab.id === current && { 'aria-current': 'page' as const })}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
