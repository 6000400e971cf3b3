/** A personal data breach with its notifications and all its versions. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type BreachVersion, instantShown, numberShown, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import rows from '~/kit/page/Rows.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
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
        <Notifications version={newest} />
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

function Notifications({ version: { entry, commissionerDue, personsDue } }: { version: BreachVersion }) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const state = (due: string | null, notifiedAt: string | null | undefined) => {
    if (notifiedAt) return t('breach.notified', { when: instantShown(notifiedAt, language) })
    return due ? t('breach.due', { when: instantShown(due, language) }) : t('breach.notNeeded')
  }
  return (
    <Description
      items={[
        { id: 'commissioner', label: t('breach.commissioner'), value: state(commissionerDue, entry.commissionerNotifiedAt) },
        { id: 'persons', label: t('breach.affected'), value: state(personsDue, entry.personsNotifiedAt) },
      ]}
    />
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
