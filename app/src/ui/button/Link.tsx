/** A link in text. LinkButton is a link that looks like a button. Both render as the page's LinkElement. */
import { type AnchorHTMLAttributes, type ComponentType, createContext, type Ref, useContext } from 'react'

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement>
export interface LinkProps
  extends Pick<Anchor, 'children' | 'className' | 'download' | 'target' | 'rel' | 'onClick' | 'aria-label' | 'aria-current' | 'tabIndex'> {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

/**
 * The element that links render as. In the portal it navigates through React Aria's RouterProvider (shell/Shell.tsx). Public pages
 * have their own (PublicFrame.tsx), so that they need not load 13 KB of React Aria.
 */
export const LinkElement = createContext<ComponentType<LinkProps>>((props) => <a {...props} />)

export function Link(props: LinkProps) {
  const Element = useContext(LinkElement)
  return <Element {...props} />
}
