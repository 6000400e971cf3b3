/** Dialogue that records a breach, or adds a version to one. */
import { useState } from 'react'
import type { BreachEntry, BreachVersion, Instant } from '~/core/core'
import { dayAt, instantShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import styles from '../PersonalData.module.css'
import { instantOf, personsOf, wrongTimes } from './breachEntry'

/** Returns day and time for form fields; empty texts for a missing time. */
const typed = (at: Instant | null | undefined): [day: string, time: string] =>
  at ? [dayAt(at), instantShown(at, 'en').split(', ')[1] ?? ''] : ['', '']

function entriesOf(entry: BreachEntry | undefined) {
  const [knownAt, knownTime] = typed(entry?.knownAt)
  const [cyberNotifiedAt, cyberNotifiedTime] = typed(entry?.cyberNotifiedAt)
  const [cyberParticularsAt, cyberParticularsTime] = typed(entry?.cyberParticularsAt)
  const [cyberSupplementAt, cyberSupplementTime] = typed(entry?.cyberSupplementAt)
  const [commissionerNotifiedAt, commissionerTime] = typed(entry?.commissionerNotifiedAt)
  const [personsNotifiedAt, personsTime] = typed(entry?.personsNotifiedAt)
  return {
    ...{ knownAt, knownTime, commissionerNotifiedAt, commissionerTime, personsNotifiedAt, personsTime },
    ...{ cyberNotifiedAt, cyberNotifiedTime, cyberParticularsAt, cyberParticularsTime, cyberSupplementAt, cyberSupplementTime },
    summary: entry?.summary ?? '',
    data: entry?.data ?? '',
    persons: entry?.persons == null ? '' : String(entry.persons),
    causes: entry?.causes ?? '',
    measures: entry?.measures ?? '',
    isHarmLikely: (entry?.isHarmLikely ?? true) ? 'yes' : 'no',
    isCyberIncident: entry?.isCyberIncident ? 'yes' : 'no',
    reason: '',
  }
}

type Step = 'commissioner' | 'persons' | 'cyberNotified' | 'cyberParticulars' | 'cyberSupplement'
type MadeLabel = `breach.${Step}${'Day' | 'Time'}`
type MadeField = Exclude<keyof ReturnType<typeof entriesOf>, 'reason'>

interface Props {
  /** The breach and its newest version; undefined for a new breach. */
  breach?: { number: string; newest: BreachVersion }
  onClose: () => void
  onSaved?: (number: string) => void
}

export function BreachForm({ breach: live, onClose, onSaved }: Props) {
  const { t } = useTranslation('personalDataStaff')
  // The breach when the dialogue opened. Its version is sent, so that the server refuses to overwrite a colleague's later version.
  const [breach] = useState(live)
  const record = useWrite('RecordBreach')
  const correct = useWrite('CorrectBreach')
  const form = useForm(entriesOf(breach?.newest.entry), { check: wrongTimes })
  const { values } = form
  const send = () =>
    form.submit(async () => {
      const isCyberIncident = values.isCyberIncident === 'yes'
      const cyberInstant = (day: string, time: string) => (isCyberIncident ? instantOf(day, time) : null)
      const entry: BreachEntry = {
        knownAt: instantOf(values.knownAt, values.knownTime) ?? '',
        summary: values.summary,
        data: values.data,
        persons: personsOf(values.persons),
        causes: values.causes,
        measures: values.measures,
        isHarmLikely: values.isHarmLikely === 'yes',
        commissionerNotifiedAt: instantOf(values.commissionerNotifiedAt, values.commissionerTime),
        personsNotifiedAt: instantOf(values.personsNotifiedAt, values.personsTime),
        isCyberIncident,
        cyberNotifiedAt: cyberInstant(values.cyberNotifiedAt, values.cyberNotifiedTime),
        cyberParticularsAt: cyberInstant(values.cyberParticularsAt, values.cyberParticularsTime),
        cyberSupplementAt: cyberInstant(values.cyberSupplementAt, values.cyberSupplementTime),
      }
      const { number } = breach
        ? await correct.mutateAsync({ number: breach.number, version: breach.newest.version, reason: values.reason, entry })
        : await record.mutateAsync({ entry })
      onClose()
      onSaved?.(number)
      toasts.add({ title: t('breach.done', { number }), tone: 'good' })
    })
  const time = { hint: t('breach.timeHint'), autoComplete: 'off', isTabular: true } as const
  /** The fields for the time at which a notification was made. */
  const made = (day: MadeField, hour: MadeField, [dayLabel, hourLabel]: [MadeLabel, MadeLabel]) => (
    <div className={styles.pair}>
      <DateField {...form.field(day)} label={t(dayLabel)} isOptional />
      <TextField {...form.field(hour)} label={t(hourLabel)} {...time} isOptional />
    </div>
  )
  return (
    <FormDialog
      title={breach ? t('breach.correctTitle', { number: breach.number }) : t('breach.recordTitle')}
      lead={t('breach.lead')}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={() => void send()}
      submitLabel={t('breach.save')}
      form={form}
    >
      <div className={styles.pair}>
        <DateField {...form.field('knownAt')} label={t('breach.knownDay')} isRequired />
        <TextField {...form.field('knownTime')} label={t('breach.knownTime')} {...time} isRequired />
      </div>
      <TextField {...form.field('summary')} label={t('breach.summary')} autoComplete="off" isRequired />
      <TextField {...form.field('data')} label={t('breach.data')} rows={3} isRequired />
      <TextField
        {...form.field('persons')}
        label={t('breach.persons')}
        hint={t('breach.personsHint')}
        autoComplete="off"
        inputMode="numeric"
        isOptional
      />
      <RadioGroup
        {...form.field('isHarmLikely')}
        label={t('breach.harm')}
        options={[
          { id: 'yes', title: t('breach.harmYes') },
          { id: 'no', title: t('breach.harmNo') },
        ]}
        columns={2}
        isPlain
      />
      <TextField {...form.field('causes')} label={t('breach.causes')} rows={3} isRequired />
      <TextField {...form.field('measures')} label={t('breach.measures')} rows={3} isRequired />
      <RadioGroup
        {...form.field('isCyberIncident')}
        label={t('breach.cyber')}
        hint={t('breach.cyberHint')}
        options={[
          { id: 'yes', title: t('breach.cyberYes') },
          { id: 'no', title: t('breach.cyberNo') },
        ]}
        columns={2}
        isPlain
      />
      {values.isCyberIncident === 'yes' && (
        <>
          {made('cyberNotifiedAt', 'cyberNotifiedTime', ['breach.cyberNotifiedDay', 'breach.cyberNotifiedTime'])}
          {made('cyberParticularsAt', 'cyberParticularsTime', ['breach.cyberParticularsDay', 'breach.cyberParticularsTime'])}
          {made('cyberSupplementAt', 'cyberSupplementTime', ['breach.cyberSupplementDay', 'breach.cyberSupplementTime'])}
        </>
      )}
      {made('commissionerNotifiedAt', 'commissionerTime', ['breach.commissionerDay', 'breach.commissionerTime'])}
      {made('personsNotifiedAt', 'personsTime', ['breach.personsDay', 'breach.personsTime'])}
      {breach && <TextField {...form.field('reason')} label={t('breach.reason')} rows={2} isRequired />}
    </FormDialog>
  )
}
