/** Labels of a company's fields. */
import { contacts, everyField } from '~/kit/company/company'
import { useTranslation } from '~/words/useTranslation'

/** Returns the label of a field. Both contacts have the same fields, so the label names the contact as well. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useTranslation('accounts')
  return (field) => {
    const known = everyField.find((one) => one === field)
    const label = known ? t(`company.fields.${known}`) : field
    const contact = contacts.find((one) => field.startsWith(`${one}.`))
    return contact ? t('company.of', { field: label, contact: t(`company.${contact}`) }) : label
  }
}
