/** One imported file of the feed: the counts of its rows, and the rejected rows with their reasons. */
import { getRouteApi } from '@tanstack/react-router'
import { instantShown, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { Notice } from '~/ui/feedback/Notice'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { importTones } from './feedImportList'
import { rejectedList } from './rejectedList'

const route = getRouteApi(paths.feedImport)

export function FeedImport() {
  const { t } = useTranslation('operations')
  const { importId } = route.useParams()
  // Only for the header, which appears before the file is loaded. The boundary below shows errors.
  const title = useOptionalRead('GetFeedImport', { importId })?.fileName ?? t('imports.one')
  useTitle(title)
  return (
    <Page title={title} breadcrumbs={[{ label: t('tab.imports'), href: link('feedImports') }]}>
      <Boundary of={importId}>
        <ImportOutcome key={importId} importId={importId} />
      </Boundary>
    </Page>
  )
}

function ImportOutcome({ importId }: { importId: string }) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const file = useRead('GetFeedImport', { importId })
  const rejected = useList(rejectedList, {
    search: route.useSearch(),
    onSearch: useChangeSearch(route.useNavigate()),
    of: { importId },
  })
  const counts = [
    { id: 'rows', label: t('imports.rows'), value: numberShown(file.rows) },
    { id: 'new', label: t('imports.new'), value: numberShown(file.newRows) },
    { id: 'changed', label: t('imports.changed'), value: numberShown(file.changedRows) },
    { id: 'unchanged', label: t('imports.unchanged'), value: numberShown(file.unchangedRows) },
    { id: 'rejected', label: t('imports.rejected'), value: numberShown(file.rejectedRows) },
  ]
  return (
    <Stack gap={4}>
      {file.problem && (
        <Notice tone="bad" title={t('imports.failed')}>
          <p lang="en">{file.problem}</p>
        </Notice>
      )}
      {file.state === 'interrupted' && <Notice tone="warning" title={t('imports.interrupted')} />}
      <Card title={t('imports.outcome')}>
        <Description
          columns={2}
          items={[
            { id: 'kind', label: t('imports.what'), value: t(`imports.kind.${file.kind}`) },
            {
              id: 'state',
              label: t('status'),
              value: <StatusBadge tone={importTones[file.state]}>{t(`imports.state.${file.state}`)}</StatusBadge>,
            },
            { id: 'began', label: t('imports.began'), value: instantShown(file.beganAt, language) },
            { id: 'ended', label: t('imports.ended'), value: file.endedAt && instantShown(file.endedAt, language) },
            ...counts,
          ]}
        />
      </Card>
      <Card title={t('rejected.title')}>
        <Stack gap={3}>
          {file.rejectedRows > file.listedRows && (
            <Notice
              tone="neutral"
              title={t('rejected.first', { shown: numberShown(file.listedRows), all: numberShown(file.rejectedRows) })}
            />
          )}
          {file.rejectedRows > 0 ? <List list={rejected} /> : <p>{t('rejected.nothing')}</p>}
        </Stack>
      </Card>
    </Stack>
  )
}
