/* Breadcrumbs({ crumbs: { label, href? }[] })  the way back up; the screen itself is not in it */
import { ChevronRight } from 'lucide-react'
import { useUiWords } from '../base/UiWords'
import styles from './Breadcrumbs.module.css'

export interface Crumb {
  label: string
  href?: string | undefined
}

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const words = useUiWords()
  return (
    <nav aria-label={words.breadcrumbs} className={styles.crumbs}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.label}>
            {crumb.href ? (
              <a href={crumb.href} className={styles.link}>
                {crumb.label}
              </a>
            ) : (
              crumb.label
            )}
            <ChevronRight aria-hidden="true" />
          </li>
        ))}
      </ol>
    </nav>
  )
}
