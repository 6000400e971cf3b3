/** A field to choose or drop a workbook, with a button that downloads the template. */
import { Download, FileSpreadsheet } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import { callFile, messageOf } from '../call/api'
import { save } from '../call/save'
import { useAction } from '../call/write'
import { FileField } from '../form/FileField'
import { prepare } from '../sheet/reader'
import styles from './FilePicker.module.css'

interface Props {
  isReading: boolean
  /** Name of the last chosen workbook. */
  name: string | undefined
  error: string | undefined
  onFile: (file: File) => void
}

export function FilePicker({ isReading, name, error, onFile }: Props) {
  const { t } = useTranslation('accounts')
  useEffect(prepare, [])
  return (
    <div className={styles.picker}>
      <FileField
        label={t('upload.choose')}
        hint={t('upload.limits')}
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        icon={<FileSpreadsheet aria-hidden="true" />}
        name={name}
        doing={isReading ? t('upload.reading', { name: name ?? '' }) : undefined}
        error={error}
        onFile={onFile}
      />
      <Template />
    </div>
  )
}

function Template() {
  const { t } = useTranslation('accounts')
  const load = useAction(() => callFile('DownloadAddAccountTemplate', {}), { onSuccess: ({ blob, name }) => save(blob, name) })
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
