/** A link that navigates through React Aria's RouterProvider. Provided to LinkElement. */
import { handleLinkClick, useRouter } from 'react-aria/private/utils/openLink'
import type { LinkProps } from './Link'

export function RoutedLink({ href, onClick, ...given }: LinkProps) {
  const router = useRouter()
  return (
    <a
      {...given}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        handleLinkClick(event, router, href, undefined)
      }}
    />
  )
}
