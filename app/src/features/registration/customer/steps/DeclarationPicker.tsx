/** The field in which the declaration is chosen or dropped. */
import { Upload } from 'lucide-react'
import { type DragEvent, type Ref, useState } from 'react'
import { constants } from '../../../../core/core'
import { Spinner } from '../../../../ui/feedback/Spinner'
import { ProblemText } from '../../../../ui/form/Field'
import { useTranslation } from '../../../../words/useTranslation'
import styles from './Declaration.module.css'

interface Props {
  ref: Ref<HTMLInputElement>
  /** The file replaces one that is there. */
  isAnother: boolean
  /** The name of the file that is being sent. */
  sending: string | undefined
  error: string | undefined
  onFile: (file: File) => void
}

export function DeclarationPicker({ ref, isAnother, sending, error, onFile }: Props) {
  const { t } = useTranslation('registration')
  const [isOver, setIsOver] = useState(false)
  const isBusy = sending !== undefined
  const over = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isIn)
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field within is for all */}
      <div
        className={styles.drop}
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
          id="declarationFileId"
          className={styles.input}
          type="file"
          accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
          // not disabled: that would take the focus away while it is sent
          aria-disabled={isBusy || undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby="declaration-hint declaration-error"
          onClick={(event) => isBusy && event.preventDefault()}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // the same file may be chosen again after it was corrected
            target.value = ''
            if (file && !isBusy) onFile(file)
          }}
        />
        {isBusy ? <Spinner size="medium" /> : <Upload className={styles.icon} aria-hidden="true" />}
        <div>
          <label htmlFor="declarationFileId" className={styles.label}>
            {t(isAnother ? 'declaration.replace' : 'declaration.choose')}
          </label>
          <p id="declaration-hint" className={styles.hint}>
            {t('declaration.limits', { limit: constants.maxDeclarationBytes >> 20 })}
          </p>
          <p role="status" className={styles.hint}>
            {isBusy && t('declaration.sending', { name: sending })}
          </p>
        </div>
      </div>
      <p id="declaration-error" className={styles.problem}>
        {error && <ProblemText>{error}</ProblemText>}
      </p>
    </div>
  )
}
