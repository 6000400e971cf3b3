/** Dialogue that codes accounts by workbook: download it with all accounts, fill it in, and choose it again. */
import { readCodings } from 'gridbill-core/accounting'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { type HiddenRows, sentence, type UploadedCodings } from '~/core/core'
import { callFile } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { useDownload } from '~/kit/call/useDownload'
import { useWrite } from '~/kit/call/write'
import { prepare, readCodingCells } from '~/kit/sheet/reader'
import { Button } from '~/ui/button/Button'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { counted, RowsFileDialog, workbookTypes } from '../RowsFileDialog'
import { useCodingUndo } from './useCodingUndo'

export function CodingWorkbook({ bulkId, onClose }: { bulkId: string; onClose: () => void }) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const { costCentres } = useRead('GetGroupCodings', { id: bulkId })
  const download = useDownload(() => callFile('DownloadCodings', { id: bulkId }))
  const saving = useWrite('SetAccountCodings')
  const confirm = useCodingUndo(bulkId)
  useEffect(prepare, [])

  async function read(file: File, hidden?: HiddenRows) {
    try {
      const known = costCentres.filter(({ isActive }) => isActive).map(({ code }) => code)
      const { value: rows, error: damage } = await readCodingCells(file, language, hidden)
      const { value, error } = rows ? readCodings(rows, known, language) : { error: damage }
      if (value) return { read: value }
      const reason = sentence(error.code, language, error.params)
      return error.code === 'sheetRowsHidden' ? { hidden: reason } : { problem: reason }
    } catch {
      return { problem: t('workbook.failed') }
    }
  }
  function save({ accounts }: UploadedCodings) {
    saving.mutate(
      { id: bulkId, accounts },
      {
        onSuccess: ({ replaced }) => {
          onClose()
          confirm(t('many.done', { ...counted(accounts.length) }), replaced)
        },
      },
    )
  }
  return (
    <RowsFileDialog
      words={{
        title: t('workbook.title'),
        lead: t('workbook.lead'),
        choose: t('workbook.choose'),
        limits: t('workbook.limits'),
        reading: t('workbook.reading'),
        chooseFirst: t('workbook.chooseFirst'),
        submit: (rows) => t('workbook.submit', { ...rows }),
        submitNone: t('workbook.submitNone'),
        fine: (rows) => t('workbook.fine', { ...rows }),
        wrong: (rows) => t('workbook.wrong', { ...rows }),
        rows: t('workbook.rows'),
        row: t('workbook.row'),
        reason: t('workbook.reason'),
      }}
      accept={workbookTypes}
      onRead={read}
      countOf={({ accounts }) => accounts.length}
      sentenceOf={({ code, params }) => sentence(code, language, params)}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <div>
        <Button icon={<Download />} onPress={() => download.mutate(undefined)} isLoading={download.isPending}>
          {t('workbook.download')}
        </Button>
      </div>
    </RowsFileDialog>
  )
}
