/** The Master's choice of the roles that need a second factor, and of the day from which they need it. */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { dayShown, type FactorPolicyState, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { toasts } from '~/ui/feedback/toastQueue'
import { CheckGroup } from '~/ui/form/CheckGroup'
import { Form, FormActions } from '~/ui/form/Form'
import { Page } from '~/ui/layout/Page'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { roles, ruleOf } from './factorRule'

export function FactorPolicy() {
  const { t } = useTranslation('security')
  useTitle(t('policy.title'))
  return (
    <Page width="form" title={t('policy.title')} subtitle={t('policy.lead')}>
      <Boundary isPage>
        <LoadedPolicy />
      </Boundary>
    </Page>
  )
}

function LoadedPolicy() {
  const policy = useRead('GetFactorPolicy', { id: useBulkId() })
  return <PolicyForm policy={policy} />
}

function PolicyForm({ policy }: { policy: FactorPolicyState }) {
  const { t } = useTranslation('security')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const id = useBulkId()
  const router = useRouter()
  const today = useToday()
  const set = useWrite('SetFactorPolicy')
  const whyNot = useMay('manageUser', 'update') ? undefined : sentence('forbidden', language)
  // The rule when the form opened, so that another user's later change does not replace the entries.
  const [initial] = useState(() => ruleOf(policy, today))
  const form = useForm(initial)
  const { roles: chosen, requiredFrom } = form.values
  const save = () =>
    form.submit(async () => {
      await set.mutateAsync({ id, roles: chosen, ...(chosen.length > 0 && { requiredFrom }) })
      toasts.add({ title: t('policy.saved'), tone: 'good' })
      await router.navigate({ href: link('users') })
    })

  const options = roles.map((role) => {
    const count = policy.counts.find((one) => one.role === role)
    const description =
      count && count.users > 0
        ? t('policy.count', { count: count.users, users: count.users, withFactor: count.withFactor })
        : t('policy.nobody')
    return { id: role, title: t(`shell:roles.${role}`), description }
  })
  const { requiredFrom: from } = policy
  const state = from === null ? t('policy.off') : t(from <= today ? 'policy.active' : 'policy.upcoming', { day: dayShown(from, language) })
  return (
    <Form onSubmit={() => void save()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
      <FormRefusal form={form} />
      <p>{state}</p>
      <CheckGroup
        id="roles"
        label={t('policy.roles')}
        hint={t('policy.rolesHint')}
        options={options}
        value={chosen}
        onChange={(roles) => form.set('roles', roles)}
        error={form.error('roles')}
      />
      {chosen.length > 0 && <DateField {...form.field('requiredFrom')} label={t('policy.from')} hint={t('policy.fromHint')} isRequired />}
      <FormActions>
        <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isDisabled={whyNot !== undefined} why={whyNot}>
          {t('policy.save')}
        </Button>
        <LinkButton size="large" href={link('users')}>
          {t('policy.cancel')}
        </LinkButton>
      </FormActions>
      <LeaveGuard isUnsaved={form.isUnsaved} />
    </Form>
  )
}
