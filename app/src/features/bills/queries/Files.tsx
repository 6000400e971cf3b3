/** The files of a query: download, and adding one. A file is uploaded as soon as it is chosen. */
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { type Code, instantShown, type QueryDetails, type QueryFile, sentence } from '~/core/core'
import { CallError, callFile, callUpload } from '~/kit/call/api'
import { useDownload } from '~/kit/call/useDownload'
import { useAction } from '~/kit/call/write'
import { FileField } from '~/kit/form/FileField'
import { acceptedFiles, isTooLarge, maxFileMegabytes, tooLargeParams } from '~/kit/queries/files'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { sizeShown } from '~/ui/text/size'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Thread.module.css'

interface Props {
  query: QueryDetails
  mayAdd: boolean
}

/** Renders nothing if there is no file, and none can be added. */
export function Files({ query, mayAdd }: Props) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const { bulkId: id, queryId, files } = query
  const download = useDownload(({ fileId }: QueryFile) => callFile('DownloadQueryFile', { id, queryId, fileId }))
  if (files.length === 0 && !mayAdd) return null
  return (
    <section className={styles.part} aria-label={t('files.title')}>
      <h3 className={styles.title}>{t('files.title')}</h3>
      {files.length === 0 ? (
        <p className={styles.none}>{t('files.none')}</p>
      ) : (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.fileId}>
              <p className={styles.file}>
                {file.fileName}
                <span className={styles.about}>
                  {t('files.about', { size: sizeShown(file.size), name: file.name, when: instantShown(file.addedAt, language) })}
                </span>
              </p>
              <Button
                size="small"
                icon={<Download />}
                label={t('files.downloadName', { name: file.fileName })}
                isLoading={download.isPending && download.variables.fileId === file.fileId}
                onPress={() => download.mutate(file)}
              >
                {t('files.download')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <div data-print="hide">
          <AddFile query={query} />
        </div>
      )}
    </section>
  )
}

type Problem = { code: Code; params: Record<string, unknown> }

const tooLarge: Problem = { code: 'fileTooLarge', params: tooLargeParams }
const problemOf = (error: unknown): Problem => (error instanceof CallError ? error.body : { code: 'unexpected', params: {} })

function AddFile({ query: { bulkId: id, queryId } }: Pick<Props, 'query'>) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const [chosen, setChosen] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const upload = useAction((file: File) => callUpload('AddQueryFile', { id, queryId }, file), {
    onSuccess: ({ fileName }) => {
      setChosen(undefined)
      toasts.add({ title: t('files.added', { name: fileName }) })
    },
  })
  const sending = upload.isPending ? upload.variables.name : undefined
  const problem = isRefused ? tooLarge : upload.isError ? problemOf(upload.error) : undefined

  function send(file: File) {
    upload.reset()
    setChosen(file.name)
    setRefused(isTooLarge(file))
    if (!isTooLarge(file)) upload.mutate(file)
  }

  return (
    <FileField
      label={t('files.choose')}
      hint={t('files.limits', { limit: maxFileMegabytes })}
      accept={acceptedFiles}
      icon={<Upload aria-hidden="true" />}
      name={sending ?? (problem && chosen)}
      doing={sending === undefined ? undefined : t('files.sending', { name: sending })}
      error={problem && sentence(problem.code, language, problem.params)}
      onFile={send}
    />
  )
}
