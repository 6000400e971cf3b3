/** A link on a public page. Another public page opens without a page load, so that typed values are kept. */
import type { MouseEvent } from 'react'
import { audienceOf } from '../../core/generatedData'
import type { LinkProps } from '../../ui/button/Link'
import { navigatePublic } from './publicPages'

export function PublicLink({ href, onClick, ...link }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { target, hash, origin, pathname, search } = event.currentTarget
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || event.defaultPrevented || target || hash || origin !== location.origin) return
    if (audienceOf(pathname) !== 'public') return
    event.preventDefault()
    navigatePublic(`${pathname}${search}`)
  }
  return <a {...link} href={href} onClick={follow} />
}
