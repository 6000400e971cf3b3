/**
 * Dialogue that creates a statement of an account, a group or all accounts, as a PDF or a workbook. A small file is downloaded immediately; a
 * larger file appears in the tray of downloads.
 */
import { useState } from 'react'
import type { StatementFormat } from '~/core/core'
import { useGroupOptions } from '~/kit/accounts/useGroups'
import { messageOf } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { useAction, useWrite } from '~/kit/call/write'
import { useDeliver } from '~/kit/downloads/start'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { useTranslation } from '~/words/useTranslation'
import { AccountChoice } from './AccountChoice'
import { defaultPeriod, PeriodChoice } from './PeriodChoice'

const SearchSelect = deferComponent(async () => (await import('~/ui/form/SearchSelect')).SearchSelect)

interface Entry {
  of: 'all' | 'group' | 'account'
  groupId: string
  accountNo: string
  statementPeriod: string
  format: StatementFormat
}

interface Props {
  /** The group that is preselected. */
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
  const create = useWrite('DownloadCombinedStatement')
  const deliver = useAction(useDeliver(), { onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) })
  const [initial] = useState<Entry>(() => ({
    of: first ? 'group' : 'all',
    groupId: first ?? '',
    accountNo: '',
    statementPeriod: defaultPeriod(periods),
    format: 'pdf',
  }))
  const form = useForm<Entry>(initial, { at: { statementPeriodUnknown: 'statementPeriod', groupNotFound: 'groupId' } })
  const { of, groupId, accountNo, statementPeriod, format } = form.values

  const send = () =>
    form.submit(async () => {
      const period = Number(statementPeriod)
      const download = await create.mutateAsync({
        id: bulkId,
        statementPeriod: period,
        format,
        ...(of === 'group' && { groupId }),
        ...(of === 'account' && { accountNo }),
      })
      onClose()
      deliver.mutate(download)
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
      whyNot={
        of === 'group' && !groupId ? t('combined.chooseFirst') : of === 'account' && !accountNo ? t('request.chooseFirst') : undefined
      }
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
          {
            id: 'account',
            title: t('combined.account'),
            content: (
              <AccountChoice
                value={accountNo || null}
                onChange={(chosen) => form.set('accountNo', chosen ?? '')}
                error={form.error('accountNo')}
              />
            ),
          },
        ]}
        value={of}
        onChange={(chosen) => form.set('of', chosen as Entry['of'])}
        isPlain
      />
      <PeriodChoice
        periods={periods}
        value={statementPeriod}
        onChange={(chosen) => form.set('statementPeriod', chosen)}
        error={form.error('statementPeriod')}
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
