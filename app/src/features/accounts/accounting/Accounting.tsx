/** The accounting profiles of the company. Without any, it explains what they are for and offers the programs. */
import { type AccountingProfile, instantShown, numberShown, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Accounting.module.css'
import { AccountingFrame } from './AccountingFrame'
import { presets } from './choices'

export function Accounting() {
  return (
    <AccountingFrame tab="profiles" actions={<AddProfile />}>
      <Boundary>
        <Profiles />
      </Boundary>
    </AccountingFrame>
  )
}

/** Why the user may not change profiles and export; undefined for users who may. */
export function useWhyNotExport(): string | undefined {
  const language = useLanguage()
  const mayChange = useMay('bill', 'update')
  const readOnly = useReadOnly()
  return readOnly ?? (mayChange ? undefined : sentence('forbidden', language))
}

function AddProfile() {
  const { t } = useTranslation('accounting')
  const found = useOptionalRead('GetAccountingProfiles', { id: useBulkId() })
  const isFull = found !== undefined && found.profiles.length >= found.limit
  const why = useWhyNotExport() ?? (isFull ? t('profiles.full', { limit: numberShown(found.limit) }) : undefined)
  return why === undefined ? (
    <LinkButton mode="primary" href={link('newAccountingProfile')}>
      {t('profiles.add')}
    </LinkButton>
  ) : (
    <Button mode="primary" isDisabled why={why}>
      {t('profiles.add')}
    </Button>
  )
}

function Profiles() {
  const { t } = useTranslation('accounting')
  const { profiles } = useRead('GetAccountingProfiles', { id: useBulkId() })
  const mayChange = useWhyNotExport() === undefined
  if (profiles.length === 0)
    return (
      <>
        <EmptyState kind="nothing" title={t('empty.title')}>
          {t('empty.body')}
        </EmptyState>
        {mayChange && <Presets />}
      </>
    )
  return (
    <ul className={styles.profiles} aria-label={t('profiles.caption', { count: profiles.length, shown: numberShown(profiles.length) })}>
      {profiles.map((profile) => (
        <Row key={profile.profileId} profile={profile} />
      ))}
    </ul>
  )
}

function Row({ profile: { profileId, draft, lastRunAt, runs } }: { profile: AccountingProfile }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  return (
    <li>
      <div>
        <Link href={link('accountingProfile', { profileId })}>{draft.name}</Link>
        <p>{[t(`presets.${draft.preset}`), t(`stream.${draft.stream}`), t(`schedule.${draft.schedule}`)].join(' · ')}</p>
      </div>
      <p>
        {lastRunAt
          ? t('profiles.last', { when: instantShown(lastRunAt, language), count: runs, shown: numberShown(runs) })
          : t('profiles.never')}
      </p>
    </li>
  )
}

/** The programs, each a link to a new profile. */
function Presets() {
  const { t } = useTranslation('accounting')
  return (
    <ul className={styles.presets}>
      {presets.map((preset) => (
        <li key={preset}>
          <Link href={link('newAccountingProfile', { preset })}>
            <strong>{t(`presets.${preset}`)}</strong>
            <span>{t(`presets.body.${preset}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
