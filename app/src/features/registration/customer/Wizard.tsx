/** The steps of an application, one at a time. The address names the open step. */
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { type Application, type ErrorBody, instantShown, registrationStatuses } from '~/core/core'
import { paths } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { Steps } from '~/ui/layout/Steps'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { AccountsStep } from './accounts/AccountsStep'
import { DraftNotices } from './DraftNotices'
import type { DraftKeeper } from './draft/draftKeeper'
import { leaveDraft } from './draft/load'
import { useKeeper } from './draft/useKeeper'
import styles from './Registration.module.css'
import { Remark } from './Remark'
import { Review, useMissing } from './review/Review'
import { Address } from './steps/Address'
import { BusinessType } from './steps/BusinessType'
import { Company } from './steps/Company'
import { Contacts } from './steps/Contacts'
import { DeclarationStep } from './steps/DeclarationStep'
import { type Refusal, refusalOf, refusedAt } from './steps/refusal'
import type { StepProps } from './steps/StepForm'
import { type StepId, stepIds, stepOf } from './steps/steps'

const route = getRouteApi(paths.registerCompany)

const screens: Record<Exclude<StepId, 'review'>, ComponentType<StepProps>> = {
  type: BusinessType,
  company: Company,
  address: Address,
  contacts: Contacts,
  declaration: DeclarationStep,
  accounts: AccountsStep,
}

interface Props {
  application: Application | null
  keeper: DraftKeeper
  onReload: () => void
}

export function Wizard({ application: opened, keeper, onReload }: Props) {
  const { t } = useTranslation('registration')
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const { saving, content, overwritten: application = opened } = useKeeper(keeper)
  // All steps are checked, because the address can open any step, and a change in one step can invalidate another.
  const missing = useMissing(content, useLanguage())
  const [refusal, setRefusal] = useState<Refusal>()
  const [firstStep] = useState(() => firstStepOf(opened))
  const step = search.step ?? firstStep
  const isInfoRequested = application?.status === registrationStatuses.requestForInfo
  const title = t(`step.${step}.title`)
  useTitle(title)
  const refused = refusedAt(step, refusal, content.form)
  // A refused field takes the focus. Refused accounts are shown in a notice under the title instead.
  const heading = useFocusOnStep(step, refused !== undefined && step !== 'accounts')
  useEffect(() => () => leaveDraft(keeper), [keeper])

  const open = (next: StepId, from?: 'review') => navigate({ search: { step: next, from } })
  function goToNext() {
    const next = search.from ?? stepIds[stepIds.indexOf(step) + 1] ?? 'review'
    keeper.change({ step: stepIds.indexOf(next) })
    void keeper.flush()
    void open(next)
  }
  /** Shows the server's refusals and opens the first refused step. */
  function showRefusal(body: ErrorBody) {
    const next = refusalOf(body, keeper.read().content)
    setRefusal(next)
    const [first] = next.fields
    if (first) void open(stepOf(first.field), 'review')
  }

  const Screen = step === 'review' ? undefined : screens[step]
  return (
    <Page title={t(isInfoRequested ? 'title.again' : 'title.new')} width="reading">
      <Steps
        label={t('steps')}
        current={step}
        steps={stepIds.map((id) => ({ id, label: t(`step.${id}.label`), isMissing: missing.some((one) => one.step === id) }))}
      />
      <div className={styles.wizard} data-narrow={(step !== 'accounts' && step !== 'review') || undefined}>
        {isInfoRequested && <Remark of="requestForInfo" remark={application.remark} answerBy={application.answerBy} />}
        <DraftNotices keeper={keeper} onReload={onReload} />
        <div className={styles.heading}>
          <h2 className={styles.title} tabIndex={-1} ref={heading}>
            {title}
          </h2>
          <SaveStatus saving={saving} />
        </div>
        {Screen ? (
          <Screen key={step} keeper={keeper} refused={refused} from={search.from} onDone={goToNext} />
        ) : (
          <Review application={application} keeper={keeper} onRefused={showRefusal} />
        )}
      </div>
    </Page>
  )
}

/** If the utility requested more information, the wizard starts with the review, which links to every part. */
const firstStepOf = (application: Application | null): StepId =>
  application?.status === registrationStatuses.requestForInfo ? 'review' : (stepIds[application?.step ?? 0] ?? 'type')

function SaveStatus({ saving }: { saving: ReturnType<typeof useKeeper>['saving'] }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const text =
    saving.is === 'saved'
      ? t('saved.at', { when: instantShown(saving.at, language) })
      : saving.is === 'waiting' || saving.is === 'saving'
        ? t('saved.saving')
        : saving.is === 'untouched'
          ? ''
          : t('saved.not')
  return <p className={styles.saved}>{text}</p>
}

/** Moves the focus to the title of a newly opened step. If a field is refused, the step focuses that field itself. */
function useFocusOnStep(step: StepId, isRefused: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    if (isRefused) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step, isRefused])
  return heading
}
