/** The action for a statement by its state: none while it is being made, download or print when ready, retry if it failed. */
import { Download, Printer, RotateCcw } from 'lucide-react'
import type { RequestedStatement } from '../../core/core'
import { link } from '../../core/links'
import { viewedId } from '../../core/viewed'
import { useFrozen } from '../../kit/announcements/frozen'
import { callFile, messageOf } from '../../kit/call/api'
import { useDownload } from '../../kit/call/useDownload'
import { usePrint } from '../../kit/call/usePrint'
import { useWrite } from '../../kit/call/write'
import { addRecent } from '../../kit/session/recent'
import { useProfile } from '../../kit/session/useProfile'
import { useReadOnly } from '../../kit/session/useReadOnly'
import { Button } from '../../ui/button/Button'
import { toasts } from '../../ui/feedback/toastQueue'
import { Stack } from '../../ui/layout/Stack'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden'
import { useTranslation } from '../../words/useTranslation'
import { statementName } from './statementName'

const ask = (statementId: string) => callFile('DownloadStatement', { statementId })

export function StatementAction(statement: RequestedStatement) {
  const { statementId, state } = statement
  const { t } = useTranslation('statements')
  const { email } = useProfile()
  const download = useDownload(ask)
  const { print, isPending } = usePrint(ask)
  const retry = useWrite('RetryStatement')
  const readOnly = useReadOnly()
  const frozen = useFrozen('RetryStatement')
  const whyNot = readOnly ?? frozen
  const again = () => retry.mutate({ statementId }, { onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) })
  function open() {
    if (viewedId === undefined)
      addRecent(email, { kind: 'statement', href: link('statements', { search: statement.caNo }), label: statementName(statement, { t }) })
    download.mutate(statementId)
  }
  if (state === 'waiting') return null
  const name = statementName(statement, { t })
  if (state === 'failed')
    return (
      <Button size="small" icon={<RotateCcw />} onPress={again} isLoading={retry.isPending} isDisabled={whyNot !== undefined} why={whyNot}>
        {t('retry')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    )
  return (
    <Stack direction="along" gap={1}>
      <Button size="small" icon={<Download />} onPress={open} isLoading={download.isPending}>
        {t('download')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <Button size="small" icon={<Printer />} label={t('printOne', { name })} onPress={() => print(statementId)} isLoading={isPending} />
    </Stack>
  )
}
