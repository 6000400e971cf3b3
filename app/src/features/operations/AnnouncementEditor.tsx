/** Editor for an announcement in both languages, with a preview. Core suggests the texts. Entries are stored as a draft. */
import { useState } from 'react'
import type { AnnouncementForm, AnnouncementKind, AnnouncementRow, Feature } from '~/core/core'
import { announcementPreview, checkAnnouncement, suggestedAnnouncement } from '~/core/forms'
import { AnnouncementNotice } from '~/kit/announcements/AnnouncementNotices'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useDraft } from '~/kit/session/useDraft'
import { useProfile } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import { CheckGroup } from '~/ui/form/CheckGroup'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { kinds } from './announcementList'
import styles from './DayAndTime.module.css'
import { dayAndTimeOf } from './typedTime'

const features: readonly Feature[] = ['registration', 'accounts', 'groups', 'details', 'statements']
const texts = ['titleEn', 'titleMs', 'textEn', 'textMs'] as const
const languages = ['en', 'ms'] as const

const empty: AnnouncementForm = {
  kind: 'plannedDowntime',
  placement: 'everywhere',
  titleEn: '',
  titleMs: '',
  textEn: '',
  textMs: '',
  servicesEn: '',
  servicesMs: '',
  fromDay: '',
  fromTime: '',
  toDay: '',
  toTime: '',
  returnsDay: '',
  returnsTime: '',
  shownDay: '',
  shownTime: '',
  freezes: [],
}
/** Returns the entries of a new announcement, with core's texts. */
const newEntries = () => ({ ...empty, ...suggestedAnnouncement(empty) })

/** Returns an announcement as form entries. */
function entriesOf({ content }: AnnouncementRow): AnnouncementForm {
  const { kind, placement, title, text, services, freezes } = content
  const [fromDay, fromTime] = dayAndTimeOf(content.from)
  const [toDay, toTime] = dayAndTimeOf(content.to)
  const [returnsDay, returnsTime] = dayAndTimeOf(content.returnsAt)
  const [shownDay, shownTime] = dayAndTimeOf(content.shownFrom)
  return {
    ...{ kind, placement, freezes, fromDay, fromTime, toDay, toTime, returnsDay, returnsTime, shownDay, shownTime },
    ...{ titleEn: title.en, titleMs: title.ms, textEn: text.en, textMs: text.ms },
    ...{ servicesEn: services?.en ?? '', servicesMs: services?.ms ?? '' },
  }
}

interface Props {
  /** The announcement to change; undefined when writing a new announcement. */
  row?: AnnouncementRow
  onClose: () => void
}

