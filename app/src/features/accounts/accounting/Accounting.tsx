/** The accounting profiles of the company. Without any, it explains what they are for and offers the programs. */
import { type AccountingProfile, instantShown, numberShown, sentence } from '../../../core/core'
import { link } from '../../../core/links'
import { useRead } from '../../../kit/call/read'
import { Boundary } from '../../../kit/page/Boundary'
import { useBulkId, useMay } from '../../../kit/session/useProfile'
import { useReadOnly } from '../../../kit/session/useReadOnly'
import { Button } from '../../../ui/button/Button'
import { Link } from '../../../ui/button/Link'
import { LinkButton } from '../../../ui/button/LinkButton'
import { ChartTable } from '../../../ui/chart/ChartTable'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Accounting.module.css'
import { AccountingFrame } from './AccountingFrame'
import { presets } from './choices'

export function Accounting() {
  return (
    <AccountingFrame tab="profiles">
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

function Profiles() {
  const { t } = useTranslation('accounting')
  const { profiles, limit } = useRead('GetAccountingProfiles', { id: useBulkId() })
  const whyNot = useWhyNotExport()
  if (profiles.length === 0)
    return (
      <EmptyState kind="nothing" title={t('empty.title')} action={whyNot === undefined && <Presets />}>
        {t('empty.body')}
      </EmptyState>
    )
  const why = whyNot ?? (profiles.length >= limit ? t('profiles.full', { limit: numberShown(limit) }) : undefined)
  return (
    <>
      <ChartTable caption={t('profiles.caption', { count: profiles.length, shown: numberShown(profiles.length) })}>
        <thead>
          <tr>
            <th scope="col">{t('profiles.name')}</th>
            <th scope="col">{t('presets.label')}</th>
            <th scope="col">{t('profiles.stream')}</th>
            <th scope="col">{t('profiles.last')}</th>
            <th scope="col">{t('profiles.schedule')}</th>
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile) => (
            <Row key={profile.profileId} profile={profile} />
          ))}
        </tbody>
      </ChartTable>
      <div className={styles.actions}>
        {why === undefined ? (
          <LinkButton href={link('newAccountingProfile')}>{t('profiles.add')}</LinkButton>
        ) : (
          <Button isDisabled why={why}>
            {t('profiles.add')}
          </Button>
        )}
      </div>
    </>
  )
}

function Row({ profile: { profileId, draft, lastRunAt, runs } }: { profile: AccountingProfile }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  return (
    <tr>
      <th scope="row">
        <Link href={link('accountingProfile', { profileId })}>{draft.name}</Link>
      </th>
      <td>{t(`presets.${draft.preset}`)}</td>
      <td>{t(`stream.${draft.stream}`)}</td>
      <td>
        {lastRunAt
          ? `${instantShown(lastRunAt, language)} · ${t('profiles.count', { count: runs, shown: numberShown(runs) })}`
          : t('profiles.never')}
      </td>
      <td>{t(`schedule.${draft.schedule}`)}</td>
    </tr>
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
