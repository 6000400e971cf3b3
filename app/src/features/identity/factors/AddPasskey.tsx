/** Makes a passkey on this device or on a security key. */
import type { AddedFactor } from '../../../core/core'
import { useRead } from '../../../kit/call/read'
import { useWrite } from '../../../kit/call/write'
import { makePasskey, refusalOfPasskey } from '../../../kit/factors/passkey'
import { useForm } from '../../../kit/form/useForm'
import { useReadOnly } from '../../../kit/session/useReadOnly'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/feedback/Notice'
import { Form } from '../../../ui/form/Form'
import { TextField } from '../../../ui/form/TextField'
import { Card } from '../../../ui/layout/Card'
import { Stack } from '../../../ui/layout/Stack'
import { useTranslation } from '../../../words/useTranslation'

/** Renders nothing if the portal cannot have passkeys. */
export function AddPasskey({ onAdded }: { onAdded: (added: AddedFactor, name: string) => void }) {
  const { t } = useTranslation('security')
  const { t: common } = useTranslation()
  const { canAddPasskey } = useRead('GetFactors', {})
  const readOnly = useReadOnly()
  const begin = useWrite('BeginPasskey')
  const finish = useWrite('FinishPasskey')
  const form = useForm({ passkeyName: '' })
  const add = () =>
    form.submit(async () => {
      const { handle, options } = await begin.mutateAsync({})
      const credential = await makePasskey(options).catch((error) => {
        throw refusalOfPasskey(error, { refused: t('new.passkeyRefused'), known: t('new.passkeyKnown') })
      })
      const name = form.values.passkeyName.trim() || t('kind.passkey')
      onAdded(await finish.mutateAsync({ handle, credential, name }), name)
    })
  if (!canAddPasskey) return null
  return (
    <Card title={t('new.passkey')}>
      <Stack gap={3}>
        <p>{t('new.passkeyBody')}</p>
        <Form onSubmit={() => void add()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy} gap="close">
          {form.refusal && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
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
      </Stack>
    </Card>
  )
}
