/** A bank statement: its columns, its lines with the matching payments, and bulk decisions. */
import { getRouteApi } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { amountShown, dayShown, instantShown, type LineGroup, numberShown, type BankStatement as Statement } from '~/core/core'
import { link, paths } from '~/core/links'
import { callQuery, useOptionalRead, useRead } from '~/kit/call/read'
import { FiguresOf } from '~/kit/figures/Figures'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useParsedSearch } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { BankLines } from './BankLines'
import { bankLineList } from './bankLineList'
import { hiddenRowsAtom, rowsShown } from './hiddenRows'

const ColumnsDialog = deferComponent(async () => (await import('./ColumnsDialog')).ColumnsDialog)

const route = getRouteApi(paths.bankStatement)
const figures = ['accept', 'insufficient', 'overpayment', 'unmatched', 'decided'] as const satisfies LineGroup[]

export function BankStatement() {
  const { statementId } = route.useParams()
  // The key remounts the screen for another statement, so that ticks do not carry over.
  return <View key={statementId} statementId={statementId} />
}

function View({ statementId }: { statementId: string }) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const mayDecide = useMay('pendingApproval', 'update')
  // For the header only. The boundary below shows any error.
  const statement = useOptionalRead('GetBankStatement', { statementId })
  const title = statement?.fileName ?? t('one')
  useTitle(title)
  useFocusBack({ open: search.open, row: undefined })
  const open = () => onSearch({ open: 'columns' }, true)
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('title'), href: link('bankStatements') }]}
      subtitle={
        statement &&
        t('about', {
          bank: statement.bankName,
          name: statement.uploadedBy,
          when: instantShown(statement.uploadedAt, language),
          lines: t('lines.of', { count: statement.lines, shown: numberShown(statement.lines) }),
        })
      }
      actions={
        statement?.columns &&
        mayDecide && (
          <Button onPress={open} isDisabled={!statement.mayChangeColumns} why={statement.mayChangeColumns ? undefined : t('columns.used')}>
            {t('columns.change')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <HiddenRows statementId={statementId} />
        <Boundary of={statementId}>
          <Content statementId={statementId} onColumns={open} />
          {mayDecide && search.open === 'columns' && (
            <ColumnsDialog statementId={statementId} onClose={() => onSearch({ open: undefined })} />
          )}
        </Boundary>
      </Stack>
    </Page>
  )
}

/** Names the hidden rows of an uploaded workbook, which are read, too. */
function HiddenRows({ statementId }: { statementId: string }) {
  const { t } = useTranslation('bankStatements')
  const [hidden, setHidden] = useAtom(hiddenRowsAtom)
  if (hidden?.statementId !== statementId || hidden.rows.length === 0) return null
  const count = hidden.rows.length
  return (
    <Notice
      tone="warning"
      title={t('upload.hidden', { count, shown: numberShown(count), rows: rowsShown(hidden.rows) })}
      isAnnounced
      onClose={() => setHidden(null)}
    >
      {t('upload.hiddenBody')}
    </Notice>
  )
}

const countOf = (group: LineGroup) => (statement: Statement) => numberShown(statement.groups.find((one) => one.group === group)?.lines ?? 0)

const amountOf = (group: LineGroup) => (statement: Statement) =>
  amountShown(statement.groups.find((one) => one.group === group)?.amount ?? '0.00')

function Content({ statementId, onColumns }: { statementId: string; onColumns: () => void }) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const search = useParsedSearch(bankLineList, route.useSearch())
  const onSearch = useChangeSearch(route.useNavigate())
  const mayDecide = useMay('pendingApproval', 'update')
  const { columns, unclear, heading, from, to } = useRead('GetBankStatement', { statementId })
  if (!columns) {
    return (
      <Notice
        title={t('columns.needed')}
        actions={
          mayDecide && (
            <Button mode="primary" onPress={onColumns}>
              {t('columns.choose')}
            </Button>
          )
        }
      >
        <Stack gap={2}>
          <p>{t('columns.neededBody')}</p>
          {unclear.map(({ column, meaning }) => (
            <p key={column + meaning}>
              {t(`columns.ask.${meaning}`, { column: heading[column] || t('columns.unnamed', { place: column + 1 }) })}
            </p>
          ))}
        </Stack>
      </Notice>
    )
  }
  return (
    <Stack gap={3}>
      <FiguresOf
        of={callQuery('GetBankStatement', { statementId })}
        figures={figures.map((group) => ({
          label: t(`group.${group}`),
          href: link('bankStatement', { statementId, show: group }),
          value: countOf(group),
          meta: amountOf(group),
        }))}
      />
      {from && to && <p>{t('daysOf', { from: dayShown(from, language), to: dayShown(to, language) })}</p>}
      <BankLines statementId={statementId} search={search} onSearch={onSearch} />
    </Stack>
  )
}
