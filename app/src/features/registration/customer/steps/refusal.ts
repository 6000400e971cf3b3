/** The server's refusal of a submitted application. A refused field stays marked until it is changed. */
import type { ErrorBody, RegistrationForm } from '~/core/core'
import type { DraftContent } from '../draft/draftKeeper'
import { entriesOf } from '../draft/form'
import { inOrder, nameInStep, type StepId, stepOf } from './steps'

type SubmittedContent = Pick<DraftContent, 'form' | 'accounts'>

export interface Refusal extends ErrorBody {
  /** The submitted content. The server names refused accounts by their index in it. */
  sent: SubmittedContent
}

export const refusalOf = (body: ErrorBody, { form, accounts }: SubmittedContent): Refusal => ({
  ...body,
  fields: inOrder(body.fields),
  sent: { form, accounts },
})

function entryOf(form: RegistrationForm, name: string): unknown {
  if (name === 'businessType') return form.businessType ?? null
  if (name === 'declarationFileId') return form.declarationFileId ?? null
  return entriesOf(form, [name])[name]
}

/** Returns the refused fields of a step that have not changed since, under the step's names. Undefined if there are none. */
export function refusedAt(step: StepId, refusal: Refusal | undefined, form: RegistrationForm): Refusal | undefined {
  if (!refusal) return undefined
  const fields = refusal.fields
    .filter(({ field }) => stepOf(field) === step)
    .map((one) => ({ ...one, field: nameInStep(one.field) }))
    .filter(({ field }) => Object.is(entryOf(form, field), entryOf(refusal.sent.form, field)))
  return fields.length > 0 ? { ...refusal, fields } : undefined
}
