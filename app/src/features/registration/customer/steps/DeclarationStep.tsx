/** The signed declaration: chosen or dropped, sent at once, and replaced or taken out as long as it is not submitted. */
import { Download, FileCheck2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Code, constants, type Declaration, instantShown, sentence } from '../../../../core/core'
import { callFile, callUpload, messageOf, Refused } from '../../../../kit/call/api'
import { save } from '../../../../kit/call/save'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/feedback/Notice'
import { Form } from '../../../../ui/form/Form'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { useKeeper } from '../draft/useKeeper'
import { fileSize } from '../review/fileSize'
import styles from './Declaration.module.css'
import { DeclarationPicker } from './DeclarationPicker'
import { StepActions, type StepProps, useFocusOnRefused } from './StepForm'

type Problem = { code: Code; params: Record<string, unknown> }

export function DeclarationStep({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { content } = useKeeper(keeper)
  const { declaration, form } = content
  const [sending, setSending] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const [isMissing, setIsMissing] = useState(refused !== undefined && form.declarationFileId == null)
  const picker = useRef<HTMLInputElement>(null)
  useFocusOnRefused(refused)

  async function send(file: File) {
    setProblem(undefined)
    setIsMissing(false)
    if (file.size > constants.mostDeclarationBytes) {
      return setProblem({ code: 'fileTooLarge', params: { limit: `${constants.mostDeclarationBytes >> 20} MB` } })
    }
    setSending(file.name)
    try {
      const before = keeper.read().content.form.declarationFileId
      keep(await callUpload('UploadDeclaration', before ? { fileToDelete: before } : {}, file))
    } catch (error) {
      setProblem(error instanceof Refused ? error.body : { code: 'unexpected', params: {} })
    } finally {
      setSending(undefined)
    }
  }
  function keep(next: Declaration | null) {
    const { form } = keeper.read().content
    keeper.change({ declaration: next, form: { ...form, declarationFileId: next?.fileId ?? null } })
    void keeper.flush()
  }

  const missing = isMissing && !declaration ? sentence('declarationRequired', language) : undefined
  return (
    <Form
      onSubmit={() => (declaration ? onDone() : setIsMissing(true))}
      errors={missing ? [{ id: 'declarationFileId', message: missing }] : []}
      errorTitle={common('problem.summary')}
      isBusy={sending !== undefined}
    >
      <p className={styles.lead}>{t('declaration.lead')}</p>
      <FilledIn keeper={keeper} />
      {problem && (
        <Notice tone="bad" title={t('declaration.refused')} isAnnounced onClose={() => setProblem(undefined)}>
          {sentence(problem.code, language, problem.params)}
        </Notice>
      )}
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
            onPress={() => {
              keep(null)
              picker.current?.focus()
            }}
            isDisabled={sending !== undefined}
            label={t('declaration.removeName', { name: declaration.fileName })}
          >
            {t('declaration.remove')}
          </Button>
        </div>
      )}
      <DeclarationPicker
        ref={picker}
        isAnother={declaration !== null}
        sending={sending}
        error={missing}
        onFile={(file) => void send(file)}
      />
      <StepActions step="declaration" from={from} isBusy={sending !== undefined} />
    </Form>
  )
}

/** The form with what is filled in so far, to be signed. */
function FilledIn({ keeper }: Pick<StepProps, 'keeper'>) {
  const { t } = useTranslation('registration')
  const [state, setState] = useState<{ isLoading: boolean; problem?: string }>({ isLoading: false })
  async function load() {
    setState({ isLoading: true })
    try {
      // It is made of what the server has.
      await keeper.flush()
      const { blob, name } = await callFile('DownloadDeclaration', {})
      save(blob, name)
      setState({ isLoading: false })
    } catch (error) {
      setState({ isLoading: false, problem: messageOf(error) })
    }
  }
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('declaration.formHint')}</p>
      <Button icon={<Download />} onPress={() => void load()} isLoading={state.isLoading}>
        {t('declaration.form')}
      </Button>
      <p role="alert" className={styles.problem}>
        {state.problem}
      </p>
    </div>
  )
}
