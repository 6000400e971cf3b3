/**
 * Page with a button that uses up an e-mailed link. Programs that scan e-mails open links, so the link counts only when the user
 * presses the button.
 */
import type { LinkKind } from '~/core/generatedData'
import type { CallError } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import { isLinkRefusal, LinkChecked } from './LinkChecked'

interface Props {
  kind: LinkKind
  /** The words of the page. */
  page: 'activate' | 'verify'
  onUse: (token: string) => Promise<unknown>
}

export function UseLink({ kind, page, onUse }: Props) {
  const { t } = useTranslation('identityPages')
  return (
    <LinkChecked kind={kind} title={t(`${page}.title`)}>
      {({ email }, token, refuse) => <UseForm page={page} email={email} onUse={() => onUse(token)} onLinkRefused={refuse} />}
    </LinkChecked>
  )
}

interface UseFormProps {
  page: Props['page']
  email: string
  onUse: () => Promise<unknown>
  onLinkRefused: (error: CallError) => void
}

function UseForm({ page, email, onUse, onLinkRefused }: UseFormProps) {
  const { t } = useTranslation('identityPages')
  const form = useForm({})

  async function submit() {
    try {
      await onUse()
    } catch (error) {
      if (!isLinkRefusal(error)) throw error
      onLinkRefused(error)
    }
  }
  return (
    <PublicPage title={t(`${page}.title`)} subtitle={t(`${page}.lead`, { email })}>
      <FormRefusal form={form} />
      <Button mode="primary" size="large" onPress={() => void form.submit(submit)} isLoading={form.isBusy} isWide>
        {t(`${page}.submit`)}
      </Button>
    </PublicPage>
  )
}
