/** The first step: an organisation at any time, a government entity in its days of the month. */
import { type ErrorBody, registrationStatuses, sentence } from '../../../core/core'
import { useForm } from '../../../kit/form/useForm'
import { useStanding } from '../../../kit/registration/useStanding'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { GovernmentWindow } from './GovernmentWindow'
import { StepForm, type StepProps } from './StepForm'
import { useKeeper } from './useKeeper'

const government = 1
const types = [2, government] as const

export function BusinessType({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { content } = useKeeper(keeper)
  const { data: standing } = useStanding()
  // What the utility asked more about is answered on any day.
  const isClosed = standing?.governmentWindowIsOpen === false && standing.status !== registrationStatuses.requestForInfo
  const businessType = content.form.businessType ?? null
  // Whether it is open is the server's to say: its calendar decides, not this computer's.
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
      {standing && isClosed && <GovernmentWindow standing={standing} />}
    </StepForm>
  )
}
