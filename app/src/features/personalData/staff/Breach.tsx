/** A personal data breach with its notifications and all its versions. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type BreachDuty, type BreachVersion, type DutyState, instantShown, numberShown, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import rows from '~/kit/page/Rows.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from '../PersonalData.module.css'
import { BreachForm } from './BreachForm'

const route = getRouteApi(paths.breach)

export function Breach() {
  const { t } = useTranslation('personalDataStaff')
  const { number } = route.useParams()
  const title = t('breach.title', { number })
  useTitle(title)
  return (
    <Page width="form" title={title} breadcrumbs={[{ label: t('tab.breaches'), href: link('breaches') }]}>
      <Boundary>
        <Record key={number} number={number} />
      </Boundary>
    </Page>
  )
}

function Record({ number }: { number: string }) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const { versions } = useRead('GetBreach', { number })
  const mayAct = useMay('operations', 'update')
  const [isCorrecting, setCorrecting] = useState(false)
  const [newest, ...earlier] = versions
  if (!newest) return null
  return (
    <Stack gap={5}>
      <Card title={t('breach.deadlines')}>
        <Duties duties={newest.duties} />
      </Card>
      <Card title={t('breach.entry')}>
        <Stack gap={4}>
          <Entry version={newest} />
          <div>
            <Button onPress={() => setCorrecting(true)} isDisabled={!mayAct} why={mayAct ? undefined : sentence('forbidden', language)}>
              {t('breach.correct')}
            </Button>
          </div>
        </Stack>
      </Card>
      {earlier.length > 0 && (
        <Card title={t('breach.versions')}>
          <ul className={rows.rows} aria-label={t('breach.versions')}>
            {earlier.map((version) => (
              <li key={version.version} className={rows.row}>
                <h3 className={rows.name}>{t('breach.version', { version: version.version })}</h3>
                <Entry version={version} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {isCorrecting && <BreachForm breach={{ number, newest }} onClose={() => setCorrecting(false)} />}
    </Stack>
  )
}

const tones: Record<DutyState, Tone> = { due: 'warning', overdue: 'bad', done: 'good', doneLate: 'neutral' }

/** The notifications that the law asks for: until when, when they were made, and whether that was late. */
function Duties({ duties }: { duties: readonly BreachDuty[] }) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  if (duties.length === 0) return <p>{t('breach.noDuties')}</p>
  return (
    <ul className={rows.rows} aria-label={t('breach.deadlines')}>
      {duties.map(({ step, due, doneAt, state }) => (
        <li key={step} className={rows.row}>
          <div className={rows.head}>
            <h3 className={rows.name}>{t(`breach.steps.${step}`)}</h3>
            <StatusBadge tone={tones[state]}>{t(`breach.states.${state}`)}</StatusBadge>
          </div>
          <Description
            items={[
              { id: 'due', label: t('breach.until'), value: step === 'cyberNotice' ? t('breach.atOnce') : instantShown(due, language) },
              { id: 'made', label: t('breach.made'), value: doneAt ? instantShown(doneAt, language) : t('breach.notMade') },
            ]}
          />
          <p className={rows.note}>{t(`breach.bases.${step}`)}</p>
        </li>
      ))}
    </ul>
  )
}

function Entry({ version: { entry, reason, recordedBy, recordedAt } }: { version: BreachVersion }) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const long = (text: string) => <span className={styles.text}>{text}</span>
  return (
    <Description
      items={[
        { id: 'summary', label: t('breach.summary'), value: long(entry.summary) },
        { id: 'known', label: t('breaches.known'), value: instantShown(entry.knownAt, language) },
        { id: 'data', label: t('breach.data'), value: long(entry.data) },
        { id: 'persons', label: t('breach.persons'), value: entry.persons == null ? t('breaches.unknown') : numberShown(entry.persons) },
        { id: 'harm', label: t('breaches.harm'), value: t(entry.isHarmLikely ? 'breaches.likely' : 'breaches.unlikely') },
        { id: 'cyber', label: t('breach.is'), value: t(entry.isCyberIncident ? 'breach.cyberYes' : 'breach.cyberNo') },
        { id: 'causes', label: t('breach.causes'), value: long(entry.causes) },
        { id: 'measures', label: t('breach.measures'), value: long(entry.measures) },
        ...(reason ? [{ id: 'reason', label: t('breach.reason'), value: long(reason) }] : []),
        {
          id: 'recorded',
          label: t('request.recorded'),
          value: t('breach.recordedBy', { name: recordedBy, when: instantShown(recordedAt, language) }),
        },
      ]}
    />
  )
}
