/** Makes a passkey on this device or on a security key, or says why the browser cannot. */
import { type AddedFactor, sentence } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { makePasskey } from './passkey'
import { whyNoPasskeys } from './passkeySupport'

interface Props {
  onAdded: (added: AddedFactor, name: string) => void
}

export function AddPasskey({ onAdded }: Props) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const { canAddPasskey } = useRead('GetFactors', {})
  const why = canAddPasskey ? whyNoPasskeys() : 'passkeysUnavailable'
  return (
    <Card title={t('new.passkey')}>
      <Stack gap={3}>
        <p>{t('new.passkeyBody')}</p>
        {why ? <Notice tone="neutral" title={sentence(why, language)} /> : <PasskeyForm onAdded={onAdded} />}
      </Stack>
    </Card>
  )
}

function PasskeyForm({ onAdded }: Props) {
  const { t } = useTranslation('security')
  const { t: common } = useTranslation()
  const readOnly = useReadOnly()
  const begin = useWrite('BeginPasskey')
  const finish = useWrite('FinishPasskey')
  const form = useForm({ passkeyName: '' })
  const add = () =>
    form.submit(async () => {
      const { handle, options } = await begin.mutateAsync({})
      const name = form.values.passkeyName.trim() || t('kind.passkey')
      onAdded(await finish.mutateAsync({ handle, credential: await makePasskey(options), name }), name)
    })
  return (
    <Form onSubmit={() => void add()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy} gap="close">
      <FormRefusal form={form} />
      <TextField
        {...form.field('passkeyName')}
        label={t('new.passkeyName')}
        hint={t('new.passkeyNameHint')}
        autoComplete="off"
        isOptional
      />
      <div>
        <Button type="submit" mode="primary" isLoading={form.isBusy} isDisabled={readOnly !== undefined} why={readOnly}>
          {t('new.passkeyStart')}
        </Button>
      </div>
    </Form>
  )
}
