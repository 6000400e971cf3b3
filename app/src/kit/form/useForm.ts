/**
 * State and errors of a form. An error appears once its field loses the focus or the form is submitted, not while the
 * first value is typed. The server's refusals appear at their fields and disappear when those change. Errors are stored
 * by code, so that they follow a change of language.
 *
 *   const form = useForm({ email: '' }, { check: ({ email }, language) => checkEmail(email, language).error })
 *   <Form onSubmit={() => form.submit(async () => { await call(…) })} errors={form.errors} isBusy={form.isBusy} …>
 *     <FormRefusal form={form} />
 *     <TextField {...form.field('email')} label={…} />
 */
import { type Dispatch, type SetStateAction, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Code, ErrorBody, FieldError, Language } from '~/core/generatedData'
import { type Rules, useRules } from '~/core/lazyRules'
import { afterPress } from '~/ui/base/afterPress'
import type { FormError } from '~/ui/form/ErrorSummary'
import { useLanguage } from '~/words/useLanguage'
import { CallError, plainRefusal } from '../call/api'

/** A refusal's message, with the code and parameters that translate it. */
type Refusal = Pick<FieldError, 'code' | 'params' | 'message'>

/** A refusal and the field value that it is about. It no longer applies once the value changes. */
interface FieldRefusal<Name> extends Refusal {
  name: Name
  entry: unknown
}

/** What the frame of a form needs of its state. */
export interface FormState {
  errors: FormError[]
  isBusy: boolean
  refusal: string | undefined
  refusedBy: unknown
  isFailure: boolean
  isUnsaved: () => boolean
}

interface Options<Values> {
  /**
   * Checks the values with core's rules. Errors of fields that the form does not have are ignored. `rules` is undefined
   * on public pages until the rules are loaded.
   */
  check?: ((values: Values, language: Language, rules: Rules | undefined) => { fields: FieldError[] } | null | undefined) | undefined
  /**
   * Maps a code to the field at which to show it, if the server names no field or another: `{ incorrectPassword:
   * 'oldPassword' }`.
   */
  at?: Partial<Record<Code, keyof Values & string>> | undefined
  /** State that outlives the form, such as a draft, as returned by `useState`. */
  state?: readonly [Values, Dispatch<SetStateAction<Values>>] | undefined
  /** A refusal that the form shows from the start, for example after returning to it. */
  refused?: ErrorBody | undefined
}

