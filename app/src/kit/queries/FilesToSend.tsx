/** Files that are sent with the first message of a query. */
import { Upload, X } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { sizeShown } from '~/ui/text/size'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { FileField } from '../form/FileField'
import styles from './FilesToSend.module.css'
import { acceptedFiles, isTooLarge, maxFileMegabytes, tooLargeParams } from './files'

interface Props {
  files: readonly File[]
  /** The files among them that the server has. They cannot be removed. */
  sent: ReadonlySet<File>
  onChange: (files: readonly File[]) => void
  isDisabled: boolean
}

export function FilesToSend({ files, sent, onChange, isDisabled }: Props) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const [refused, setRefused] = useState<File>()
  function add(file: File) {
    setRefused(isTooLarge(file) ? file : undefined)
    if (!isTooLarge(file)) onChange([...files, file])
  }
  return (
    <div className={styles.files}>
      <FileField
        label={t('files.choose')}
        hint={t('files.limits', { limit: maxFileMegabytes })}
        accept={acceptedFiles}
        icon={<Upload aria-hidden="true" />}
        name={refused?.name}
        doing={undefined}
        error={refused && sentence('fileTooLarge', language, tooLargeParams)}
        onFile={add}
      />
      {files.length > 0 && (
        <ul aria-label={t('files.toSend')}>
          {files.map((file, place) => (
            <li key={`${place} ${file.name}`}>
              <span>{t(sent.has(file) ? 'files.sent' : 'files.chosen', { name: file.name, size: sizeShown(file.size) })}</span>
              {!sent.has(file) && (
                <Button
                  size="small"
                  mode="ghost"
                  icon={<X />}
                  label={t('files.remove', { name: file.name })}
                  isDisabled={isDisabled}
                  onPress={() => onChange(files.filter((other) => other !== file))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
