/** Where a workbook is chosen or dropped, beside the template to fill in. */
import { Download, FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useEffect, useId, useState } from 'react'
import { Button } from '../../ui/button/Button'
import { Spinner } from '../../ui/feedback/Spinner'
import { useTranslation } from '../../words/useTranslation'
import { callFile, messageOf } from '../call/api'
import { save } from '../call/save'
import { useAct } from '../call/write'
import { prepare } from '../sheet/reader'
import styles from './FilePicker.module.css'

interface Props {
  isReading: boolean
  name: string | undefined
  onFile: (file: File) => void
}

export function FilePicker({ isReading, name, onFile }: Props) {
  const { t } = useTranslation('accounts')
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  useEffect(prepare, [])
  const over = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isIn)
  }

  return (
    <div className={styles.picker}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field within is for all */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragEnter={over(true)}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event)
          const file = event.dataTransfer.files[0]
          if (file && !isReading) onFile(file)
        }}
      >
        <input
          id={id}
          className={styles.input}
          type="file"
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          disabled={isReading}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // the same file, put right meanwhile, may be chosen again
            target.value = ''
            if (file) onFile(file)
          }}
        />
        {isReading ? <Spinner size="medium" /> : <FileSpreadsheet className={styles.icon} aria-hidden="true" />}
        <div>
          <label htmlFor={id} className={styles.label}>
            {t('upload.choose')}
          </label>
          <p id={`${id}-hint`} className={styles.hint}>
            {t('upload.limits')}
          </p>
          <p role="status" className={styles.hint}>
            {isReading && t('upload.reading', { name: name ?? '' })}
          </p>
        </div>
      </div>
      <Template />
    </div>
  )
}

function Template() {
  const { t } = useTranslation('accounts')
  const load = useAct(() => callFile('DownloadAddAccountTemplate', {}), { onSuccess: ({ blob, name }) => save(blob, name) })
  return (
    <div className={styles.template}>
      <p className={styles.hint}>{t('upload.templateHint')}</p>
      <Button icon={<Download />} onPress={() => load.mutate(undefined)} isLoading={load.isPending}>
        {t('upload.template')}
      </Button>
      <p role="alert" className={styles.problem}>
        {load.isError && messageOf(load.error)}
      </p>
    </div>
  )
}
