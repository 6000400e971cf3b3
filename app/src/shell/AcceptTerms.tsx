/** Replaces every screen until the user accepts changed terms. */

import { useRouter } from '@tanstack/react-router'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { dayShown } from '../core/core'
import { termsVersion } from '../core/generatedData'
import { useAction, useWrite } from '../kit/call/write'
import { TermsText } from '../kit/page/Terms'
import { useTitle } from '../kit/page/useTitle'
import { readProfileAgain, signOut } from '../kit/session/session'
import { useProfile } from '../kit/session/useProfile'
import { Button } from '../ui/button/Button'
import { FormActions } from '../ui/form/Form'
import { Page } from '../ui/layout/Page'
import { Stack } from '../ui/layout/Stack'
import { useLanguage } from '../words/useLanguage'
import { useTranslation } from '../words/useTranslation'

export function AcceptTerms() {
  const { t } = useTranslation('identityPages')
  const language = useLanguage()
  const { email } = useProfile()
  const router = useRouter()
  const accept = useWrite('AcceptTerms')
  const agree = useAction(async () => {
    await accept.mutateAsync({ termsVersion })
    await readProfileAgain(false)
    await router.invalidate()
  })
  useTitle(t('terms.title'))
  return (
    <Page title={t('terms.title')} subtitle={t('terms.ask', { day: dayShown(termsVersion, language) })} width="form">
      <Stack gap={4}>
        <TermsText level={2} />
        {agree.isError && <RefusalNotice error={agree.error} />}
        <FormActions>
          <Button mode="primary" size="large" onPress={() => agree.mutate()} isLoading={agree.isPending}>
            {t('terms.agree')}
          </Button>
          <Button size="large" onPress={() => signOut(email)}>
            {t('shell:account.signOut')}
          </Button>
        </FormActions>
      </Stack>
    </Page>
  )
}
