/** Sets the language of React Aria's own texts, which would otherwise follow the browser. */
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLanguage } from '~/words/useLanguage'

export function InLanguage({ children }: { children: ReactNode }) {
  const language = useLanguage()
  return <I18nProvider locale={language === 'ms' ? 'ms-MY' : 'en-MY'}>{children}</I18nProvider>
}
