/** Dialogue that codes accounts by workbook: download it with all accounts, fill it in, and choose it again. */
import { readCodings } from 'gridbill-core/accounting'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { numberShown, sentence, type UploadedCodings } from '../../../core/core'
import { callFile, messageOf } from '../../../kit/call/api'
import { useRead } from '../../../kit/call/read'
import { useDownload } from '../../../kit/call/useDownload'
import { useWrite } from '../../../kit/call/write'
import { FileField } from '../../../kit/form/FileField'
import { prepare, readCodingCells } from '../../../kit/sheet/reader'
import { Button } from '../../../ui/button/Button'
import { ChartTable } from '../../../ui/chart/ChartTable'
import { Notice } from '../../../ui/feedback/Notice'
import { toasts } from '../../../ui/feedback/toastQueue'
import { Stack } from '../../../ui/layout/Stack'
import { Modal } from '../../../ui/overlay/Modal'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'

/** Wrong rows that are shown. Users correct them in the workbook. */
const shownRows = 100

export function CodingWorkbook({ bulkId, onClose }: { bulkId: string; onClose: () => void }) {
  const { t } = useTranslation('costs')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { costCentres } = useRead('GetGroupCodings', { id: bulkId })
  const download = useDownload(() => callFile('DownloadCodings', { id: bulkId }))
  const saving = useWrite('SetAccountCodings')
  const [chosen, setChosen] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const [read, setRead] = useState<UploadedCodings>()
  const [problem, setProblem] = useState<string>()
  useEffect(prepare, [])

  async function choose(file: File) {
    setChosen(file.name)
    setRead(undefined)
    setProblem(undefined)
    saving.reset()
    setIsReading(true)
    try {
      const known = costCentres.filter(({ isActive }) => isActive).map(({ code }) => code)
      const { value: rows, error: damage } = await readCodingCells(file, language)
      const { value, error } = rows ? readCodings(rows, known, language) : { error: damage }
      if (value) setRead(value)
      else setProblem(sentence(error.code, language, error.params))
    } catch {
      setProblem(t('workbook.failed'))
    } finally {
      setIsReading(false)
    }
  }
  const isFine = read !== undefined && read.wrong.length === 0
  const count = read?.accounts.length ?? 0
  const said = { count, shown: numberShown(count) }
  function save() {
    if (!isFine) return
    saving.mutate(
      { id: bulkId, accounts: read.accounts },
      {
        onSuccess: () => {
          onClose()
          toasts.add({ title: t('many.done', said) })
        },
      },
    )
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('workbook.title')}
      size="large"
      isDismissable={!saving.isPending}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={onClose} isDisabled={saving.isPending}>
            {common('ui.cancel')}
          </Button>
          <Button
            mode="primary"
            onPress={save}
            isLoading={saving.isPending}
            isDisabled={!isFine}
            why={isFine ? undefined : t('workbook.chooseFirst')}
          >
            {isFine ? t('workbook.submit', said) : t('workbook.submitNone')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p>{t('workbook.lead')}</p>
        <div>
          <Button icon={<Download />} onPress={() => download.mutate(undefined)} isLoading={download.isPending}>
            {t('workbook.download')}
          </Button>
        </div>
        <FileField
          label={t('workbook.choose')}
          hint={t('workbook.limits')}
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          icon={<FileSpreadsheet aria-hidden="true" />}
          name={chosen}
          doing={isReading ? t('workbook.reading') : undefined}
          error={problem}
          onFile={(file) => void choose(file)}
        />
        {saving.isError && <Notice tone="bad" title={messageOf(saving.error)} isAnnounced />}
        {isFine && <Notice tone="good" title={t('workbook.fine', said)} isAnnounced />}
        {read && read.wrong.length > 0 && (
          <>
            <Notice
              tone="bad"
              title={t('workbook.wrong', { count: read.wrong.length, shown: numberShown(read.wrong.length) })}
              isAnnounced
            />
            <ChartTable caption={t('workbook.rows')}>
              <thead>
                <tr>
                  <th scope="col">{t('workbook.row')}</th>
                  <th scope="col">{t('workbook.reason')}</th>
                </tr>
              </thead>
              <tbody>
                {read.wrong.slice(0, shownRows).map(({ line, code, params }) => (
                  <tr key={`${line} ${code}`}>
                    <th scope="row">{numberShown(line)}</th>
                    <td>{sentence(code, language, params)}</td>
                  </tr>
                ))}
              </tbody>
            </ChartTable>
          </>
        )}
      </Stack>
    </Modal>
  )
}
