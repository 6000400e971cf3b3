/** The form of a step, whose entries are stored in the draft. Core's rules check them here and on the server. */
import { type Dispatch, type SetStateAction, useMemo } from 'react'
import type { Code, ErrorBody } from '~/core/core'
import { checkCompany } from '~/core/forms'
import { useForm } from '~/kit/form/useForm'
import { withNumber } from '../accounts/accounts'
import type { DraftKeeper } from '../draft/draftKeeper'
import { entriesOf, type Fields, numberOf, withEntries } from '../draft/form'
import { useKeeper } from '../draft/useKeeper'
import { type CompanyStep, fieldsOf } from './steps'

export function useStepForm(
  keeper: DraftKeeper,
  step: CompanyStep,
  refused: ErrorBody | undefined,
  at: Partial<Record<Code, string>> = {},
) {
  const { content } = useKeeper(keeper)
  const names: readonly string[] = fieldsOf[step]
  const entries = useMemo(() => entriesOf(content.form, names), [content.form, names])
  const set: Dispatch<SetStateAction<Fields>> = (change) => {
    // Reads the current content from the keeper, because another field may have changed since the last render.
    const { content } = keeper.read()
    const next = typeof change === 'function' ? change(entriesOf(content.form, names)) : change
    const form = withEntries(content.form, next)
    keeper.change({ form, ...withNumber(content, numberOf(form)) })
  }
  const form = useForm<Fields>(entries, {
    state: [entries, set],
    check: (typed, language) => checkCompany(withEntries({}, typed).details ?? {}, language),
    refused,
    at,
  })
  return { ...form, field: (name: string) => ({ ...form.field(name), value: form.values[name] ?? '' }) }
}
