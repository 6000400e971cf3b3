/** Dialogue that reads a file with the numbers that the accounting program gave to documents, names its wrong rows, and stores them. */
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { numberShown, type ReadAccountingNumbers } from '../../../core/core'
import { callUpload, messageOf } from '../../../kit/call/api'
import { useRead } from '../../../kit/call/read'
import { useWrite } from '../../../kit/call/write'
import { FileField } from '../../../kit/form/FileField'
import { useBulkId } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { ChartTable } from '../../../ui/chart/ChartTable'
import { Notice } from '../../../ui/feedback/Notice'
import { toasts } from '../../../ui/feedback/toastQueue'
import { Select } from '../../../ui/form/Select'
import { Stack } from '../../../ui/layout/Stack'
import { Modal } from '../../../ui/overlay/Modal'
import { useTranslation } from '../../../words/useTranslation'

/** Wrong rows that are shown. Users correct them in the file. */
const shownRows = 100

interface Props {
  /** The profile whose documents the file is about. Without it the user chooses one. */
  profileId?: string
  onClose: () => void
}

export function ImportNumbers({ profileId: given, onClose }: Props) {
  const { t } = useTranslation('accounting')
  const { t: common } = useTranslation()
  const id = useBulkId()
  const profiles = useRead('GetAccountingProfiles', { id }).profiles.filter(({ runs }) => runs > 0)
  const saving = useWrite('SetAccountingNumbers')
  const [chosenProfile, setProfile] = useState(given ?? profiles[0]?.profileId)
  const [chosen, setChosen] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const [read, setRead] = useState<ReadAccountingNumbers>()
  const [problem, setProblem] = useState<string>()

  function forget() {
    setChosen(undefined)
    setRead(undefined)
    setProblem(undefined)
    saving.reset()
  }
  async function choose(file: File) {
    if (chosenProfile === undefined) return
    forget()
    setChosen(file.name)
    setIsReading(true)
    try {
      setRead(await callUpload('UploadAccountingNumbers', { id, profileId: chosenProfile }, file))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setIsReading(false)
    }
  }
  const isFine = read !== undefined && read.wrong.length === 0
  const count = read?.numbers.length ?? 0
  const said = { count, shown: numberShown(count) }
  function save() {
    if (!isFine || chosenProfile === undefined) return
    saving.mutate(
      { id, profileId: chosenProfile, numbers: read.numbers },
      {
        onSuccess: () => {
          onClose()
          toasts.add({ title: t('numbersFile.done', said) })
        },
      },
    )
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('numbersFile.title')}
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
            why={isFine ? undefined : t('numbersFile.chooseFirst')}
          >
            {isFine ? t('numbersFile.submit', said) : t('numbersFile.submitNone')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p>{t('numbersFile.lead')}</p>
        {profiles.length === 0 && <Notice title={t('numbersFile.noProfile')} />}
        {given === undefined && profiles.length > 1 && (
          <Select
            label={t('numbersFile.profile')}
            options={profiles.map(({ profileId, draft }) => ({ id: profileId, label: draft.name }))}
            value={chosenProfile ?? null}
            onChange={(next) => {
              setProfile(next)
              forget()
            }}
          />
        )}
        {profiles.length > 0 && (
          <FileField
            label={t('numbersFile.choose')}
            hint={t('numbersFile.limits')}
            accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            icon={<FileSpreadsheet aria-hidden="true" />}
            name={chosen}
            doing={isReading ? t('numbersFile.reading') : undefined}
            error={problem}
            onFile={(file) => void choose(file)}
          />
        )}
        {saving.isError && <Notice tone="bad" title={messageOf(saving.error)} isAnnounced />}
        {isFine && <Notice tone="good" title={t('numbersFile.fine', said)} isAnnounced />}
        {read && read.wrong.length > 0 && (
          <>
            <Notice
              tone="bad"
              title={t('numbersFile.wrong', { count: read.wrong.length, shown: numberShown(read.wrong.length) })}
              isAnnounced
            />
            <ChartTable caption={t('numbersFile.rows')}>
              <thead>
                <tr>
                  <th scope="col">{t('numbersFile.row')}</th>
                  <th scope="col">{t('numbersFile.reason')}</th>
                </tr>
              </thead>
              <tbody>
                {read.wrong.slice(0, shownRows).map(({ line, code, sentence }) => (
                  <tr key={`${line} ${code}`}>
                    <th scope="row">{numberShown(line)}</th>
                    <td>{sentence}</td>
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
