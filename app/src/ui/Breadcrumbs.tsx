/* Breadcrumbs({ crumbs: { label, href? }[] })  the way back up; the screen itself is not in it */
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import styles from './Breadcrumbs.module.css'
import { classes } from './classes'
import { useUiWords } from './UiWords'

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
              <Link href={crumb.href} className={classes(styles.link)}>
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
