/** Dialogue that replaces a token by a new one. */
import type { ApiToken, CreatedApiToken } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { FactorNeeded } from '~/kit/session/FactorNeeded'
import { useHasFactor } from '~/kit/session/useHasFactor'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { useTranslation } from '~/words/useTranslation'
import { lastDay, USUAL_DAYS } from './TokenForm'

interface Props {
  token: ApiToken
  onCreated: (created: CreatedApiToken) => void
  onClose: () => void
}

export function RotateToken({ token: { tokenId, name }, onCreated, onClose }: Props) {
  const { t } = useTranslation('apiTokens')
  const id = useBulkId()
  const today = useToday()
  const rotate = useWrite('RotateApiToken')
  const whyNot = useHasFactor() === false ? t('factorFirst') : undefined
  const form = useForm({ expiresOn: lastDay(today, USUAL_DAYS) })
  const save = () =>
    form.submit(async () => {
      onCreated(await rotate.mutateAsync({ id, tokenId, expiresOn: form.values.expiresOn }))
    })
  return (
    <FormDialog
      title={t('rotateTitle', { name })}
      lead={t('rotateLead')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('rotate')}
      form={form}
      isLeftFreely
      whyNot={whyNot}
    >
      <FactorNeeded title={t('needsFactor')} />
      <DateField {...form.field('expiresOn')} label={t('expiresOn')} hint={t('expiresHint')} isRequired autoFocus />
    </FormDialog>
  )
}
