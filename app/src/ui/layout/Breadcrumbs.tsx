/*
 * Breadcrumbs({ crumbs: { label, href? }[] })  the way back up; the screen itself is not in it
 * React Aria's take the last one for the screen itself, and make no link of it.
 */
import { ChevronRight } from 'lucide-react'
import { useUiWords } from '../base/UiWords'
import { Link } from '../button/Link'
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
              <Link href={crumb.href} className={styles.link}>
                {crumb.label}
              </Link>
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
