/** The steps of an application, shown one at a time. The open step is in the address. */
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { type Application, type ErrorBody, instantShown, registrationStatuses } from '../../../core/core'
import { paths } from '../../../core/links'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { Steps } from '../../../ui/layout/Steps'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { AccountsStep } from './accounts/AccountsStep'
import { DraftNotices } from './DraftNotices'
import type { DraftKeeper } from './draft/draftKeeper'
import { leave } from './draft/load'
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
  onLoadAgain: () => void
}

export function Wizard({ application, keeper, onLoadAgain }: Props) {
  const { t } = useTranslation('registration')
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const { saving, content } = useKeeper(keeper)
  // Checked for all steps, because the address may open any step, and a change in one step may invalidate another.
  const missing = useMissing(content, useLanguage())
  const [refusal, setRefusal] = useState<Refusal>()
  const [begins] = useState(() => startOf(application))
  const step = search.step ?? begins
  const isAsked = application?.status === registrationStatuses.requestForInfo
  const title = t(`step.${step}.title`)
  useTitle(title)
  const refused = refusedAt(step, refusal, content.form)
  // A refused field takes the focus. Refused accounts are shown in a notice under the title instead.
  const heading = useFocusOnStep(step, refused !== undefined && step !== 'accounts')
  useEffect(() => () => leave(keeper), [keeper])

  const open = (next: StepId, from?: 'review') => navigate({ search: { step: next, from } })
  function done() {
    const next = search.from ?? stepIds[stepIds.indexOf(step) + 1] ?? 'review'
    keeper.change({ step: stepIds.indexOf(next) })
    void keeper.flush()
    void open(next)
  }
  /** Shows the server's refusals and opens the first refused step. */
  function refuse(body: ErrorBody) {
    const whole = refusalOf(body, keeper.read().content)
    setRefusal(whole)
    const [first] = whole.fields
    if (first) void open(stepOf(first.field), 'review')
  }

  const Screen = step === 'review' ? undefined : screens[step]
  return (
    <Page title={t(isAsked ? 'title.again' : 'title.new')} width="reading">
      <Steps
        label={t('steps')}
        current={step}
        steps={stepIds.map((id) => ({ id, label: t(`step.${id}.label`), isMissing: missing.some((one) => one.step === id) }))}
      />
      <div className={styles.wizard} data-narrow={(step !== 'accounts' && step !== 'review') || undefined}>
        {isAsked && <Remark of="requestForInfo" remark={application.remark} answerBy={application.answerBy} />}
        <DraftNotices keeper={keeper} onLoadAgain={onLoadAgain} />
        <div className={styles.heading}>
          <h2 className={styles.title} tabIndex={-1} ref={heading}>
            {title}
          </h2>
          <SaveStatus saving={saving} />
        </div>
        {Screen ? (
          <Screen key={step} keeper={keeper} refused={refused} from={search.from} onDone={done} />
        ) : (
          <Review application={application} keeper={keeper} onRefused={refuse} />
        )}
      </div>
    </Page>
  )
}

/** If the utility requested more information, the wizard starts with the review, which links to every part. */
const startOf = (application: Application | null): StepId =>
  application?.status === registrationStatuses.requestForInfo ? 'review' : (stepIds[application?.step ?? 0] ?? 'type')

function SaveStatus({ saving }: { saving: ReturnType<typeof useKeeper>['saving'] }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const said =
    saving.is === 'saved'
      ? t('saved.at', { when: instantShown(saving.at, language) })
      : saving.is === 'waiting' || saving.is === 'saving'
        ? t('saved.saving')
        : saving.is === 'untouched'
          ? ''
          : t('saved.not')
  return <p className={styles.saved}>{said}</p>
}

/** Moves the focus to the title of a newly opened step, or to its refused field. */
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
