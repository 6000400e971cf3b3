/** A link within text; LinkButton looks like a button. It renders as the page's LinkElement. */
import { type AnchorHTMLAttributes, type ComponentType, createContext, type Ref, useContext } from 'react'

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement>
export interface LinkProps
  extends Pick<Anchor, 'children' | 'className' | 'download' | 'target' | 'rel' | 'onClick' | 'aria-label' | 'aria-current' | 'tabIndex'> {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

/**
 * The element that links render as. The portal uses React Aria's (shell/Shell.tsx), which navigates through its RouterProvider.
 * Public pages use the browser's, and so avoid loading 13 KB of React Aria.
 */
export const LinkElement = createContext<ComponentType<LinkProps>>((props) => <a {...props} />)

export function Link(props: LinkProps) {
  const Element = useContext(LinkElement)
  return <Element {...props} />
}
