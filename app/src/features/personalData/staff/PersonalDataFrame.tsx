/** Frame shared by the tabs of personal data, requests and breaches: the action that records one, the views, and the list. */
import { type ReactNode, useState } from 'react'
import { sentence } from '~/core/core'
import { link } from '~/core/links'
import { TabbedPage } from '~/kit/page/TabbedPage'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const tabs = [
  { id: 'requests', href: link('dataRequests') },
  { id: 'breaches', href: link('breaches') },
] as const
/** The permission of each tab. */
const areas = { requests: 'manageTnbUsers', breaches: 'operations' } as const

interface Props {
  tab: (typeof tabs)[number]['id']
  views: ReactNode
  /** Renders the dialogue that records a request or a breach. */
  form: (close: () => void) => ReactNode
  children: ReactNode
}

export function PersonalDataFrame({ tab, views, form, children }: Props) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const may = { requests: useMay(areas.requests, 'view'), breaches: useMay(areas.breaches, 'view') }
  const mayRecord = useMay(areas[tab], 'update')
  const [isRecording, setRecording] = useState(false)
  const record = (
    <Button
      mode="primary"
      onPress={() => setRecording(true)}
      isDisabled={!mayRecord}
      why={mayRecord ? undefined : sentence('forbidden', language)}
      whyShown="tooltip"
    >
      {t(`${tab}.record`)}
    </Button>
  )
  return (
    <TabbedPage
      title={t('title')}
      about={t(`about.${tab}`)}
      actions={record}
      tabs={tabs.filter(({ id }) => may[id])}
      current={tab}
      label={(id) => t(`tab.${id}`)}
    >
      <Stack gap={3}>
        {views}
        {children}
      </Stack>
      {isRecording && form(() => setRecording(false))}
    </TabbedPage>
  )
}
