/*
 * Page({ title, subtitle?, about?, breadcrumbs?: { label, href? }[], status?, actions?, width?: 'form' | 'reading' | 'full', children })
 * The breadcrumbs given are the way down to the screen, which stands last among them by itself.
 * One h1 for each screen; it takes the focus when the router has brought a new screen, so that a screen reader starts there.
 */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiWords } from '../base/UiWords'
import { Link } from '../button/Link'
import styles from './Page.module.css'

interface Crumb {
  label: string
  href?: string | undefined
}

export interface PageProps {
  title: ReactNode
  subtitle?: ReactNode
  /** What the screen is for, in a sentence. It is left out where there is little room, so that a list begins high. */
  about?: string | undefined
  breadcrumbs?: Crumb[] | undefined
  /** Beside the title, usually a StatusBadge. */
  status?: ReactNode
  actions?: ReactNode
  /** 'full' for lists, 'reading' for details, 'form' where someone decides. */
  width?: 'form' | 'reading' | 'full' | undefined
  children?: ReactNode
}

/** The id of the current screen's h1. */
export const pageTitleId = 'page-title'

export function Page({ title, subtitle, about, breadcrumbs, status, actions, width = 'full', children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      {breadcrumbs && <Breadcrumbs crumbs={breadcrumbs} here={title} />}
      <header className={styles.header}>
        <div className={styles.heading}>
          <div className={styles.titleRow}>
            <h1 id={pageTitleId} className={styles.title} tabIndex={-1}>
              {title}
            </h1>
            {status}
          </div>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          {about && (
            <p className={styles.subtitle} data-about="">
              {about}
            </p>
          )}
        </div>
        {actions && (
          <div className={styles.actions} data-tour="actions">
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

/** The way back up, and the screen itself. Without React Aria's: public pages have a page too, and would load them. */
function Breadcrumbs({ crumbs, here }: { crumbs: Crumb[]; here: ReactNode }) {
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
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
