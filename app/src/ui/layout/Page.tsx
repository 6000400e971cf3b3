/**
 * The frame of a screen with its only h1. Shell and PublicPage focus the h1 of a new screen, where screen
 * readers then start. `breadcrumbs` are the parent screens. The current screen is added to them.
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
  /** The purpose of the screen in a sentence. Hidden on small screens, so that a list starts high. */
  about?: string | undefined
  breadcrumbs?: Crumb[] | undefined
  /** Shown next to the title, usually a StatusBadge. */
  status?: ReactNode
  actions?: ReactNode
  /** 'full' for lists, 'reading' for details, 'form' for forms and decisions. */
  width?: 'form' | 'reading' | 'full' | undefined
  children?: ReactNode
}

/** The ID of the current screen's h1. */
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

/** Links to the parent screens, and the current screen. Without React Aria, because public pages use it, too. */
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
