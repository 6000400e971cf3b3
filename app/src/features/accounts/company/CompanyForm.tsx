/** The fields of a company, its address and its contacts. */
import { states } from '~/core/core'
import { type CompanyField, contactFields, contacts } from '~/kit/company/company'
import type { useForm } from '~/kit/form/useForm'
import { Notice } from '~/ui/feedback/Notice'
import { Select } from '~/ui/form/Select'
import { TextField, type TextFieldProps } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import styles from './CompanyForm.module.css'
import type { CompanyEntry } from './newer'

interface Props {
  form: Pick<ReturnType<typeof useForm<CompanyEntry>>, 'field' | 'set' | 'error' | 'leave' | 'values'>
  /** Only staff may change the name. The registration number is fixed, because it identifies the company. */
  isStaff: boolean
}

const phone = { type: 'tel', prefix: <span aria-hidden="true">+60</span>, isTabular: true } as const

export function CompanyForm({ form, isStaff }: Props) {
  const { t } = useTranslation('accounts')
  const field = (name: CompanyField, more: Partial<TextFieldProps> = {}) => (
    <TextField key={name} {...form.field(name)} label={t(`company.fields.${name}`)} autoComplete="off" isRequired {...more} />
  )
  const kinds: Partial<Record<string, Partial<TextFieldProps>>> = { email: { type: 'email' }, mobileNo: phone }
  return (
    <Stack gap={5}>
      <Card title={t('company.company')}>
        <div className={styles.fields}>
          {field('companyName', { isReadOnly: !isStaff })}
          {field('registrationNo', { isReadOnly: true })}
          {field('landline', phone)}
          {field('tin', { isRequired: false, isOptional: true, hint: t('company.tinHint'), isTabular: true })}
        </div>
        {!isStaff && (
          <div className={styles.note}>
            <Notice>{t('company.utilitys')}</Notice>
          </div>
        )}
      </Card>
      <Card title={t('company.address')}>
        <div className={styles.fields}>
          {field('mailingAddress.unitFloor', { isRequired: false, isOptional: true })}
          {field('mailingAddress.building', { isRequired: false, isOptional: true })}
          {field('mailingAddress.street')}
          {field('mailingAddress.city')}
          {field('mailingAddress.postalCode', { inputMode: 'numeric', isTabular: true })}
          <Select
            id="mailingAddress.state"
            label={t('company.fields.mailingAddress.state')}
            placeholder={t('company.chooseState')}
            options={states.map((state) => ({ id: state, label: state }))}
            value={form.values['mailingAddress.state'] || null}
            onChange={(state) => form.set('mailingAddress.state', state)}
            error={form.error('mailingAddress.state')}
            isRequired
          />
        </div>
      </Card>
      {contacts.map((contact) => (
        <Card key={contact} title={t(`company.${contact}`)}>
          <div className={styles.fields}>{contactFields(contact).map((name) => field(name, kinds[name.split('.')[1] ?? '']))}</div>
        </Card>
      ))}
    </Stack>
  )
}
