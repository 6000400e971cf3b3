/**
 * A file that is chosen or dropped: label, hint, box, and the reason for which the file is refused, as every field has them. The
 * name of the file stays in the box, also of one that was refused. While it is read or sent, the browser asks before the page is left.
 */
import { type DragEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { classes } from '../../ui/base/classes'
import { Spinner } from '../../ui/feedback/Spinner'
import { fieldStyles, ProblemText } from '../../ui/form/Field'
import { useTranslation } from '../../words/useTranslation'
import { mustLeave } from '../session/unload'
import styles from './FileField.module.css'

interface Props {
  ref?: Ref<HTMLInputElement>
  id?: string
  label: string
  /** Which files it takes. */
  hint: string
  accept: string
  icon: ReactNode
  /** The file that was chosen last. */
  name: string | undefined
  /** What is being done with it: nothing else can be chosen meanwhile. */
  doing: string | undefined
  error: string | undefined
  onFile: (file: File) => void
}

export function FileField({ ref, id: given, label, hint, accept, icon, name, doing, error, onFile }: Props) {
  const { t } = useTranslation('form')
  const own = useId()
  const id = given ?? own
  const [isOver, setIsOver] = useState(false)
  const isBusy = doing !== undefined
  // The form around it asks no more by then: it counts as sent.
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!mustLeave()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
  const over = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isIn)
  }
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <span id={`${id}-hint`} className={fieldStyles.hint}>
        {hint}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field within is for all */}
      <div
        className={classes(fieldStyles.box, styles.box)}
        data-over={isOver || undefined}
        data-invalid={error !== undefined || undefined}
        onDragEnter={over(true)}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event)
          const file = event.dataTransfer.files[0]
          if (file && !isBusy) onFile(file)
        }}
      >
        <input
          ref={ref}
          id={id}
          className={styles.input}
          type="file"
          accept={accept}
          // not disabled: that would take the focus away while the file is read
          aria-disabled={isBusy || undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-hint ${id}-name ${id}-error`}
          onClick={(event) => isBusy && event.preventDefault()}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // the same file, put right meanwhile, may be chosen again
            target.value = ''
            if (file && !isBusy) onFile(file)
          }}
        />
        {isBusy ? <Spinner size="medium" /> : icon}
        <span id={`${id}-name`} className={styles.name} data-none={name === undefined || undefined}>
          {name ?? t('file.none')}
        </span>
        <span role="status" className={styles.doing}>
          {doing}
        </span>
      </div>
      {/* Always there, so that what comes into it is announced: a refusal may come long after the file was chosen. */}
      <span id={`${id}-error`} className={fieldStyles.problem} role="status">
        {error && <ProblemText>{error}</ProblemText>}
      </span>
    </div>
  )
}
