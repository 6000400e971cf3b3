/*
 * Link({ href, onClick?, … })
 * A link in the words around it; LinkButton has a button's looks. It is drawn as the page's LinkElement says.
 */
import { type AnchorHTMLAttributes, type ComponentType, createContext, type Ref, useContext } from 'react'

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement>
export interface LinkProps
  extends Pick<Anchor, 'children' | 'className' | 'download' | 'target' | 'rel' | 'onClick' | 'aria-label' | 'aria-current' | 'tabIndex'> {
  href: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

/**
 * What a link is drawn as. The portal gives React Aria's (RoutedLink.tsx), which goes where its RouterProvider leads;
 * otherwise it is the browser's, so that public pages do not load React Aria's 13 KB for it.
 */
export const LinkElement = createContext<ComponentType<LinkProps>>((props) => <a {...props} />)

export function Link(props: LinkProps) {
  const Element = useContext(LinkElement)
  return <Element {...props} />
}
