/** Step of the company's postal address. */
import { states } from '~/core/core'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import styles from '../Registration.module.css'
import { StepForm, type StepProps } from './StepForm'
import { useStepForm } from './useStepForm'

export function Address({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const form = useStepForm(keeper, 'address', refused)
  const state = form.values['mailingAddress.state'] ?? ''
  return (
    <StepForm step="address" from={from} form={form} refused={refused} onSubmit={() => void form.submit(async () => onDone())}>
      <div className={styles.pair}>
        <TextField {...form.field('mailingAddress.unitFloor')} label={t('field.unitFloor')} maxLength={100} isOptional />
        <TextField {...form.field('mailingAddress.building')} label={t('field.building')} maxLength={100} isOptional />
      </div>
      <TextField
        {...form.field('mailingAddress.street')}
        label={t('field.street')}
        autoComplete="address-line1"
        maxLength={100}
        isRequired
      />
      <div className={styles.pair}>
        <TextField
          {...form.field('mailingAddress.postalCode')}
          label={t('field.postalCode')}
          autoComplete="postal-code"
          inputMode="numeric"
          isTabular
          isRequired
        />
        <TextField
          {...form.field('mailingAddress.city')}
          label={t('field.city')}
          autoComplete="address-level2"
          maxLength={100}
          isRequired
        />
      </div>
      <Select
        id="mailingAddress.state"
        label={t('field.state')}
        options={states.map((name) => ({ id: name, label: name }))}
        value={state || null}
        onChange={(name) => form.set('mailingAddress.state', name)}
        placeholder={t('address.choose')}
        error={form.error('mailingAddress.state')}
        isRequired
      />
    </StepForm>
  )
}
