/** Step of the signed declaration. A file is uploaded when it is chosen, and can be replaced or removed until submission. */
import { Download, FileCheck2, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Code, constants, type Declaration, instantShown, sentence } from '~/core/core'
import { CallError, callFile, callUpload, messageOf } from '~/kit/call/api'
import { save } from '~/kit/call/save'
import { useAction } from '~/kit/call/write'
import { FileField } from '~/kit/form/FileField'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { Button } from '~/ui/button/Button'
import { Form } from '~/ui/form/Form'
import { sizeShown } from '~/ui/text/size'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useUndoInDraft } from '../draft/undo'
import { useKeeper } from '../draft/useKeeper'
import { NotSavedError } from '../review/submission'
import styles from './Declaration.module.css'
import { StepActions, type StepProps, useFocusOnRefused } from './StepForm'

type UploadProblem = { code: Code; params: Record<string, unknown> }

const tooLarge: UploadProblem = { code: 'fileTooLarge', params: { limit: `${constants.maxDeclarationBytes >> 20} MB` } }
const problemOf = (error: unknown): UploadProblem => (error instanceof CallError ? error.body : { code: 'unexpected', params: {} })

export function DeclarationStep({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { content } = useKeeper(keeper)
  const { declaration } = content
  /** Name of the last chosen file. */
  const [chosen, setChosen] = useState<string>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  /** The file whose upload replaces the declaration when it succeeds. Undefined after a cancellation, or if the step is closed. */
  const currentFile = useRef<File>(undefined)
  const upload = useAction(async (file: File) => {
    currentFile.current = file
    const next = await uploadDeclaration(file, keeper.read().content.declaration?.fileId)
    if (currentFile.current === file) replace(next)
  })
  const sending = upload.isPending ? upload.variables.name : undefined
  const isSending = sending !== undefined
  const isUnsaved = useCallback(() => isSending, [isSending])
  useEffect(
    () => () => {
      currentFile.current = undefined
    },
    [],
  )
  const problem = isTooLarge ? tooLarge : upload.isError ? problemOf(upload.error) : undefined
  const [isMissing, setIsMissing] = useState(false)
  /** The server's refusal of the file, or of its absence, on submission. */
  const why = refused?.fields[0]
  const picker = useRef<HTMLInputElement>(null)
  const offerUndo = useUndoInDraft()
  useFocusOnRefused(refused)

  function send(file: File) {
    clearProblem()
    setIsMissing(false)
    setChosen(file.name)
    if (file.size > constants.maxDeclarationBytes) setIsTooLarge(true)
    else upload.mutate(file)
  }
  function clearProblem() {
    setIsTooLarge(false)
    upload.reset()
  }
  function cancel() {
    currentFile.current = undefined
    upload.reset()
    picker.current?.focus()
  }
  function replace(next: Declaration | null) {
    const { form } = keeper.read().content
    keeper.change({ declaration: next, form: { ...form, declarationFileId: next?.fileId ?? null } })
    void keeper.flush()
  }

  function remove(before: Declaration) {
    replace(null)
    picker.current?.focus()
    offerUndo(t('declaration.removed', { name: before.fileName }), () => {
      // Restores nothing if another file was uploaded since.
      if (keeper.read().content.declaration === null) replace(before)
    })
  }

  const missing = why
    ? sentence(why.code, language, why.params)
    : isMissing && !declaration
      ? sentence('declarationRequired', language)
      : undefined
  return (
    <Form
      onSubmit={() => (declaration && !why ? onDone() : setIsMissing(true))}
      errors={missing ? [{ id: 'declarationFileId', message: missing }] : []}
      errorTitle={common('problem.summary')}
      isBusy={isSending}
    >
      <LeaveGuard isUnsaved={isUnsaved} part="step" />
      <p className={styles.lead}>{t('declaration.lead')}</p>
      <FormDownload keeper={keeper} />
      {declaration && (
        <div className={styles.file} data-tone="good">
          <FileCheck2 className={styles.icon} aria-hidden="true" />
          <div className={styles.about}>
            <p className={styles.name}>{declaration.fileName}</p>
            <p className={styles.hint}>
              {t('declaration.about', { size: sizeShown(declaration.size), when: instantShown(declaration.uploadedAt, language) })}
            </p>
          </div>
          <Button
            size="small"
            onPress={() => remove(declaration)}
            isDisabled={isSending}
            why={sending && t('declaration.sending', { name: sending })}
            label={t('declaration.removeName', { name: declaration.fileName })}
          >
            {t('declaration.remove')}
          </Button>
        </div>
      )}
      <FileField
        ref={picker}
        id="declarationFileId"
        label={t(declaration ? 'declaration.replace' : 'declaration.choose')}
        hint={t('declaration.limits', { limit: constants.maxDeclarationBytes >> 20 })}
        accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
        icon={<Upload aria-hidden="true" />}
        name={sending ?? (problem && chosen)}
        doing={sending === undefined ? undefined : t('declaration.sending', { name: sending })}
        error={problem ? sentence(problem.code, language, problem.params) : missing}
        onFile={send}
      />
      {isSending && (
        <div>
          <Button onPress={cancel}>{t('declaration.cancel')}</Button>
        </div>
      )}
      <StepActions step="declaration" from={from} isBusy={isSending} />
    </Form>
  )
}

/**
 * Uploads a declaration and deletes the file that it replaces. If the draft was never saved with that file, the server may have
 * deleted it already; then the upload replaces nothing.
 */
async function uploadDeclaration(file: File, replacedId: string | undefined): Promise<Declaration> {
  if (replacedId === undefined) return callUpload('UploadDeclaration', {}, file)
  try {
    return await callUpload('UploadDeclaration', { fileToDelete: replacedId }, file)
  } catch (error) {
    if (error instanceof CallError && error.body.code === 'fileNotFound') return callUpload('UploadDeclaration', {}, file)
    throw error
  }
}

/** Downloads the declaration form, filled in with the draft, for the company to sign. */
function FormDownload({ keeper }: Pick<StepProps, 'keeper'>) {
  const { t } = useTranslation('registration')
  const download = useAction(async () => {
    // The server fills in its saved draft, so the content on the screen must be saved first.
    if (!(await keeper.flush())) throw new NotSavedError()
    const { blob, name } = await callFile('DownloadDeclaration', {})
    save(blob, name)
  })
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('declaration.formHint')}</p>
      <Button icon={<Download />} onPress={() => download.mutate()} isLoading={download.isPending}>
        {t('declaration.form')}
      </Button>
      <p role="alert" className={styles.problem}>
        {download.isError && (download.error instanceof NotSavedError ? t('declaration.formNotSaved') : messageOf(download.error))}
      </p>
    </div>
  )
}
