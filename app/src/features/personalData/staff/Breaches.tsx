/** The register of personal data breaches, with the action to record one. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type BreachRow, sentence } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { viewOf } from '../../../kit/list/declare'
import { List } from '../../../kit/list/List'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useMay } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { Views } from '../../../ui/layout/Views'
import type { MenuItem } from '../../../ui/overlay/Menu'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../PersonalData.module.css'
import { BreachForm } from './BreachForm'
import { breachList, breachViews } from './breachList'
import { PersonalDataFrame } from './PersonalDataFrame'

const route = getRouteApi(paths.breaches)

export function Breaches() {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const navigate = useNavigate()
  const change = useChangeSearch(route.useNavigate())
  const breaches = useList(breachList, {
    search: route.useSearch(),
    onSearch: (next, isStep = true) => change(next, isStep),
  })
  const [isRecording, setRecording] = useState(false)
  const mayAct = useMay('operations', 'update')
  const menu = useCallback(
    ({ number }: BreachRow): MenuItem[] => [{ id: 'open', label: t('breaches.openBreach'), href: link('breach', { number }) }],
    [t],
  )
  const record = (
    <Button
      mode="primary"
      onPress={() => setRecording(true)}
      isDisabled={!mayAct}
      why={mayAct ? undefined : sentence('forbidden', language)}
      whyShown="tooltip"
    >
      {t('breaches.record')}
    </Button>
  )
  return (
    <PersonalDataFrame tab="breaches" actions={record}>
      <div className={styles.views}>
        <Views
          label={t('breaches.view')}
          current={viewOf(breaches.list, breaches.params)?.name ?? 'open'}
          onChange={(show) => breaches.changeParams({ show })}
          views={breachViews.map((id) => ({ id, label: t(`breaches.views.${id}`) }))}
        />
      </div>
      <List list={breaches} menu={menu} emptyAction={record} />
      {isRecording && (
        <BreachForm onClose={() => setRecording(false)} onSaved={(number) => void navigate({ to: link('breach', { number }) })} />
      )}
    </PersonalDataFrame>
  )
}
