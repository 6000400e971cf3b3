/** Everything that the company submitted, with what is not as it was the time before. */
import type { ReviewedApplication } from '../../core'
import { Card } from '../../ui/Card'
import { Description } from '../../ui/Description'
import { Stack } from '../../ui/Stack'
import { useTranslation } from '../../words/useTranslation'
import { Changed } from './Changed'
import { ChangesNotice } from './ChangesNotice'
import { DeclarationCard } from './DeclarationCard'
import { changesByField, type Group, groups, isMobile, typedAt } from './fields'
import { businessNameOf } from './registrationSearch'

export function Submitted({ application }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrations')
  const { form, changes } = application
  const changed = changesByField(changes)

  function itemsOf({ part, fields }: Group) {
    return fields.map((name) => {
      const path = `details.${part}${name}`
      const shown = (text: string) => (text && isMobile(name) ? `+60 ${text}` : text)
      const change = changed.get(path)
      return {
        id: path,
        label: t(`field.${name}`),
        value: change ? <Changed before={shown(change.before)} after={shown(change.after)} /> : shown(typedAt(form, path)),
      }
    })
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
      {groups.map((group) => (
        <Card key={group.id} title={t(`group.${group.id}`)}>
          <Description columns={2} items={group.id === 'company' ? [businessType, ...itemsOf(group)] : itemsOf(group)} />
        </Card>
      ))}
      <DeclarationCard application={application} />
    </Stack>
  )
}
