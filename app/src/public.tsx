/** The pages that anybody may open. */
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SignIn } from './features/identity/SignIn'
import { PublicMessage } from './shell/PublicMessage'
import { UiWords } from './words/UiWords'
import { useTranslation } from './words/useTranslation'

const pages: Record<string, () => ReactNode> = {
  '/': () => <SignIn audience="customer" />,
  '/admin/login': () => <SignIn audience="staff" />,
  '/unauthorized': () => <PublicMessage about="unauthorized" />,
  '/404': () => <PublicMessage about="notFound" />,
}

function PublicPage() {
  useTranslation()
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  return pages[path]?.() ?? <PublicMessage about="later" />
}

export function open(root: HTMLElement) {
  createRoot(root).render(
    <StrictMode>
      <UiWords>
        <PublicPage />
      </UiWords>
    </StrictMode>,
  )
}
