/** A link that looks like a button, for navigation. */
import type { ReactNode } from 'react'
import { type ButtonLook, buttonLook } from './Button'
import styles from './Button.module.css'
import { Link } from './Link'

interface Props extends ButtonLook {
  href: string
  children?: ReactNode
  icon?: ReactNode
  label?: string | undefined
  /** The keyboard shortcut, announced to assistive technology. */
  shortcut?: string | undefined
  /** Downloads the target; a string is the name of the file. */
  download?: string | boolean | undefined
  opensNewTab?: boolean | undefined
}

export function LinkButton(props: Props) {
  const { href, children, icon, label, shortcut, download, opensNewTab } = props
  return (
    // `Link` has no property for `aria-keyshortcuts`, so it is set on the element.
    <Link
      {...buttonLook(props, !children)}
      href={href}
      aria-label={label}
      ref={shortcut === undefined ? undefined : (link) => void link?.setAttribute('aria-keyshortcuts', shortcut)}
      download={download}
      {...(opensNewTab && { target: '_blank', rel: 'noopener' })}
    >
      <span className={styles.face}>
        {icon}
        {children}
      </span>
    </Link>
  )
}
