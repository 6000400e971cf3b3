/** All data that the company submitted. Changes since the previous submission are marked. */
import { numberShown, type ReviewedApplication } from '~/core/core'
import { type CompanyField, isPhone, textsOf } from '~/kit/company/company'
import { businessNameOf } from '~/kit/company/registrationNames'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { phoneShown } from '~/ui/text/phone'
import { useTranslation } from '~/words/useTranslation'
import { Changed } from './Changed'
import { DeclarationCard } from './DeclarationCard'
import { changesByField, groups } from './fields'

export function Submitted({ application }: { application: ReviewedApplication }) {
  const { t } = useTranslation(['registrationStaff', 'accounts'])
  const { form, changes } = application
  const texts = textsOf(form.details ?? {})
  const changed = changesByField(changes)

  function item(field: CompanyField) {
    const shown = (text: string) => (isPhone(field) ? phoneShown(text) : text)
    const change = changed.get(`details.${field}`)
    return {
      id: field,
      label: t(`accounts:company.fields.${field}`),
      value: change ? <Changed before={shown(change.before)} after={shown(change.after)} /> : shown(texts[field] ?? ''),
    }
  }
  const type = (value: number | string | null | undefined) => (value ? t(`business.${businessNameOf(Number(value))}`) : '')
  const typeChange = changed.get('businessType')
  const businessType = {
    id: 'businessType',
    label: t('column.business'),
    value: typeChange ? <Changed before={type(typeChange.before)} after={type(typeChange.after)} /> : type(form.businessType),
  }

  return (
    <Stack gap={5}>
      <ChangesNotice application={application} />
      {groups.map(({ id, fields }) => (
        <Card key={id} title={t(`accounts:company.${id}`)}>
          <Description columns={2} items={id === 'company' ? [businessType, ...fields.map(item)] : fields.map(item)} />
        </Card>
      ))}
      <DeclarationCard application={application} />
    </Stack>
  )
}

/** Counts the changes since the previous submission, so that officers need not search for them. */
function ChangesNotice({ application: { changes, accountsAdded, accountsRemoved } }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const counted = (key: 'changed.fields' | 'changed.added' | 'changed.removed', count: number) =>
    count > 0 ? [t(key, { count, shown: numberShown(count) })] : []
  const parts = [
    ...counted('changed.fields', changes.length),
    ...counted('changed.added', accountsAdded),
    ...counted('changed.removed', accountsRemoved),
  ]
  if (parts.length === 0) return null
  return (
    <Notice tone="warning" title={t('changed.title')}>
      {parts.join(' · ')}
    </Notice>
  )
}
