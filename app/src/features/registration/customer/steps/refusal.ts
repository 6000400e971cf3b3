/** What the server refused of an application that was submitted. It stands at its step until that is changed. */
import type { ErrorBody, RegistrationForm } from '../../../../core/core'
import type { Content } from '../draft/draftKeeper'
import { entriesOf } from '../draft/form'
import { inOrder, nameInStep, type StepId, stepOf } from './steps'

type Sent = Pick<Content, 'form' | 'accounts'>

export interface Refusal extends ErrorBody {
  /** What was submitted: accounts are refused by their place in it. */
  sent: Sent
}

export const refusalOf = (body: ErrorBody, { form, accounts }: Sent): Refusal => ({
  ...body,
  fields: inOrder(body.fields),
  sent: { form, accounts },
})

function entryOf(form: RegistrationForm, name: string): unknown {
  if (name === 'businessType') return form.businessType ?? null
  if (name === 'declarationFileId') return form.declarationFileId ?? null
  return entriesOf(form, [name])[name]
}

/** What still stands of it at a step, under the step's own names; nothing once all of that was changed. */
export function refusedAt(step: StepId, refusal: Refusal | undefined, form: RegistrationForm): Refusal | undefined {
  if (!refusal) return undefined
  const fields = refusal.fields
    .filter(({ field }) => stepOf(field) === step)
    .map((one) => ({ ...one, field: nameInStep(one.field) }))
    .filter(({ field }) => Object.is(entryOf(form, field), entryOf(refusal.sent.form, field)))
  return fields.length > 0 ? { ...refusal, fields } : undefined
}
