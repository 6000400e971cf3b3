/**
 * The Master's trial of saved settings, in a window of the provider, so that the page stays. If it works, the settings are used. If it
 * fails, the page says what to change.
 */
import { useEffect, useRef, useState } from 'react'
import { instantShown, type SsoProvider, sentenceWith, type UntriedSso } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { awaitAnswer, openProviderWindow } from '~/kit/session/providerWindow'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { FormActions } from '~/ui/form/Form'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotEditable } from './Domains'

interface Props {
  untried: UntriedSso
  /** The provider that users sign in with meanwhile. */
  inUse: SsoProvider | null
}

export function TryIt({ untried, inUse }: Props) {
  const { t } = useTranslation('sso')
  const language = useLanguage()
  const id = useBulkId()
  const whyNot = useWhyNotEditable()
  const begin = useWrite('BeginSsoTrial')
  const finish = useWrite('FinishSsoTrial')
  const [isAtProvider, setAtProvider] = useState(false)
  const [error, setError] = useState<unknown>()
  const stopWaiting = useRef<() => void>(undefined)
  useEffect(() => () => stopWaiting.current?.(), [])

  async function open() {
    stopWaiting.current?.()
    setError(undefined)
    const opened = await openProviderWindow()
    try {
      const start = await begin.mutateAsync({ id })
      stopWaiting.current = awaitAnswer(start, (answer) => {
        setAtProvider(false)
        const onSuccess = () => toasts.add({ title: t('try.works'), tone: 'good' })
        finish.mutate({ id, handle: start.handle, ...answer }, { onSuccess, onError: setError })
      })
      opened.location.href = start.address
      setAtProvider(true)
    } catch (refused) {
      opened.close()
      throw refused
    }
  }
  const { failure } = untried
  return (
    <Card title={t('try.title')}>
      <Stack gap={4}>
        <p>{inUse === null ? t('try.lead') : t('try.leadInUse', { issuer: inUse.issuer })}</p>
        <Description
          items={[
            { id: 'issuer', label: t('provider.issuer'), value: untried.issuer },
            { id: 'client', label: t('provider.clientId'), value: untried.clientId },
            { id: 'saved', label: t('try.saved'), value: instantShown(untried.setAt, language) },
          ]}
        />
        {error !== undefined ? (
          <RefusalNotice error={error} />
        ) : (
          failure !== null &&
          !isAtProvider && (
            <Notice tone="bad" title={t('try.failed', { when: instantShown(failure.failedAt, language) })}>
              {sentenceWith(failure.code, failure.params, language)}
            </Notice>
          )
        )}
        {isAtProvider && (
          <Notice tone="progress" title={t('try.waiting')} isAnnounced>
            {t('try.waitingBody')}
          </Notice>
        )}
        <FormActions>
          <Button
            mode="primary"
            size="large"
            onPress={() => void open().catch(setError)}
            isLoading={begin.isPending || finish.isPending}
            isDisabled={whyNot !== undefined}
            why={whyNot}
          >
            {t(isAtProvider ? 'try.again' : 'try.action')}
          </Button>
        </FormActions>
      </Stack>
    </Card>
  )
}
