/** The server's refusal of a submitted application. A refused field stays marked until it is changed. */
import type { ErrorBody, RegistrationForm } from '../../../../core/core'
import type { Content } from '../draft/draftKeeper'
import { entriesOf } from '../draft/form'
import { inOrder, nameInStep, type StepId, stepOf } from './steps'

type Sent = Pick<Content, 'form' | 'accounts'>

export interface Refusal extends ErrorBody {
  /** The submitted content. Accounts are refused by their index in it. */
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

/** The refused fields of a step that have not changed since, under the step's own names. Undefined if all were changed. */
export function refusedAt(step: StepId, refusal: Refusal | undefined, form: RegistrationForm): Refusal | undefined {
  if (!refusal) return undefined
  const fields = refusal.fields
    .filter(({ field }) => stepOf(field) === step)
    .map((one) => ({ ...one, field: nameInStep(one.field) }))
    .filter(({ field }) => Object.is(entryOf(form, field), entryOf(refusal.sent.form, field)))
  return fields.length > 0 ? { ...refusal, fields } : undefined
}
