/** Dialogue that creates a token: its name, what it may do, its last day and the addresses that may use it. */
import type { CreatedApiToken, Day, TokenScope } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { FactorNeeded } from '~/kit/session/FactorNeeded'
import { useHasFactor } from '~/kit/session/useHasFactor'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { CheckGroup } from '~/ui/form/CheckGroup'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { scopeKeys, scopes } from './scopes'

/** Days that are proposed for a new token. */
export const USUAL_DAYS = 90
const MILLISECONDS_OF_DAY = 86_400_000

/** The last day of a token that is created today and works for that number of days. */
export const lastDay = (today: Day, days: number): Day =>
  new Date(Date.parse(`${today}T00:00:00Z`) + (days - 1) * MILLISECONDS_OF_DAY).toISOString().slice(0, 10)

interface Entry {
  name: string
  scopes: TokenScope[]
  expiresOn: string
  addresses: string
}

interface Props {
  onCreated: (created: CreatedApiToken) => void
  onClose: () => void
}

export function TokenForm({ onCreated, onClose }: Props) {
  const { t } = useTranslation('apiTokens')
  const id = useBulkId()
  const today = useToday()
  const create = useWrite('CreateApiToken')
  const whyNot = useHasFactor() === false ? t('factorFirst') : undefined
  const form = useForm<Entry>({ name: '', scopes: [], expiresOn: lastDay(today, USUAL_DAYS), addresses: '' })
  const { name, scopes: chosen, expiresOn, addresses } = form.values
  const save = () =>
    form.submit(async () => {
      const lines = addresses.split(/[\s,;]+/).filter((line) => line !== '')
      onCreated(await create.mutateAsync({ id, name, scopes: chosen, expiresOn, addresses: lines }))
    })
  return (
    <FormDialog
      title={t('create')}
      lead={t('createLead')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('create')}
      form={form}
      whyNot={whyNot}
    >
      <FactorNeeded title={t('needsFactor')} />
      <TextField {...form.field('name')} label={t('name')} hint={t('nameHint')} autoComplete="off" isRequired autoFocus />
      <CheckGroup
        id="scopes"
        label={t('scopes')}
        options={scopes.map((scope) => ({
          id: scope,
          title: t(`scope.${scopeKeys[scope]}`),
          description: t(`about.${scopeKeys[scope]}`),
        }))}
        value={chosen}
        onChange={(now) => form.set('scopes', now)}
        error={form.error('scopes')}
      />
      <DateField {...form.field('expiresOn')} label={t('expiresOn')} hint={t('expiresHint')} isRequired />
      <TextField {...form.field('addresses')} label={t('addresses')} hint={t('addressesHint')} rows={3} autoComplete="off" isOptional />
    </FormDialog>
  )
}
