/**
 * A field to choose or drop a file, with label, hint and error like every field. The file's name stays in the box, even
 * if the file was refused. While the file is read or sent, the browser asks before the page is closed.
 */
import { type DragEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { classes } from '~/ui/base/classes'
import { Spinner } from '~/ui/feedback/Spinner'
import { fieldStyles, ProblemText } from '~/ui/form/Field'
import { useTranslation } from '~/words/useTranslation'
import { mustLeave } from '../session/unload'
import styles from './FileField.module.css'

interface Props {
  ref?: Ref<HTMLInputElement>
  id?: string
  label: string
  /** Which files are accepted. */
  hint: string
  accept: string
  icon: ReactNode
  /** Name of the last chosen file. */
  name: string | undefined
  /** The operation in progress, in words. Meanwhile no other file can be chosen. */
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
  // The form's own guard does not ask, because the form counts as sent.
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; the input inside works with the keyboard */}
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
          // Not `disabled`, because that would remove the focus while the file is read.
          aria-disabled={isBusy || undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-hint ${id}-name ${id}-error`}
          onClick={(event) => isBusy && event.preventDefault()}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Lets the user choose the same file again after correcting it.
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
      {/* Always rendered, so that screen readers announce an error even if it appears long after the file was chosen. */}
      <span id={`${id}-error`} className={fieldStyles.problem} role="status">
        {error && <ProblemText>{error}</ProblemText>}
      </span>
    </div>
  )
}
