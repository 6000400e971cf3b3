/** The entries of an application, section by section. */
import { instantShown } from '~/core/core'
import { isPhone } from '~/kit/company/company'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Description } from '~/ui/text/Description'
import { phoneShown } from '~/ui/text/phone'
import { sizeShown } from '~/ui/text/size'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { DraftContent } from '../draft/draftKeeper'
import { entriesOf } from '../draft/form'
import { addressOf, type CompanyStep, fieldsOf, type StepId } from '../steps/steps'

/** The last part of a field's name, which is the key of its label. */
type LabelKey =
  | 'registrationNo'
  | 'companyName'
  | 'landline'
  | 'unitFloor'
  | 'building'
  | 'street'
  | 'postalCode'
  | 'city'
  | 'state'
  | 'name'
  | 'jobTitle'
  | 'department'
  | 'email'
  | 'mobileNo'

const labelKeyOf = (field: string) => (field.split('.').at(-1) ?? field) as LabelKey

export function ReviewSections({ content: { form, declaration } }: { content: DraftContent }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const items = (step: CompanyStep, who = '') => {
    const names = fieldsOf[step].filter((name) => name.startsWith(who))
    const entries = entriesOf(form, names)
    return names.map((name) => {
      const typed = entries[name]?.trim() ?? ''
      return { id: name, label: t(`field.${labelKeyOf(name)}`), value: isPhone(name) ? phoneShown(typed) : typed }
    })
  }
  const type = form.businessType === 1 ? t('type.government') : form.businessType === 2 ? t('type.organisation') : undefined
  return (
    <>
      <Section step="type">
        <Description items={[{ id: 'businessType', label: t('type.label'), value: type }]} />
      </Section>
      <Section step="company">
        <Description items={items('company')} />
      </Section>
      <Section step="address">
        <Description items={items('address')} />
      </Section>
      {(['primaryContact', 'secondaryContact'] as const).map((who) => (
        <Section key={who} step="contacts" title={t(`contacts.${who}`)}>
          <Description items={items('contacts', who)} />
        </Section>
      ))}
      <Section step="declaration">
        <Description
          items={[
            { id: 'file', label: t('declaration.file'), value: declaration?.fileName },
            {
              id: 'about',
              label: t('declaration.uploaded'),
              value:
                declaration &&
                t('declaration.about', { size: sizeShown(declaration.size), when: instantShown(declaration.uploadedAt, language) }),
            },
          ]}
        />
      </Section>
    </>
  )
}

export function Section({ step, title, children }: { step: StepId; title?: string; children: React.ReactNode }) {
  const { t } = useTranslation('registration')
  const name = title ?? t(`step.${step}.label`)
  return (
    <Card
      level={3}
      title={name}
      actions={
        <LinkButton size="small" href={addressOf(step, { from: 'review' })} label={t('review.changeWhat', { what: name })}>
          {t('review.change')}
        </LinkButton>
      }
    >
      {children}
    </Card>
  )
}
