/**
 * A form's entries and refusals. What is wrong is said at a field once it was left or the form submitted, never while a
 * first entry is typed. The server's refusals go to their fields too, and are gone as soon as those are changed. All are
 * kept by their codes, so that they are said in the language on the screen.
 *
 *   const form = useForm({ email: '' }, { check: ({ email }, language) => checkEmail(email, language).error })
 *   <Form onSubmit={() => form.submit(async () => { await call(…) })} errors={form.errors} isBusy={form.isBusy} …>
 *     {form.refusal && <Notice tone="bad" title={form.refusal} isAnnounced />}
 *     <TextField {...form.field('email')} label={…} />
 */
import { type Dispatch, type SetStateAction, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Rules, useRules } from '../../core/later'
import type { Code, ErrorBody, FieldError, Language } from '../../core/plain'
import type { FormError } from '../../ui/form/ErrorSummary'
import { useLanguage } from '../../words/useLanguage'
import { plainRefusal, Refused } from '../call/api'

/** A refusal as it was said, and what it takes to say it in the other language. */
type Refusal = Pick<FieldError, 'code' | 'params' | 'message'>

/** What was refused, and of which entry. */
interface Found<Name> extends Refusal {
  name: Name
  entry: unknown
}

interface Options<Values> {
  /** Core's rules, said in that language. Wrong fields of other names are left out. On public pages the rules may not have come. */
  check?: ((values: Values, language: Language, rules: Rules | undefined) => { fields: FieldError[] } | null | undefined) | undefined
  /** Where a refusal of the server belongs that names no field, or another: `{ incorrectPassword: 'oldPassword' }`. */
  at?: Partial<Record<Code, keyof Values & string>> | undefined
  /** Holds the entries where they outlive the form: the two parts of a `useState`. */
  state?: readonly [Values, Dispatch<SetStateAction<Values>>] | undefined
  /** What the server refused of the form before it was shown again. */
  refused?: ErrorBody | undefined
}

/**
 * A field is left by pressing a button, too. Words that appeared at once would move that button from under the pointer,
 * and the press would come to nothing: they wait until it is over.
 */
let isPressed = false
globalThis.addEventListener?.('pointerdown', () => (isPressed = true), { capture: true, passive: true })
for (const over of ['pointerup', 'pointercancel']) {
  globalThis.addEventListener?.(over, () => (isPressed = false), { capture: true, passive: true })
}
function afterPress(act: () => void) {
  if (isPressed) setTimeout(() => afterPress(act), 20)
  else act()
}

export function useForm<Values extends object>(initial: Values, options: Options<Values> = {}) {
  type Name = keyof Values & string
  const { check, at = {}, refused } = options
  const language = useLanguage()
  const rules = useRules()
  const say = ({ code, params, message }: Refusal) => rules?.sentenceWith(code, params, language) ?? message
  const own = useState(initial)
  const [begun, setBegun] = useState(initial)
  const isSent = useRef(false)
  const [values, setValues] = options.state ?? own
  const latest = useRef(values)
  useLayoutEffect(() => {
    latest.current = values
  })
  const names = Object.keys(values) as Name[]
  const [left, setLeft] = useState<Partial<Record<Name, boolean>>>({})
  const [submitted, setSubmitted] = useState(refused !== undefined)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState(() => (refused ? read(refused) : []))
  /** What was refused of no field. */
  const [whole, setWhole] = useState<Refusal & { status: number }>()

  function read({ code, fields, params, errorMessage: message }: ErrorBody): Found<Name>[] {
    const of = (name: string | undefined, refusal: Refusal) => {
      const known = names.find((own) => own === (at[refusal.code] ?? name))
      return known ? [{ name: known, entry: values[known], code: refusal.code, params: refusal.params, message: refusal.message }] : []
    }
    return fields.length > 0 ? fields.flatMap((field) => of(field.field, field)) : of(undefined, { code, params, message })
  }

  const wrong = check?.(values, language, rules)?.fields.filter(({ field }) => names.some((name) => name === field)) ?? []
  const refusedNow = found.filter(({ name, entry }) => Object.is(values[name], entry))
  /** What is wrong with a field, whether or not it is time to say so. */
  const problem = (name: Name): string | undefined => {
    const refusal = refusedNow.find((one) => one.name === name)
    return wrong.find(({ field }) => field === name)?.message ?? (refusal && say(refusal))
  }
  /** The refusal that is to be shown at a field. */
  const error = (name: Name) => (submitted || left[name] || refusedNow.some((one) => one.name === name) ? problem(name) : undefined)

  function set(name: Name, value: Values[Name]) {
    setValues((before) => ({ ...before, [name]: value }))
  }
  function leave(name: Name) {
    if (values[name] === '' || values[name] == null) return
    afterPress(() => setLeft((before) => ({ ...before, [name]: true })))
  }

  /** Takes a refusal to its fields. It is said over the form where it has none, or answers a submission of which a field was changed since. */
  function refuse(refusal: unknown, isAwaited = false) {
    const { body, status } = refusal instanceof Refused ? refusal : new Refused(plainRefusal('unexpected'), 500)
    const here = read(body)
    const isSeen = here.length > 0 && (!isAwaited || here.every(({ name, entry }) => Object.is(latest.current[name], entry)))
    setFound(here)
    setWhole(isSeen ? undefined : { code: body.code, params: body.params, message: body.errorMessage, status })
  }

  /** Does what the form is for, once nothing is wrong; what is refused then goes to its place. */
  async function submit(act: () => Promise<unknown>) {
    setSubmitted(true)
    setWhole(undefined)
    if (wrong.length > 0 || isBusy) return
    setFound([])
    setBusy(true)
    isSent.current = true
    await act().catch((refusal) => {
      isSent.current = false
      refuse(refusal, true)
    })
    setBusy(false)
  }

  /** Begins anew, with other entries where they are given. */
  function reset(entries: Values = initial) {
    setValues(entries)
    setBegun(entries)
    isSent.current = false
    setLeft({})
    setSubmitted(false)
    setFound([])
    setWhole(undefined)
  }

  /** For useFollowing. What was changed elsewhere was not entered here: nothing is asked about it when the form is left. */
  function follow(now: Values, next: Values) {
    setBegun(now)
    setValues(next)
  }

  const isChanged = !options.state && JSON.stringify(values) !== JSON.stringify(begun)
  /** Something was entered that is neither sent nor kept elsewhere. */
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
    /** For the summary: the fields in their order, once the form was submitted. */
    errors,
    submit,
    /** What the server refused beside submitting, such as when a field was left. */
    refuse: (refusal: unknown) => afterPress(() => refuse(refusal)),
    reset,
    follow,
    isBusy,
    /** For LeaveGuard. */
    isUnsaved,
    /** What stands over the form: a refusal that is about no field of it. */
    refusal: whole && say(whole),
    /** That refusal for programs: its code and figures. */
    refused: whole,
    /** The server stumbled, or was not heard; nothing is wrong with what was typed. */
    isFailure: whole !== undefined && (whole.status === 0 || whole.status >= 500),
    /** What a field takes. */
    field: <One extends Name>(name: One) => ({
      id: name,
      value: values[name],
      onChange: (value: Values[One]) => set(name, value),
      onBlur: () => leave(name),
      error: error(name),
    }),
  }
}
