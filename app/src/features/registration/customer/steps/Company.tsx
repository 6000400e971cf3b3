/** The company. Its number is looked up in the account master, which fills in most of the other fields. */
import { checkRegistrationNo, numberShown } from '../../../../core/core'
import { CallError } from '../../../../kit/call/api'
import { Notice } from '../../../../ui/feedback/Notice'
import { TextField } from '../../../../ui/form/TextField'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { isFoundUnderAnother } from '../accounts/accounts'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import { StepForm, type StepProps } from './StepForm'
import { useCompanyCheck } from './useCompanyCheck'
import { useStepForm } from './useStepForm'

/** Whether the company cannot be registered with this application. */
const isTaken = (error: unknown) => error instanceof CallError && error.status === 409
const atNumber = { companyRegistered: 'registrationNo', companyHasApplication: 'registrationNo' }

export function Company({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const form = useStepForm(keeper, 'company', refused, atNumber)
  const typed = form.values.registrationNo ?? ''
  const number = checkRegistrationNo(typed, language).value
  const { ask, isAsking, known } = useCompanyCheck(keeper, typed)
  const { content } = useKeeper(keeper)
  const former = isFoundUnderAnother(content, number) && content.aside?.number === content.foundUnder ? content.foundUnder : undefined

  async function leaveNumber() {
    form.leave('registrationNo')
    // A refusal is shown immediately.
    if (number !== undefined) await ask().catch((error: unknown) => isTaken(error) && form.refuse(error))
  }
  /** Continues even if the lookup fails: the number is checked again on submission. */
  async function goOn() {
    await ask().catch((error: unknown) => {
      if (isTaken(error)) throw error
    })
    onDone()
  }

  return (
    <StepForm step="company" from={from} form={form} refused={refused} onSubmit={() => void form.submit(goOn)}>
      <TextField
        {...form.field('registrationNo')}
        onBlur={() => void leaveNumber()}
        label={t('field.registrationNo')}
        hint={t('company.numberHint')}
        autoComplete="off"
        maxLength={60}
        isTabular
        isRequired
      />
      <div role="status" className={styles.known}>
        {isAsking && !known && <p>{t('company.asking')}</p>}
        {former && <p>{t('company.foundAside', { number: former })}</p>}
        {known && (
          <Notice tone={known.accounts > 0 ? 'good' : 'neutral'} title={known.details.companyName || t('company.unknown')}>
            {known.accounts > 0
              ? t('company.known', { count: known.accounts, shown: numberShown(known.accounts) })
              : t('company.unknownBody')}
          </Notice>
        )}
      </div>
      <TextField {...form.field('companyName')} label={t('field.companyName')} autoComplete="organization" maxLength={100} isRequired />
      <TextField
        {...form.field('landline')}
        label={t('field.landline')}
        hint={t('company.landlineHint')}
        prefix={<span aria-hidden="true">+60</span>}
        type="tel"
        autoComplete="tel-national"
        isTabular
        isRequired
      />
    </StepForm>
  )
}
