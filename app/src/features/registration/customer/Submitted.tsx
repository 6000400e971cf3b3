/** What was submitted, in short. */
import type { Application } from '../../../core/core'
import { countShown } from '../../../core/core'
import { Card } from '../../../ui/layout/Card'
import { Description } from '../../../ui/text/Description'
import { useTranslation } from '../../../words/useTranslation'

export function Submitted({ application: { registrationId, form, totalAccounts, declaration } }: { application: Application }) {
  const { t } = useTranslation('registration')
  const { details } = form
  const contact = details?.primaryContact
  return (
    <Card title={t('submitted.title')}>
      <Description
        columns={2}
        items={[
          // People call it by its first letters.
          { id: 'application', label: t('submitted.application'), value: registrationId.slice(0, 8) },
          { id: 'company', label: t('field.companyName'), value: details?.companyName },
          { id: 'number', label: t('field.registrationNo'), value: details?.registrationNo },
          { id: 'type', label: t('type.label'), value: t(form.businessType === 1 ? 'type.government' : 'type.organisation') },
          { id: 'accounts', label: t('submitted.accounts'), value: countShown(totalAccounts) },
          { id: 'contact', label: t('contacts.primaryContact'), value: contact?.name },
          { id: 'declaration', label: t('step.declaration.label'), value: declaration?.fileName },
        ]}
      />
    </Card>
  )
}
