/**
 * Why a call failed. Like a form's error summary, it comes into sight and takes the focus, because the button that was pressed may be
 * a screen below, and it links to the refused field. If two-factor authentication is missing, it is set up here, above the form. Only
 * the first sentence is the title, because a long text in bold is hard to read.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldError } from '~/core/generatedData'
import { deferComponent } from '~/ui/base/deferred'
import { Notice } from '~/ui/feedback/Notice'
import { focusField } from '~/ui/form/focusField'
import { useLanguage } from '~/words/useLanguage'
import { CallError, messageOf } from '../call/api'
import styles from './RefusalNotice.module.css'
import { splitTitle } from './splitTitle'
import type { FormState } from './useForm'

const FactorStep = deferComponent(async () => (await import('../session/FactorNeeded')).FactorStep)
const needsFactor = /(Needs|Glass)Factor$/

interface Props {
  /** Each error takes the focus once. */
  error: unknown
  /** Replaces the first sentence of the error, which then is in the body. */
  title?: string | undefined
  /** Replaces the message of the error. */
  message?: string | undefined
  tone?: 'neutral' | 'warning' | 'bad' | undefined
  actions?: ReactNode
  /** More about it, below the message. */
  children?: ReactNode
  onClose?: (() => void) | undefined
}

export function RefusalNotice({ error, title, message = messageOf(error), tone = 'bad', actions, children, onClose }: Props) {
  const [first, rest] = splitTitle(message, useLanguage())
  const box = useRef<HTMLDivElement>(null)
  const [fieldId, setFieldId] = useState<string>()
  const body = error instanceof CallError ? error.body : undefined
  useEffect(() => {
    const fields = error instanceof CallError ? error.body.fields : []
    setFieldId(fields.flatMap(idsOf).find((id) => document.getElementById(id)))
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const shown = title ?? first
  // With a space between the sentences when they are copied.
  const more = title === undefined ? rest && ` ${rest}` : message
  return (
    <div ref={box} tabIndex={-1} className={styles.refusal}>
      <Notice
        tone={tone}
        title={
          fieldId === undefined ? (
            shown
          ) : (
            <a href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
              {shown}
            </a>
          )
        }
        isAnnounced
        actions={actions ?? (needsFactor.test(body?.code ?? '') && <FactorStep />)}
        onClose={onClose}
      >
        {(more || children) && (
          <>
            {more}
            {children}
          </>
        )}
      </Notice>
    </div>
  )
}

/** The ids that the form's field may have. Forms name a field of a part of the request without the part: `name` for `draft.name`. */
function idsOf({ field }: FieldError): string[] {
  const parts = field.split('.')
  return parts.map((_, place) => parts.slice(place).join('.'))
}

interface FormProps {
  /** The form's state, as returned by `useForm`. */
  form: Pick<FormState, 'refusal' | 'refusedBy' | 'isFailure'>
}

/** The refusal of a form that belongs to none of its fields. After a failure, what was typed may be fine. */
export function FormRefusal({ form: { refusal, refusedBy, isFailure } }: FormProps) {
  return refusal && <RefusalNotice error={refusedBy} message={refusal} tone={isFailure ? 'warning' : 'bad'} />
}