export function useForm<Values extends object>(initial: Values, options: Options<Values> = {}) {
  type Name = keyof Values & string
  const { check, at = {}, refused } = options
  const language = useLanguage()
  const rules = useRules()
  const sentenceOf = ({ code, params, message }: Refusal) => rules?.sentenceWith(code, params, language) ?? message
  const own = useState(initial)
  const [savedValues, setSavedValues] = useState(initial)
  const isSent = useRef(false)
  const [values, setValues] = options.state ?? own
  const latest = useRef(values)
  useLayoutEffect(() => {
    latest.current = values
  })
  const names = Object.keys(values) as Name[]
  const [touched, setTouched] = useState<Partial<Record<Name, boolean>>>({})
  const [submitted, setSubmitted] = useState(refused !== undefined)
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(() => (refused ? read(refused) : []))
  /** A refusal that belongs to no field. */
  const [formRefusal, setFormRefusal] = useState<CallError>()

  function read({ code, fields, params, errorMessage: message }: ErrorBody): FieldRefusal<Name>[] {
    const of = (name: string | undefined, refusal: Refusal) => {
      const known = names.find((own) => own === (at[refusal.code] ?? name))
      return known ? [{ name: known, entry: values[known], code: refusal.code, params: refusal.params, message: refusal.message }] : []
    }
    return fields.length > 0 ? fields.flatMap((field) => of(field.field, field)) : of(undefined, { code, params, message })
  }

  const wrong = check?.(values, language, rules)?.fields.filter(({ field }) => names.some((name) => name === field)) ?? []
  const currentRefusals = refusals.filter(({ name, entry }) => Object.is(values[name], entry))
  /** Returns a field's error, even if it should not be shown yet. */
  const problem = (name: Name): string | undefined => {
    const refusal = currentRefusals.find((one) => one.name === name)
    return wrong.find(({ field }) => field === name)?.message ?? (refusal && sentenceOf(refusal))
  }
  /** Returns a field's error if it should be shown. */
  const error = (name: Name) => (submitted || touched[name] || currentRefusals.some((one) => one.name === name) ? problem(name) : undefined)

  function set(name: Name, value: Values[Name]) {
    // Before the next render, because a field may report its value and that it is left at the same time.
    latest.current = { ...latest.current, [name]: value }
    setValues((before) => ({ ...before, [name]: value }))
  }
  function leave(name: Name) {
    afterPress(() => {
      const value = latest.current[name]
      if (value !== '' && value != null) setTouched((before) => ({ ...before, [name]: true }))
    })
  }

  /**
   * Assigns a refusal to its fields. It appears above the form if it has no field, or if one of its fields changed after
   * the form was submitted.
   */
  function refuse(refusal: unknown, isAwaited = false) {
    const error = refusal instanceof CallError ? refusal : new CallError(plainRefusal('unexpected'), 500)
    const here = read(error.body)
    const isSeen = here.length > 0 && (!isAwaited || here.every(({ name, entry }) => Object.is(latest.current[name], entry)))
    setRefusals(here)
    setFormRefusal(isSeen ? undefined : error)
  }

  /** Submits the form if it has no errors, and shows the server's refusal. */
  async function submit(act: () => Promise<unknown>) {
    setSubmitted(true)
    setFormRefusal(undefined)
    if (wrong.length > 0 || isBusy) return
    setRefusals([])
    setBusy(true)
    isSent.current = true
    await act().catch((refusal) => {
      isSent.current = false
      refuse(refusal, true)
    })
    setBusy(false)
  }

  /** Resets the form, optionally to other values. */
  function reset(entries: Values = initial) {
    setValues(entries)
    setSavedValues(entries)
    isSent.current = false
    setTouched({})
    setSubmitted(false)
    setRefusals([])
    setFormRefusal(undefined)
  }

  /** For useFollowing: takes values that a colleague changed. They do not count as unsaved changes. */
  function follow(now: Values, next: Values) {
    setSavedValues(now)
    setValues(next)
  }

  const isChanged = !options.state && JSON.stringify(values) !== JSON.stringify(savedValues)
  /** Whether the form has changes that are neither submitted nor stored elsewhere. */
  const isUnsaved = useCallback(() => isChanged && !isSent.current, [isChanged])

  const errors: FormError[] = submitted
    ? names.flatMap((name) => {
        const message = problem(name)
        return message === undefined ? [] : [{ id: name, message }]
      })
    : []
  return {
    values,
    set,
    leave,
    problem,
    error,
    /** For the error summary: errors in the order of the fields, once the form was submitted. */
    errors,
    submit,
    /** Shows a refusal that came from another call than submitting, such as a check when a field loses focus. */
    refuse: (refusal: unknown) => afterPress(() => refuse(refusal)),
    reset,
    follow,
    isBusy,
    /** For LeaveGuard. */
    isUnsaved,
    /** The message above the form: a refusal that belongs to no field. */
    refusal: formRefusal && sentenceOf({ ...formRefusal.body, message: formRefusal.body.errorMessage }),
    /** That refusal's code and parameters, for code that depends on them. */
    refused: formRefusal?.body,
    /** The error of that refusal, for FormRefusal. */
    refusedBy: formRefusal,
    /** Whether the server failed or did not answer, so that the typed values may be fine. */
    isFailure: formRefusal !== undefined && (formRefusal.status === 0 || formRefusal.status >= 500),
    /** Props of a field. */
    field: <One extends Name>(name: One) => ({
      id: name,
      value: values[name],
      onChange: (value: Values[One]) => set(name, value),
      onBlur: () => leave(name),
      error: error(name),
    }),
  }
}
