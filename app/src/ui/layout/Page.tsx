/*
 * Page({ title, subtitle?, breadcrumbs?: { label, href? }[], status?, actions?, width?: 'form' | 'reading' | 'full', children })
 * One h1 for each screen; it takes the focus when the router has brought a new screen, so that a screen reader starts there.
 */
import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './Breadcrumbs'
import styles from './Page.module.css'

export interface PageProps {
  title: ReactNode
  subtitle?: ReactNode
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

export function Page({ title, subtitle, breadcrumbs, status, actions, width = 'full', children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      {breadcrumbs && <Breadcrumbs crumbs={breadcrumbs} />}
      <header className={styles.header}>
        <div className={styles.heading}>
          <div className={styles.titleRow}>
            <h1 id={pageTitleId} className={styles.title} tabIndex={-1}>
              {title}
            </h1>
            {status}
          </div>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
