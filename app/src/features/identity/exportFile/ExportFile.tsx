/** Downloads the file of a scheduled export to accounting by its e-mailed link, without signing in. */
import { useState } from 'react'
import type { AccountingLinkFile } from '~/core/generatedData'
import { type CallError, call, callFile } from '~/kit/call/api'
import { save } from '~/kit/call/save'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { EmailedLink, orRefuse } from '../link/EmailedLink'

const check = (token: string) => call('CheckAccountingLink', { token })

export function ExportFile() {
  const { t } = useTranslation('identityPages')
  return (
    <EmailedLink title={t('exportFile.title')} over={{ title: t('exportFile.over'), body: t('exportFile.overBody') }} check={check}>
      {(file, token, refuse) => <Ready file={file} token={token} onOver={refuse} />}
    </EmailedLink>
  )
}

function Ready({ file, token, onOver }: { file: AccountingLinkFile; token: string; onOver: (error: CallError) => void }) {
  const { t } = useTranslation('identityPages')
  const form = useForm({})
  const [isDone, setDone] = useState(false)
  const download = async () => {
    const asked = callFile('OpenAccountingLink', { token }).then(({ blob, name }) => save(blob, name))
    if (await orRefuse(asked, onOver)) setDone(true)
  }
  return (
    <PublicPage title={t('exportFile.title')} subtitle={t('exportFile.lead', { name: file.name })}>
      <FormRefusal form={form} />
      {isDone && <Notice tone="good" title={t('exportFile.done')} isAnnounced />}
      <Button mode="primary" size="large" onPress={() => void form.submit(download)} isLoading={form.isBusy} isWide>
        {t(isDone ? 'exportFile.again' : 'exportFile.submit')}
      </Button>
    </PublicPage>
  )
}
