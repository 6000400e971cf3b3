/** A screen with tabs, each with its own address: its titles, the tabs with their counts, and the content of the open tab. */
import { numberShown } from '~/core/core'
import { Page, type PageProps } from '~/ui/layout/Page'
import { Tabs } from '~/ui/layout/Tabs'
import { useTitle } from './useTitle'

interface Props<Id extends string> extends PageProps {
  title: string
  tabs: readonly { id: Id; href: string }[]
  current: Id
  label: (id: Id) => string
  /** null while a count is loading, which reserves its space. */
  counts?: Partial<Record<Id, number | null>>
}

export function TabbedPage<Id extends string>({ title, tabs, current, label, counts = {}, children, ...page }: Props<Id>) {
  useTitle(`${title}: ${label(current)}`)
  return (
    <Page title={title} {...page}>
      <Tabs
        label={title}
        current={current}
        tabs={tabs.map(({ id, href }) => {
          const count = counts[id]
          return { id, href, label: label(id), count: typeof count === 'number' ? numberShown(count) : count }
        })}
      />
      {children}
    </Page>
  )
}
