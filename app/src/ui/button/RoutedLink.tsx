/* RoutedLink(LinkProps)  React Aria's link, which goes where its RouterProvider leads; for LinkElement */
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import type { LinkProps } from './Link'

export function RoutedLink(given: LinkProps) {
  // Its types know no undefined, its code does.
  return <AriaLink {...(given as AriaLinkProps)} />
}
