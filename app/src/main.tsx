/**
 * Opens the part of the portal that the address belongs to. Public pages are a small part of their own, so that
 * the sign-in page loads nothing of the portal behind it.
 */
import { link } from './core/links'
import './ui/base/tokens.css'
import './ui/base/reset.css'
import { screenAt } from './core/first'
import { isPublicPage } from './core/rules'
import { applyTheme } from './kit/session/theme'

applyTheme()

if (!screenAt(location.pathname)) {
  location.replace(link('notFound'))
} else {
  const { open } = isPublicPage ? await import('./routes/public') : await import('./routes/portal')
  open(document.getElementById('root') as HTMLElement)
}
