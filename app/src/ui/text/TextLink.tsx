/** A link in a text or a cell. It goes where the router says, without loading the page anew. */
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'

interface Props {
  href: string
  /** In a tab of its own. */
  isApart?: boolean
  children: ReactNode
}

export function TextLink({ href, isApart = false, children }: Props) {
  return (
    <Link href={href} {...(isApart && { target: '_blank', rel: 'noopener' })}>
      {children}
    </Link>
  )
}
