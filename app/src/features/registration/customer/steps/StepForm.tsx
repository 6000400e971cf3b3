/** Form of the steps with fields: the refusal, and the buttons to continue and to go back. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '~/core/core'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import type { FormState } from '~/kit/form/useForm'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Form, FormActions } from '~/ui/form/Form'
import { useTranslation } from '~/words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import type { Refusal } from './refusal'
import { addressOf, type StepId, stepIds } from './steps'

export interface StepProps {
  keeper: DraftKeeper
  /** The server's refusal of this step. */
  refused: Refusal | undefined
  from: 'review' | undefined
  onDone: () => void
}

interface Props {
  step: StepId
  from: 'review' | undefined
  form: Omit<FormState, 'isUnsaved'>
  refused: ErrorBody | undefined
  onSubmit: () => void
  children: ReactNode
}

export function StepForm({ step, from, form, refused, onSubmit, children }: Props) {
  const { t: common } = useTranslation()
  useFocusOnRefused(refused)
  return (
    <Form onSubmit={onSubmit} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
      <FormRefusal form={form} />
      {children}
      <StepActions step={step} from={from} isBusy={form.isBusy} />
    </Form>
  )
}

/** Moves the focus to the first refused field when the step opens, but not again when that field is edited. */
export function useFocusOnRefused(refused: ErrorBody | undefined) {
  const [first] = useState(refused?.fields[0]?.field)
  const focused = useRef<string>(undefined)
  useEffect(() => {
    if (first === undefined || focused.current === first) return
    focused.current = first
    const element = document.getElementById(first)
    const control = element?.matches('input, textarea, button') ? element : element?.querySelector<HTMLElement>('input, button')
    ;(control ?? element)?.focus()
  }, [first])
}

export function StepActions({ step, from, isBusy = false }: { step: StepId; from: 'review' | undefined; isBusy?: boolean }) {
  const { t } = useTranslation('registration')
  const before = from ?? stepIds[stepIds.indexOf(step) - 1]
  return (
    <FormActions>
      <Button type="submit" mode="primary" size="large" isLoading={isBusy}>
        {from ? t('act.toReview') : t('act.next')}
      </Button>
      {before && (
        <LinkButton size="large" href={addressOf(before)}>
          {t('act.back')}
        </LinkButton>
      )}
    </FormActions>
  )
}
