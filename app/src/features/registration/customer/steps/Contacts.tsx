/** Step of the company's two contacts. */
import { useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import styles from '../Registration.module.css'
import { StepForm, type StepProps } from './StepForm'
import { useStepForm } from './useStepForm'

const contacts = ['primaryContact', 'secondaryContact'] as const

export function Contacts({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const { name, email, mobileNo } = useProfile()
  const form = useStepForm(keeper, 'contacts', refused)
  const isFirstEmpty = ['name', 'email', 'mobileNo'].every((field) => !form.values[`primaryContact.${field}`])

  function fillInOwn() {
    form.set('primaryContact.name', name)
    form.set('primaryContact.email', email)
    form.set('primaryContact.mobileNo', mobileNo ?? '')
    document.getElementById('primaryContact.jobTitle')?.focus()
  }

  return (
    <StepForm step="contacts" from={from} form={form} refused={refused} onSubmit={() => void form.submit(async () => onDone())}>
      {contacts.map((who) => (
        <fieldset key={who} className={styles.group}>
          <legend className={styles.legend}>{t(`contacts.${who}`)}</legend>
          <p className={styles.lead}>{t(`contacts.${who}Body`)}</p>
          {who === 'primaryContact' && isFirstEmpty && (
            <div>
              <Button onPress={fillInOwn}>{t('contacts.own', { name })}</Button>
            </div>
          )}
          <TextField {...form.field(`${who}.name`)} label={t('field.name')} autoComplete="off" maxLength={100} isRequired />
          <div className={styles.pair}>
            <TextField {...form.field(`${who}.jobTitle`)} label={t('field.jobTitle')} autoComplete="off" maxLength={100} isRequired />
            <TextField {...form.field(`${who}.department`)} label={t('field.department')} autoComplete="off" maxLength={100} isRequired />
          </div>
          <div className={styles.pair}>
            <TextField {...form.field(`${who}.email`)} label={t('field.email')} type="email" autoComplete="off" isRequired />
            <TextField
              {...form.field(`${who}.mobileNo`)}
              label={t('field.mobileNo')}
              prefix={<span aria-hidden="true">+60</span>}
              type="tel"
              autoComplete="off"
              isTabular
              isRequired
            />
          </div>
        </fieldset>
      ))}
    </StepForm>
  )
}