export function AnnouncementEditor({ row, onClose }: Props) {
  const { t } = useTranslation('announcements')
  const language = useLanguage()
  const { now } = useProfile()
  const write = useWrite('WriteAnnouncement')
  const change = useWrite('ChangeAnnouncement')
  // The announcement when the editor opened. Its version is sent, so that the server refuses to overwrite a colleague's later change.
  const [seen] = useState(row)
  const [initial] = useState(() => (seen ? entriesOf(seen) : newEntries()))
  // A draft belongs to one version of the announcement. In a newer version it would hide a colleague's changes.
  const [draft, setDraft, clearDraft] = useDraft<AnnouncementForm>(
    seen ? `announcement ${seen.announcementId} ${seen.version}` : 'announcement',
    initial,
  )
  const form = useForm<AnnouncementForm>(initial, {
    state: [draft, setDraft],
    check: (values, language) => checkAnnouncement(values, now, language),
  })
  const { values } = form
  const action = seen ? 'change' : 'write'

  /** Sets a value. Texts that the user has not edited follow the suggestion for the new values. */
  function set<Name extends keyof AnnouncementForm>(name: Name, value: AnnouncementForm[Name]) {
    const before = suggestedAnnouncement(values)
    const after = suggestedAnnouncement({ ...values, [name]: value })
    form.set(name, value)
    for (const text of texts) if (values[text] === '' || values[text] === before[text]) form.set(text, after[text])
  }
  const field = <Name extends keyof AnnouncementForm>(name: Name) => ({
    ...form.field(name),
    onChange: (value: AnnouncementForm[Name]) => set(name, value),
  })
  const send = () =>
    form.submit(async () => {
      if (seen) await change.mutateAsync({ announcementId: seen.announcementId, version: seen.version, form: values })
      else await write.mutateAsync({ form: values })
      clearDraft()
      onClose()
      toasts.add({ title: t(`${action}.done`, { title: (language === 'ms' ? values.titleMs : values.titleEn).trim() }) })
    })
  function cancel() {
    clearDraft()
    onClose()
  }
  const time = { hint: t('form.timeHint'), autoComplete: 'off', isTabular: true } as const
  return (
    <FormDialog
      title={seen ? t('change.title', { title: seen.content.title[language] }) : t('write.title')}
      lead={t('form.lead')}
      onClose={onClose}
      onCancel={cancel}
      onSubmit={() => void send()}
      submitLabel={t(`${action}.submit`)}
      form={form}
      aside={<Preview form={values} />}
    >
      <Select
        label={t('kind')}
        options={kinds.map((id) => ({ id, label: t(`kinds.${id}`) }))}
        value={values.kind}
        onChange={(kind) => set('kind', kind as AnnouncementKind)}
      />
      <TextField {...form.field('titleEn')} label={t('form.titleEn')} autoComplete="off" isRequired />
      <TextField {...form.field('textEn')} label={t('form.textEn')} hint={t('form.textHint')} rows={4} isRequired />
      <TextField {...form.field('titleMs')} label={t('form.titleMs')} autoComplete="off" isRequired />
      <TextField {...form.field('textMs')} label={t('form.textMs')} hint={t('form.textHint')} rows={4} isRequired />
      <div className={styles.pair}>
        <DateField {...field('fromDay')} label={t('form.fromDay')} hint={t('form.fromHint')} isRequired />
        <TextField {...field('fromTime')} label={t('form.fromTime')} {...time} isRequired />
      </div>
      <div className={styles.pair}>
        <DateField
          {...field('toDay')}
          label={t('form.toDay')}
          hint={t(values.kind === 'unplannedDowntime' ? 'form.openEndHint' : 'form.endHint')}
          isOptional={values.kind === 'unplannedDowntime'}
        />
        <TextField {...field('toTime')} label={t('form.toTime')} {...time} isOptional={values.kind === 'unplannedDowntime'} />
      </div>
      <div className={styles.pair}>
        <DateField {...field('returnsDay')} label={t('form.returnsDay')} hint={t('form.returnsHint')} isOptional />
        <TextField {...field('returnsTime')} label={t('form.returnsTime')} {...time} isOptional />
      </div>
      <TextField {...field('servicesEn')} label={t('form.servicesEn')} autoComplete="off" isOptional={values.kind !== 'fpxMaintenance'} />
      <TextField {...field('servicesMs')} label={t('form.servicesMs')} autoComplete="off" isOptional={values.kind !== 'fpxMaintenance'} />
      <CheckGroup
        id="freezes"
        label={t('form.freezes')}
        hint={t('form.freezesHint')}
        options={features.map((id) => ({ id, title: t(`feature.${id}`), description: t(`featureHint.${id}`) }))}
        value={values.freezes}
        onChange={(freezes) => set('freezes', freezes)}
      />
      <RadioGroup
        {...form.field('placement')}
        onChange={(placement) => form.set('placement', placement === 'signIn' ? 'signIn' : 'everywhere')}
        label={t('form.placement')}
        options={(['everywhere', 'signIn'] as const).map((id) => ({ id, title: t(`form.${id}`) }))}
        columns={2}
        isPlain
      />
      <div className={styles.pair}>
        <DateField {...field('shownDay')} label={t('form.shownDay')} hint={t('form.shownHint')} isOptional />
        <TextField {...field('shownTime')} label={t('form.shownTime')} {...time} isOptional />
      </div>
    </FormDialog>
  )
}

/** Shows the announcement in both languages, as users will see it. */
function Preview({ form }: { form: AnnouncementForm }) {
  const { t } = useTranslation('announcements')
  return (
    <>
      <h3>{t('preview.title')}</h3>
      {languages.map((language) => (
        <section key={language} aria-label={t(`common:language.${language}`)} lang={language}>
          <AnnouncementNotice kind={form.kind} texts={announcementPreview(form, language)} />
        </section>
      ))}
    </>
  )
}
