/** Uploads a bank statement. Uploading the same file again opens the existing statement. */
import { useSetAtom } from 'jotai'
import { FileSpreadsheet } from 'lucide-react'
import { type Code, numberShown } from '~/core/core'
import { callUpload } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { useAction } from '~/kit/call/write'
import { FileField } from '~/kit/form/FileField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Boundary } from '~/kit/page/Boundary'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Select } from '~/ui/form/Select'
import { useTranslation } from '~/words/useTranslation'
import { hiddenRowsAtom } from './hiddenRows'
import { preselected } from './statementBanks'

interface Props {
  onClose: () => void
  onUploaded: (statementId: string) => void
}

export function UploadStatement(props: Props) {
  return (
    <Boundary isPart waiting={null}>
      <Dialog {...props} />
    </Boundary>
  )
}

interface Entry {
  bankId: string
  file: File | null
}

/** Refusals about the file itself are shown at its field. */
const ofFile: Code[] = [
  'bankFileUnknown',
  'bankFormatVersion',
  'bankFileDamaged',
  'bankBalanceWrong',
  'bankFileEmpty',
  'bankRowsTooMany',
  'bankFileOfOther',
  'fileTooLarge',
  'sheetDamaged',
  'sheetHasMacros',
  'sheetCellTooLong',
]
const at = Object.fromEntries(ofFile.map((code) => [code, 'file' as const]))
const accept =
  '.csv,.txt,.tsv,.xlsx,.xml,.sta,.mt940,.940,.ofx,.qfx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function Dialog({ onClose, onUploaded }: Props) {
  const { t } = useTranslation('bankStatements')
  const { banks, mostLines } = useRead('GetStatementBanks', {})
  const { lacksAccounts, ...chosen } = preselected(banks)
  const form = useForm<Entry>({ ...chosen, file: null }, { at })
  const { bankId, file } = form.values
  const setHiddenRows = useSetAtom(hiddenRowsAtom)
  const upload = useAction(({ file, bankId }: { file: File; bankId: string }) => callUpload('UploadBankStatement', { bankId }, file))

  const send = () =>
    form.submit(async () => {
      if (!file) return
      const { statementId, isKnown, movedFrom, hiddenRows } = await upload.mutateAsync({ file, bankId })
      setHiddenRows({ statementId, rows: hiddenRows })
      onUploaded(statementId)
      if (movedFrom) toasts.add({ title: t('upload.moved', { bank: movedFrom }), body: t('upload.movedBody') })
      else if (isKnown) toasts.add({ title: t('upload.known'), body: t('upload.knownBody') })
    })

  return (
    <FormDialog
      title={t('upload.title')}
      lead={t('upload.lead')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('upload.submit')}
      form={form}
      whyNot={bankId === '' ? t('upload.bankFirst') : file === null ? t('upload.fileFirst') : undefined}
    >
      {lacksAccounts && (
        <Notice tone="warning" title={t('upload.noAccounts')}>
          {t('upload.noAccountsBody')}
        </Notice>
      )}
      <Select
        {...form.field('bankId')}
        label={t('upload.bank')}
        placeholder={t('upload.chooseBank')}
        options={banks.map(({ bankId: id, bankName: label, accounts }) => ({
          id,
          label,
          ...(accounts.length > 0 && { description: t('upload.accounts', { count: accounts.length, numbers: accounts.join(', ') }) }),
        }))}
        value={bankId || null}
        isRequired
      />
      <FileField
        id="file"
        label={t('upload.file')}
        hint={t('upload.limits', { lines: numberShown(mostLines) })}
        accept={accept}
        icon={<FileSpreadsheet aria-hidden="true" />}
        name={file?.name}
        doing={upload.isPending ? t('upload.sending', { name: file?.name ?? '' }) : undefined}
        error={form.error('file')}
        onFile={(chosen) => form.set('file', chosen)}
      />
    </FormDialog>
  )
}
