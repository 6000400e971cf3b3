/** The signed declaration: file name, time of upload, a picture, and the download. */
import { Download, ExternalLink, FileText } from 'lucide-react'
import { type Declaration, instantShown, type ReviewedApplication } from '~/core/core'
import { callFile } from '~/kit/call/api'
import { type CallQuery, useQueryData } from '~/kit/call/read'
import { save } from '~/kit/call/save'
import { useAction } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { Button } from '~/ui/button/Button'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { sizeShown } from '~/ui/text/size'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Changed } from './Changed'
import styles from './Declaration.module.css'
import { changesByField } from './fields'

export function DeclarationCard({ application }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const { declaration, head, changes } = application
  const download = useDownload(head.registrationId)
  const open = useOpenPdf(head.registrationId)
  if (!declaration) return null
  const failed = download.error ?? open.error
  const change = changesByField(changes).get('declaration')
  return (
    <Card
      title={t('declaration.title')}
      actions={
        <>
          {declaration.kind === 'pdf' && (
            <Button icon={<ExternalLink />} isLoading={open.isPending} onPress={() => open.mutate()}>
              {t('declaration.open')}
            </Button>
          )}
          <Button icon={<Download />} isLoading={download.isPending} onPress={() => download.mutate()}>
            {t('declaration.download')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {failed && <RefusalNotice error={failed} />}
        <FileDetails declaration={declaration} change={change} />
        {declaration.kind !== 'pdf' && (
          <Boundary of={declaration.fileId} isPart waiting={<Skeleton shape="box" height="20rem" />}>
            <Picture id={head.registrationId} declaration={declaration} />
          </Boundary>
        )}
      </Stack>
    </Card>
  )
}

function FileDetails({ declaration, change }: { declaration: Declaration; change: { before: string; after: string } | undefined }) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  return (
    <div className={styles.file}>
      <FileText className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>{change ? <Changed before={change.before} after={change.after} /> : declaration.fileName}</p>
        <p className={styles.quiet}>
          {t('declaration.facts', {
            kind: declaration.kind === 'jpeg' ? 'JPEG' : declaration.kind.toUpperCase(),
            size: sizeShown(declaration.size),
            when: instantShown(declaration.uploadedAt, language),
          })}
        </p>
      </div>
    </div>
  )
}

function Picture({ id, declaration }: { id: string; declaration: Declaration }) {
  const { t } = useTranslation('registrationStaff')
  const address = useQueryData(pictureOf(id, declaration))
  return <img className={styles.picture} src={address} alt={t('declaration.alt', { name: declaration.fileName })} />
}

/** Converts a picture to a data URL, which the content security policy allows. */
function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

const requestFile = (id: string) => callFile('DownloadDeclarationForm', { id })

/** Query of the declaration's picture. It never becomes stale, because another upload has another file ID. */
const pictureOf = (id: string, { fileId }: Declaration): CallQuery<string> => ({
  queryKey: ['DeclarationPicture', id, fileId],
  queryFn: async () => toDataUrl((await requestFile(id)).blob),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
})

/**
 * Opens the PDF in a new tab. Its type is fixed to PDF, so that the browser's viewer shows it and its content cannot run as a page
 * of the portal. If the browser blocks the tab, the file is downloaded.
 */
const useOpenPdf = (id: string) =>
  useAction(async () => {
    const file = await requestFile(id)
    const address = URL.createObjectURL(new Blob([file.blob], { type: 'application/pdf' }))
    if (!window.open(address)) save(file.blob, file.name)
    // The tab loads the file when it opens, so the URL can be revoked later.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  })

const useDownload = (id: string) =>
  useAction(async () => {
    const file = await requestFile(id)
    save(file.blob, file.name)
  })
