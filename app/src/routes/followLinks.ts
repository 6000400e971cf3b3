/** Links within the portal are followed by the router: any `<a>`, whichever piece of the interface drew it. */
import type { AnyRouter } from '@tanstack/react-router'
import { screenAt } from '../core/core'

export function followLinks(router: AnyRouter) {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return
    const screen = screenAt(link.pathname)
    if (!screen || screen.audience === 'public') return
    event.preventDefault()
    void router.navigate({ href: `${link.pathname}${link.search}${link.hash}` })
  })
}
