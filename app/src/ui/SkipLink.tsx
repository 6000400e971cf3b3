/* SkipLink({ children, target })  first in the shell: past the navigation to the element with this id, shown when it has the focus */
import type { MouseEvent } from 'react'
import styles from './SkipLink.module.css'

export function SkipLink({ children, target }: { children: string; target: string }) {
  // the address stays: it is the router's
  function go(event: MouseEvent) {
    event.preventDefault()
    document.getElementById(target)?.focus()
  }
  return (
    <a className={styles.skip} href={`#${target}`} onClick={go}>
      {children}
    </a>
  )
}
