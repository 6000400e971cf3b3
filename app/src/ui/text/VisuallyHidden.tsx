/** Text for screen readers only. */
import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

interface Props {
  children: ReactNode
  id?: string | undefined
  role?: 'status' | 'alert' | undefined
}

export function VisuallyHidden({ children, id, role }: Props) {
  return (
    <span className={styles.hidden} id={id} role={role}>
      {children}
    </span>
  )
}
