/** The signed declaration. It is sent at once, and can be replaced or removed until the application is submitted. */
import { Download, FileCheck2, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Code, constants, type Declaration, instantShown, sentence } from '../../../../core/core'
import { callFile, callUpload, messageOf, Refused } from '../../../../kit/call/api'
import { save } from '../../../../kit/call/save'
import { useAct } from '../../../../kit/call/write'
import { FileField } from '../../../../kit/form/FileField'
import { LeaveGuard } from '../../../../kit/form/LeaveGuard'
import { Button } from '../../../../ui/button/Button'
import { Form } from '../../../../ui/form/Form'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { useUndoInDraft } from '../draft/undo'
import { useKeeper } from '../draft/useKeeper'
import { fileSize } from '../review/fileSize'
import { NotSaved } from '../review/submission'
import styles from './Declaration.module.css'
import { StepActions, type StepProps, useFocusOnRefused } from './StepForm'

type Problem = { code: Code; params: Record<string, unknown> }

const tooLarge: Problem = { code: 'fileTooLarge', params: { limit: `${constants.maxDeclarationBytes >> 20} MB` } }
const problemOf = (error: unknown): Problem => (error instanceof Refused ? error.body : { code: 'unexpected', params: {} })

export function DeclarationStep({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { content } = useKeeper(keeper)
  const { declaration } = content
  /** The file that was chosen last. */
  const [chosen, setChosen] = useState<string>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  /** The upload whose file is wanted: none after it was cancelled, or the step left without it. */
  const wanted = useRef<File>(undefined)
  const upload = useAct(async (file: File) => {
    wanted.current = file
    const next = await uploaded(file, keeper.read().content.declaration?.fileId)
    if (wanted.current === file) replace(next)
  })
  const sending = upload.isPending ? upload.variables.name : undefined
  const isSending = sending !== undefined
  const isUnsaved = useCallback(() => isSending, [isSending])
  useEffect(
    () => () => {
      wanted.current = undefined
    },
    [],
  )
  const problem = isTooLarge ? tooLarge : upload.isError ? problemOf(upload.error) : undefined
  const [isMissing, setIsMissing] = useState(false)
  /** What the server refused of the file that is here still, or of there being none. */
  const why = refused?.fields[0]
  const picker = useRef<HTMLInputElement>(null)
  const offerUndo = useUndoInDraft()
  useFocusOnRefused(refused)

  function send(file: File) {
    forgetProblem()
    setIsMissing(false)
    setChosen(file.name)
    if (file.size > constants.maxDeclarationBytes) setIsTooLarge(true)
    else upload.mutate(file)
  }
  function forgetProblem() {
    setIsTooLarge(false)
    upload.reset()
  }
  function cancel() {
    wanted.current = undefined
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
      // Another file that came meanwhile stays.
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
      <FilledIn keeper={keeper} />
      {declaration && (
        <div className={styles.file} data-tone="good">
          <FileCheck2 className={styles.icon} aria-hidden="true" />
          <div className={styles.about}>
            <p className={styles.name}>{declaration.fileName}</p>
            <p className={styles.hint}>
              {t('declaration.about', { size: fileSize(declaration.size), when: instantShown(declaration.uploadedAt, language) })}
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

/** The file that it replaces may be deleted already, where the draft was never saved with it: then it replaces none. */
async function uploaded(file: File, before: string | undefined): Promise<Declaration> {
  if (before === undefined) return callUpload('UploadDeclaration', {}, file)
  try {
    return await callUpload('UploadDeclaration', { fileToDelete: before }, file)
  } catch (error) {
    if (error instanceof Refused && error.body.code === 'fileNotFound') return callUpload('UploadDeclaration', {}, file)
    throw error
  }
}

/** Downloads the form with what is filled in so far, to be signed. */
function FilledIn({ keeper }: Pick<StepProps, 'keeper'>) {
  const { t } = useTranslation('registration')
  const download = useAct(async () => {
    // The server fills in what it has: to be signed, it must be what is on the screen.
    if (!(await keeper.flush())) throw new NotSaved()
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
        {download.isError && (download.error instanceof NotSaved ? t('declaration.formNotSaved') : messageOf(download.error))}
      </p>
    </div>
  )
}
