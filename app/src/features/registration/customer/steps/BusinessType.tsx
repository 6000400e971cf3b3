/**
 * First step: the type of entity. Organisations can register at any time, government entities only on certain days of the month.
 */
import { constants, dayShown, type ErrorBody, type RegistrationStanding, sentence } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useApplicationStatus } from '~/kit/registration/useApplicationStatus'
import { useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useKeeper } from '../draft/useKeeper'
import { StepForm, type StepProps } from './StepForm'

const government = 1
const types = [2, government] as const

export function BusinessType({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { content } = useKeeper(keeper)
  const standing = useApplicationStatus()
  const isClosed = !standing.governmentWindowIsOpen && !standing.answersAsGovernment
  const businessType = content.form.businessType ?? null
  // The server's date decides, not the browser's.
  const refusal = (chosen: number | null) =>
    chosen === null ? 'businessTypeRequired' : chosen === government && isClosed ? 'governmentWindowClosed' : undefined
  const form = useForm(
    { businessType },
    {
      state: [
        { businessType },
        (change) => {
          const before = keeper.read().content.form
          const next = typeof change === 'function' ? change({ businessType: before.businessType ?? null }) : change
          keeper.change({ form: { ...before, businessType: next.businessType } })
        },
      ],
      check: ({ businessType }, language) => {
        const code = refusal(businessType)
        return code
          ? ({ fields: [{ field: 'businessType', code, message: sentence(code, language), params: {} }] } as Pick<ErrorBody, 'fields'>)
          : null
      },
      refused,
    },
  )
  return (
    <StepForm step="type" from={from} form={form} refused={refused} onSubmit={() => void form.submit(async () => onDone())}>
      <RadioGroup
        id="businessType"
        label={t('type.label')}
        hidesLabel
        options={types.map((type) => ({
          id: String(type),
          title: t(type === government ? 'type.government' : 'type.organisation'),
          description: t(type === government ? 'type.governmentBody' : 'type.organisationBody'),
          whyNot: type === government && isClosed && businessType !== government ? t('type.closed') : undefined,
        }))}
        value={businessType === null ? null : String(businessType)}
        onChange={(id) => form.set('businessType', Number(id))}
        error={
          form.error('businessType') ?? (businessType === government && isClosed ? sentence('governmentWindowClosed', language) : undefined)
        }
        isRequired
      />
      {isClosed && <GovernmentWindow standing={standing} />}
    </StepForm>
  )
}

/** Shows when government entities may register again, and offers a reminder. */
function GovernmentWindow({ standing }: { standing: RegistrationStanding }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { email } = useProfile()
  const notify = useWrite('GovernmentRegistrationNotification')
  const opens = dayShown(notify.data?.on ?? standing.governmentWindowOpens, language)
  const isNotified = standing.isNotified || notify.isSuccess
  return (
    <>
      <Notice
        tone={isNotified ? 'good' : 'neutral'}
        title={t('window.title', { day: opens })}
        isAnnounced={notify.isSuccess}
        actions={
          !isNotified && (
            <Button onPress={() => notify.mutate({})} isLoading={notify.isPending}>
              {t('window.notify')}
            </Button>
          )
        }
      >
        <p>{t('window.body', { first: constants.firstGovernmentDay, last: constants.lastGovernmentDay })}</p>
        {isNotified && <p>{t('window.notified', { email, day: opens })}</p>}
      </Notice>
      {notify.isError && <RefusalNotice error={notify.error} />}
    </>
  )
}
