/** Dialogue that reads a file with the numbers that the accounting program gave to documents, and stores them. */
import { useState } from 'react'
import type { HiddenRows, ReadAccountingNumbers } from '~/core/core'
import { CallError, callUpload, messageOf } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { useBulkId } from '~/kit/session/useProfile'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Select } from '~/ui/form/Select'
import { useTranslation } from '~/words/useTranslation'
import { counted, RowsFileDialog, workbookTypes } from '../RowsFileDialog'

interface Props {
  /** The profile whose documents the file is about. Without it the user chooses one. */
  profileId?: string
  onClose: () => void
}

export function ImportNumbers({ profileId: given, onClose }: Props) {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const profiles = useRead('GetAccountingProfiles', { id }).profiles.filter(({ runs }) => runs > 0)
  const saving = useWrite('SetAccountingNumbers')
  const [chosenProfile, setProfile] = useState(given ?? profiles[0]?.profileId)
  const profileId = chosenProfile ?? ''
  async function read(file: File, hiddenRows?: HiddenRows) {
    try {
      return { read: await callUpload('UploadAccountingNumbers', { id, profileId, ...(hiddenRows && { hiddenRows }) }, file) }
    } catch (error) {
      const isAsked = error instanceof CallError && error.body.code === 'sheetRowsHidden'
      return isAsked ? { hidden: messageOf(error) } : { problem: messageOf(error) }
    }
  }
  function save({ numbers }: ReadAccountingNumbers) {
    saving.mutate(
      { id, profileId, numbers },
      {
        onSuccess: () => {
          onClose()
          toasts.add({ title: t('numbersFile.done', { ...counted(numbers.length) }) })
        },
      },
    )
  }
  return (
    <RowsFileDialog
      words={{
        title: t('numbersFile.title'),
        lead: t('numbersFile.lead'),
        choose: t('numbersFile.choose'),
        limits: t('numbersFile.limits'),
        reading: t('numbersFile.reading'),
        chooseFirst: t('numbersFile.chooseFirst'),
        submit: (rows) => t('numbersFile.submit', { ...rows }),
        submitNone: t('numbersFile.submitNone'),
        fine: (rows) => t('numbersFile.fine', { ...rows }),
        wrong: (rows) => t('numbersFile.wrong', { ...rows }),
        rows: t('numbersFile.rows'),
        row: t('numbersFile.row'),
        reason: t('numbersFile.reason'),
      }}
      accept={`${workbookTypes},.csv,text/csv`}
      of={chosenProfile}
      canChoose={profiles.length > 0}
      onRead={read}
      countOf={({ numbers }) => numbers.length}
      sentenceOf={({ sentence }) => sentence}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      {profiles.length === 0 && <Notice title={t('numbersFile.noProfile')} />}
      {given === undefined && profiles.length > 1 && (
        <Select
          label={t('numbersFile.profile')}
          options={profiles.map(({ profileId, draft }) => ({ id: profileId, label: draft.name }))}
          value={chosenProfile ?? null}
          onChange={setProfile}
        />
      )}
    </RowsFileDialog>
  )
}
