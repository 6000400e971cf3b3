/** One export: its sums, its file again, and its documents with their numbers in the accounting program. */
import { getRouteApi } from '@tanstack/react-router'
import { amountShown, instantShown, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { useStartDownload } from '~/kit/downloads/start'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotExport } from './Accounting'
import { accountingDocumentList } from './documentList'

const ImportNumbers = deferComponent(async () => (await import('./ImportNumbers')).ImportNumbers)

const route = getRouteApi(paths.accountingRun)

interface Of {
  profileId: string
  runNo: number
}

export function Run() {
  const { profileId, runNo } = route.useParams()
  return <OneRun key={`${profileId} ${runNo}`} profileId={profileId} runNo={/^\d{1,9}$/.test(runNo) ? Number(runNo) : 0} />
}

function OneRun({ profileId, runNo }: Of) {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  // For the header only. The boundary below shows any error.
  const run = useOptionalRead('GetAccountingRuns', { id, profileId, runNo })?.items[0]
  const title = run ? t('run.title', { number: numberShown(runNo), name: run.profileName }) : t('run.one', { number: numberShown(runNo) })
  const whyNot = useWhyNotExport()
  const { mutate: again, isPending } = useStartDownload('RepeatAccountingRun')
  useTitle(title)
  useFocusBack({ open: search.open })
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: t('title'), href: link('accounting') },
        ...(run ? [{ label: run.profileName, href: link('accountingProfile', { profileId }) }] : []),
      ]}
      actions={
        run && (
          <>
            <Button onPress={() => onSearch({ open: 'numbers' }, true)} isDisabled={whyNot !== undefined} why={whyNot}>
              {t('numbersFile.action')}
            </Button>
            <Button mode="primary" onPress={() => again({ id, profileId, runNo })} isLoading={isPending}>
              {t('run.again')}
            </Button>
          </>
        )
      }
    >
      <Boundary of={`${profileId} ${runNo}`}>
        <Outcome profileId={profileId} runNo={runNo} />
      </Boundary>
      {search.open === 'numbers' && whyNot === undefined && (
        <Boundary isPart waiting={null}>
          <ImportNumbers profileId={profileId} onClose={() => onSearch({ open: undefined })} />
        </Boundary>
      )}
    </Page>
  )
}

function Outcome({ profileId, runNo }: Of) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const id = useBulkId()
  const run = useRead('GetAccountingRuns', { id, profileId, runNo }).items[0]
  const documents = useList(accountingDocumentList, {
    search: route.useSearch(),
    onSearch: useChangeSearch(route.useNavigate()),
    of: { id, profileId, runNo },
  })
  if (!run)
    return (
      <EmptyState
        kind="unmatched"
        title={t('run.unknown')}
        action={<LinkButton href={link('accountingRuns')}>{t('profile.allRuns')}</LinkButton>}
      />
    )
  return (
    <Stack gap={6}>
      <Card>
        <Description
          columns={2}
          items={[
            { id: 'madeAt', label: t('run.madeAt'), value: instantShown(run.madeAt, language) },
            { id: 'madeBy', label: t('run.madeBy'), value: run.madeBy ?? t('run.scheduled') },
            { id: 'documents', label: t('run.documents'), value: numberShown(run.documents) },
            { id: 'reversals', label: t('run.reversals'), value: numberShown(run.reversals) },
            { id: 'debit', label: t('run.debit'), value: amountShown(run.debit) },
            { id: 'credit', label: t('run.credit'), value: amountShown(run.credit) },
            {
              id: 'numbered',
              label: t('run.numbered'),
              value: t('run.numberedOf', { numbered: numberShown(run.numbered), documents: numberShown(run.documents) }),
            },
            { id: 'version', label: t('run.version'), value: numberShown(run.profileVersion) },
          ]}
        />
      </Card>
      <List list={documents} />
    </Stack>
  )
}
