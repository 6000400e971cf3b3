/** The receiver's answer to a test event. */
import { numberShown, type WebhookTestResult } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

export function TestResult({ result: { isDelivered, status, failure, answer, milliseconds } }: { result: WebhookTestResult }) {
  const { t } = useTranslation('webhooks')
  const values = { status: status ?? '', time: numberShown(milliseconds) }
  const title = failure === null ? t(isDelivered ? 'tested.good' : 'tested.bad', values) : t(`tested.${failure}`)
  return (
    <Notice tone={isDelivered ? 'good' : 'bad'} title={title} isAnnounced>
      {answer !== null && t('answer', { text: answer })}
    </Notice>
  )
}
