/** The form of a step. Its entries are stored in the draft; core and the server validate them. */
import { type Dispatch, type SetStateAction, useMemo } from 'react'
import { type Code, checkCompany, type ErrorBody } from '../../../../core/core'
import { useForm } from '../../../../kit/form/useForm'
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
    // Reads the keeper's current content, because another field may have changed before this render.
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
