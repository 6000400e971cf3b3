/** The company's approval policy in words, the new policy that awaits a second approver, and delegations. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type CompanyApprovals, instantShown, numberShown, type PendingPolicy } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { requiredComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import editor from '~/ui/form/Editor.module.css'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Delegations } from './Delegations'
import { PayersNotice } from './PayersNotice'
import { Sentences } from './Sentences'

// Loads the rules of the `finance` package, which readers of the policy do not need.
const PolicyEditor = requiredComponent(async () => (await import('./PolicyEditor')).PolicyEditor)

const route = getRouteApi(paths.approvalPolicy)

export function ApprovalPolicy() {
  const { t } = useTranslation('proposals')
  const asked = route.useSearch().open === 'edit'
  const mayChange = useMay('manageUser', 'update')
  const readOnly = useReadOnly()
  // Other users read the policy, even if the address asks for the editor.
  const isEditing = asked && mayChange && readOnly === undefined
  const title = t(isEditing ? 'policy.edit.title' : 'policy.title')
  useTitle(title)
  return (
    <Page
      title={title}
      about={t('policy.lead')}
      width={isEditing ? 'full' : 'reading'}
      breadcrumbs={[
        { label: t('title'), href: link('proposals') },
        ...(isEditing ? [{ label: t('policy.title'), href: link('approvalPolicy') }] : []),
      ]}
    >
      <Boundary isPage>
        <Read isEditing={isEditing} />
      </Boundary>
    </Page>
  )
}

function Read({ isEditing }: { isEditing: boolean }) {
  const company = useRead('GetApprovalPolicy', { id: useBulkId() })
  if (isEditing && company.canChange) return <PolicyEditor company={company} />
  return (
    <Stack gap={5}>
      {company.pending && <Pending pending={company.pending} />}
      <InForce company={company} />
      <Delegations company={company} />
    </Stack>
  )
}

function InForce({ company }: { company: CompanyApprovals }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const { isOn, sentences, version, setBy, confirmedBy, since, pending, canChange } = company
  const whyNot = readOnly ?? (pending ? t('policy.edit.isPending') : undefined)
  return (
    <Card
      title={t('policy.inForce')}
      actions={
        canChange && (
          <Button
            mode={isOn ? 'secondary' : 'primary'}
            isDisabled={whyNot !== undefined}
            why={whyNot}
            onPress={() => void navigate({ href: link('approvalPolicy', { open: 'edit' }) })}
          >
            {t(isOn ? 'policy.edit.open' : 'policy.edit.setUp')}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        <Sentences sentences={sentences} />
        {setBy && since && (
          <p className={editor.muted}>
            {t(confirmedBy ? 'policy.setAndConfirmed' : 'policy.set', {
              version: numberShown(version),
              name: setBy,
              other: confirmedBy ?? '',
              when: instantShown(since, language),
            })}
          </p>
        )}
        {isOn && canChange && readOnly === undefined && <PayersNotice />}
        {isOn && <p className={editor.muted}>{t('policy.fixed')}</p>}
        {!canChange && <p className={editor.muted}>{t('policy.onlyMaster')}</p>}
      </Stack>
    </Card>
  )
}

/** The new policy next to who proposed it, with the decision of a second approver. */
function Pending({ pending }: { pending: PendingPolicy }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const id = useBulkId()
  const readOnly = useReadOnly()
  const decide = useWrite('DecideApprovalPolicy')
  const { version, sentences, proposedBy, proposedAt, isOwn, canDecide } = pending
  const act = (isConfirmed: boolean) =>
    decide.mutate(
      { id, version, isConfirmed },
      {
        onSuccess: () =>
          toasts.add({
            title: t(isConfirmed ? 'policy.pending.confirmed' : isOwn ? 'policy.pending.withdrawn' : 'policy.pending.refused'),
          }),
      },
    )
  const isLoading = (isConfirmed: boolean) => decide.isPending && decide.variables.isConfirmed === isConfirmed
  return (
    <Notice
      tone="warning"
      title={t('policy.pending.title', { name: proposedBy, when: instantShown(proposedAt, language) })}
      actions={
        readOnly === undefined &&
        (canDecide || isOwn) && (
          <>
            {canDecide && (
              <Button mode="primary" onPress={() => act(true)} isLoading={isLoading(true)} isDisabled={decide.isPending}>
                {t('policy.pending.confirm')}
              </Button>
            )}
            <Button onPress={() => act(false)} isLoading={isLoading(false)} isDisabled={decide.isPending}>
              {t(isOwn ? 'policy.pending.withdraw' : 'policy.pending.refuse')}
            </Button>
          </>
        )
      }
    >
      <Stack gap={3}>
        <Sentences sentences={sentences} />
        <p>{t(canDecide ? 'policy.pending.decide' : 'policy.pending.waits')}</p>
        {decide.isError && <RefusalNotice error={decide.error} />}
      </Stack>
    </Notice>
  )
}
