/** An accounting profile: what its next export contains, its settings, and its exports. */
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type AccountingProfile, dayShown, instantShown, type NamedChargeKind, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import editor from '~/ui/form/Editor.module.css'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Menu } from '~/ui/overlay/Menu'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotExport } from './Accounting'
import { nameOf } from './chargeKinds'
import { NextExport } from './NextExport'
import { NoProfile } from './NoProfile'
import { RemoveProfile } from './RemoveProfile'
import { accountingRunList } from './runList'
import { useRunMenu } from './useRunMenu'

const route = getRouteApi(paths.accountingProfile)

export function Profile() {
  const { profileId } = route.useParams()
  // The key remounts the screen for another profile, so that its result does not carry over.
  return <OneProfile key={profileId} profileId={profileId} />
}

function OneProfile({ profileId }: { profileId: string }) {
  const { t } = useTranslation('accounting')
  // For the header only. The boundary below shows any error.
  const profile = useOptionalRead('GetAccountingProfiles', { id: useBulkId() })?.profiles.find((one) => one.profileId === profileId)
  const title = profile?.draft.name ?? t('profile.settings')
  useTitle(title)
  return (
    <Page
      title={title}
      subtitle={
        profile &&
        `${t(`presets.${profile.draft.preset}`)} · ${t(`stream.${profile.draft.stream}`)} · ${t(`schedule.${profile.draft.schedule}`)}`
      }
      breadcrumbs={[{ label: t('title'), href: link('accounting') }]}
      actions={profile && <Actions profile={profile} />}
    >
      <Boundary of={profileId}>
        <Cards profileId={profileId} />
      </Boundary>
    </Page>
  )
}

function Actions({ profile }: { profile: AccountingProfile }) {
  const { t } = useTranslation('accounting')
  const whyNot = useWhyNotExport()
  const [isRemoving, setRemoving] = useState(false)
  const { profileId } = profile
  return (
    <>
      <Menu
        label={t('profile.more')}
        trigger={<Button icon={<Ellipsis />} label={t('profile.more')} />}
        items={[{ id: 'remove', label: t('profile.remove'), onAction: () => setRemoving(true), isDanger: true, whyNot }]}
      />
      {whyNot === undefined ? (
        <LinkButton href={link('editAccountingProfile', { profileId })}>{t('profile.edit')}</LinkButton>
      ) : (
        <Button isDisabled why={whyNot}>
          {t('profile.edit')}
        </Button>
      )}
      {isRemoving && <RemoveProfile profile={profile} onClose={() => setRemoving(false)} />}
    </>
  )
}

function Cards({ profileId }: { profileId: string }) {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const { profiles, kinds } = useRead('GetAccountingProfiles', { id })
  const profile = profiles.find((one) => one.profileId === profileId)
  const runs = useList(accountingRunList, { of: { id, profileId } })
  const menu = useRunMenu()
  if (!profile) return <NoProfile />
  return (
    <Stack gap={6}>
      <NextExport profile={profile} />
      <Card title={t('profile.lastRuns')}>
        {profile.runs > 0 ? <List list={runs} menu={menu} /> : <p className={editor.muted}>{t('profile.noRuns')}</p>}
      </Card>
      <Settings profile={profile} kinds={kinds} />
    </Stack>
  )
}

interface SettingsProps {
  profile: AccountingProfile
  kinds: readonly NamedChargeKind[]
}

function Settings({ profile: { draft, version, savedAt }, kinds }: SettingsProps) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const { suspense, fromDay } = draft
  return (
    <Card title={t('profile.settings')}>
      <Description
        columns={2}
        items={[
          { id: 'preset', label: t('profile.preset'), value: t(`presets.${draft.preset}`) },
          ...(draft.supplier ? [{ id: 'supplier', label: t('profile.supplier'), value: draft.supplier }] : []),
          ...(draft.payableAccount ? [{ id: 'payable', label: t('profile.payable'), value: draft.payableAccount }] : []),
          ...(draft.bankAccount ? [{ id: 'bank', label: t('profile.bank'), value: draft.bankAccount }] : []),
          ...(draft.stream !== 'bills'
            ? []
            : [
                {
                  id: 'suspense',
                  label: t('profile.suspense'),
                  value: suspense ? [suspense.ledgerAccount, suspense.costCentre].filter(Boolean).join(' · ') : t('profile.noSuspense'),
                },
              ]),
          ...(draft.chargeAccounts ?? []).map(({ kind, ledgerAccount }) => ({
            id: kind,
            label: nameOf(kind, kinds),
            value: ledgerAccount,
          })),
          { id: 'from', label: t('profile.fromDay'), value: fromDay ? dayShown(fromDay, language) : t('profile.all') },
          ...(draft.hasLink ? [{ id: 'link', label: t('profile.link'), value: t('profile.linkSent') }] : []),
          { id: 'separator', label: t('edit.separator'), value: t(`separators.${draft.separator}`) },
          { id: 'dates', label: t('edit.date'), value: t(`dates.${draft.dateFormat}`) },
          { id: 'numbers', label: t('edit.number'), value: t(`numbers.${draft.numberFormat}`) },
          { id: 'encoding', label: t('edit.encoding'), value: t(`encodings.${draft.encoding}`) },
          {
            id: 'columns',
            label: t('profile.columns'),
            value: [...(draft.documentColumns ?? []), ...draft.lineColumns].map(({ heading }) => heading).join(', '),
          },
        ]}
      />
      <p className={editor.muted}>{t('profile.saved', { version: numberShown(version), when: instantShown(savedAt, language) })}</p>
    </Card>
  )
}
