/** Frame shared by the screens of requests about personal data and of breaches: the action that records one, the views, and the list. */
import { type ReactNode, useState } from 'react'
import { sentence } from '~/core/core'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

/** The permission of each screen. */
const areas = { requests: 'manageTnbUsers', breaches: 'operations' } as const

interface Props {
  tab: keyof typeof areas
  views: ReactNode
  /** Renders the dialogue that records a request or a breach. */
  form: (close: () => void) => ReactNode
  children: ReactNode
}

export function PersonalDataFrame({ tab, views, form, children }: Props) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const mayRecord = useMay(areas[tab], 'update')
  const [isRecording, setRecording] = useState(false)
  const title = t(`tab.${tab}`)
  useTitle(title)
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
    <Page title={title} about={t(`about.${tab}`)} actions={record}>
      <Stack gap={3}>
        {views}
        {children}
      </Stack>
      {isRecording && form(() => setRecording(false))}
    </Page>
  )
}
