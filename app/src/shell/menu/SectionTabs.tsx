/** Above a page of a section: the section's tabs, and the pages of the open tab if it has several. */
import { useRouterState } from '@tanstack/react-router'
import { numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useProfile } from '~/kit/session/useProfile'
import { Tabs } from '~/ui/layout/Tabs'
import type { KeyOf } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'
import { type PageName, pageAt, sectionsFor } from './sections'
import { useTabCounts } from './useCounts'
import { useTabName } from './useTabName'

/** The pages that have a name on their tab: those of a tab with several (`sections.test.ts`). */
type NamedPage<Key = KeyOf<'shell'>> = Key extends `menu.pages.${infer Name}` ? Name : never

export function SectionTabs() {
  const { t } = useTranslation('shell')
  const tabName = useTabName()
  // Until the first screen is resolved, the address is that of the window.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname }) ?? location.pathname
  const place = pageAt(path, sectionsFor(useProfile()))
  const counts = useTabCounts(place)
  if (!place) return null
  const { section, tab, page } = place
  const tabOf = (id: PageName, label: string) => {
    const count = counts[id]
    return { id, label, href: link(id), count: typeof count === 'number' ? numberShown(count) : count }
  }
  const hasTabs = section.tabs.length > 1
  const hasPages = tab.pages.length > 1
  if (!hasTabs && !hasPages) return null
  const tabs = hasTabs ? section.tabs.flatMap((one) => (one.pages[0] ? tabOf(one.pages[0], tabName(one)) : [])) : []
  // The count of a tab is that of its first page, and is not repeated there.
  const pages = hasPages
    ? tab.pages.map((id, index) => ({ ...tabOf(id, t(`menu.pages.${id as NamedPage}`)), ...(index === 0 && { count: undefined }) }))
    : []
  return (
    <div data-print="hide">
      {hasTabs && <Tabs label={t(`menu.sections.${section.id}`)} tabs={tabs} current={tab.pages[0] ?? page} />}
      {hasPages && <Tabs label={tabName(tab)} tabs={pages} current={page} isSecond />}
    </div>
  )
}
