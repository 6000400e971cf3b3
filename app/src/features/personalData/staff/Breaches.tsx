/** The register of personal data breaches, with the action to record one. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { BreachRow } from '~/core/core'
import { link, paths } from '~/core/links'
import { viewOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Views } from '~/ui/layout/Views'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import { BreachForm } from './BreachForm'
import { breachList, breachViews } from './breachList'
import { PersonalDataFrame } from './PersonalDataFrame'

const route = getRouteApi(paths.breaches)

export function Breaches() {
  const { t } = useTranslation('personalDataStaff')
  const navigate = useNavigate()
  const change = useChangeSearch(route.useNavigate())
  const breaches = useList(breachList, {
    search: route.useSearch(),
    onSearch: (next, isStep = true) => change(next, isStep),
  })
  const menu = useCallback(
    ({ number }: BreachRow): MenuItem[] => [{ id: 'open', label: t('breaches.openBreach'), href: link('breach', { number }) }],
    [t],
  )
  return (
    <PersonalDataFrame
      tab="breaches"
      views={
        <Views
          label={t('breaches.view')}
          current={viewOf(breaches.list, breaches.params)?.name ?? 'open'}
          onChange={(show) => breaches.changeParams({ show })}
          views={breachViews.map((id) => ({ id, label: t(`breaches.views.${id}`) }))}
        />
      }
      form={(close) => <BreachForm onClose={close} onSaved={(number) => void navigate({ to: link('breach', { number }) })} />}
    >
      <List list={breaches} menu={menu} />
    </PersonalDataFrame>
  )
}
