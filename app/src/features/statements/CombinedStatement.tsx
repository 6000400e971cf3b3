/** Makes a statement of a group or of all accounts, as a PDF or as a workbook. The file comes at once, or into the tray of downloads. */
import { useState } from 'react'
import type { StatementFormat } from '../../core/core'
import { useGroupOptions } from '../../kit/accounts/useGroups'
import { useRead } from '../../kit/call/read'
import { useWrite } from '../../kit/call/write'
import { isPrintable, useHandOver, usePrintFile } from '../../kit/downloads/start'
import { FormDialog } from '../../kit/form/FormDialog'
import { useForm } from '../../kit/form/useForm'
import { Boundary } from '../../kit/page/Boundary'
import { useBulkId } from '../../kit/session/useProfile'
import { laterPart } from '../../ui/base/later'
import { toasts } from '../../ui/feedback/toastQueue'
import { RadioGroup } from '../../ui/form/RadioGroup'
import { useTranslation } from '../../words/useTranslation'

const SearchSelect = laterPart(async () => (await import('../../ui/form/SearchSelect')).SearchSelect)

interface Entry {
  of: 'all' | 'group'
  groupId: string
  statementPeriod: string
  format: StatementFormat
}

interface Props {
  /** The group that it begins with. */
  groupId: string | undefined
  onClose: () => void
}

export function CombinedStatement(props: Props) {
  return (
    <Boundary isPart waiting={null}>
      <Dialog {...props} />
    </Boundary>
  )
}

function Dialog({ groupId: first, onClose }: Props) {
  const { t } = useTranslation('statements')
  const bulkId = useBulkId()
  const { periods } = useRead('GetStatementOffer', {})
  const groups = useGroupOptions(bulkId)
  const { t: downloads } = useTranslation('downloads')
  const ask = useWrite('DownloadCombinedStatement')
  const { mutate: handOver } = useHandOver()
  const { print } = usePrintFile()
  const [begun] = useState<Entry>(() => ({
    of: first ? 'group' : 'all',
    groupId: first ?? '',
    statementPeriod: String(periods.find((months) => months >= 3) ?? periods[0] ?? ''),
    format: 'pdf',
  }))
  const form = useForm<Entry>(begun, { at: { statementPeriodUnknown: 'statementPeriod', groupNotFound: 'groupId' } })
  const { of, groupId, statementPeriod, format } = form.values

  const send = () =>
    form.submit(async () => {
      const period = Number(statementPeriod)
      const download = await ask.mutateAsync({ id: bulkId, statementPeriod: period, format, ...(of === 'group' && { groupId }) })
      onClose()
      const { name, state } = download
      if (state !== 'ready') {
        toasts.add({ title: downloads('started', { name }), body: downloads('startedBody'), tone: 'progress' })
        return
      }
      handOver(download)
      if (isPrintable(download))
        toasts.add({
          title: downloads('ready', { name }),
          tone: 'good',
          seconds: 15,
          action: { label: downloads('print'), onPress: () => print(download) },
        })
    })

  return (
    <FormDialog
      title={t('combined.title')}
      lead={t('combined.lead')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('combined.submit')}
      form={form}
      calls={['DownloadCombinedStatement']}
      whyNot={of === 'group' && !groupId ? t('combined.chooseFirst') : undefined}
    >
      <RadioGroup
        label={t('combined.of')}
        options={[
          { id: 'all', title: t('combined.all') },
          {
            id: 'group',
            title: t('combined.group'),
            content: (
              <SearchSelect
                id="groupId"
                label={t('combined.groupName')}
                options={groups}
                value={groupId || null}
                onChange={(chosen) => form.set('groupId', chosen ?? '')}
                error={form.error('groupId')}
              />
            ),
          },
        ]}
        value={of}
        onChange={(chosen) => form.set('of', chosen === 'group' ? 'group' : 'all')}
        isPlain
      />
      <RadioGroup
        label={t('column.period')}
        options={periods.map((months) => ({ id: String(months), title: t('lastMonths', { count: months }) }))}
        value={statementPeriod}
        onChange={(chosen) => form.set('statementPeriod', chosen)}
        error={form.error('statementPeriod')}
        columns={2}
        isPlain
      />
      <RadioGroup
        label={t('combined.format')}
        options={[
          { id: 'pdf', title: t('combined.pdf'), description: t('combined.pdfBody') },
          { id: 'xlsx', title: t('combined.xlsx'), description: t('combined.xlsxBody') },
        ]}
        value={format}
        onChange={(chosen) => form.set('format', chosen === 'xlsx' ? 'xlsx' : 'pdf')}
        isPlain
      />
    </FormDialog>
  )
}
