/** The form of an accounting profile, with a preview of its files at the side. */
import { useNavigate } from '@tanstack/react-router'
import { accountingNeeds } from 'gridbill-core/exports'
import { useMemo, useRef, useState } from 'react'
import {
  type AccountingDateFormat,
  type AccountingEncoding,
  type AccountingLayout,
  type AccountingNumberFormat,
  type AccountingPreset,
  type AccountingProfile,
  type AccountingSchedule,
  type AccountingSeparator,
  type AccountingStream,
  amountShown,
  check,
  dayShown,
  numberShown,
} from '~/core/core'
import { link } from '~/core/links'
import { readAgain, useOptionalRead, useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useUndoHere } from '~/kit/form/useUndo'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Checkbox } from '~/ui/form/Checkbox'
import editor from '~/ui/form/Editor.module.css'
import { Form, FormActions } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { SearchSelect } from '~/ui/form/SearchSelect'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { Fold } from '~/ui/layout/Fold'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Accounting.module.css'
import { ColumnFields } from './ColumnFields'
import { dates, encodings, layouts, numberFormats, presets, schedules, separators } from './choices'
import { ProfilePreview } from './ProfilePreview'
import {
  billsFrom,
  draftOf,
  entryOf,
  hasDocuments,
  hasPayments,
  keepLast,
  newEntry,
  type ProfileEntry,
  problemsOf,
  withFileOf,
  withPreset,
} from './profileForm'

interface Props {
  /** The profile to change; a new one without it. */
  profile?: AccountingProfile | undefined
  /** The program of a new profile. Without it, the form asks. */
  preset?: AccountingPreset | undefined
}

export function ProfileEditor({ profile: live, preset }: Props) {
  const { t } = useTranslation('accounting')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const id = useBulkId()
  const navigate = useNavigate()
  // The profile when the form was opened. The server refuses if a colleague changed it since.
  const [profile] = useState(live)
  const { costCentres: all } = useRead('GetGroupCodings', { id })
  const { kinds } = useRead('GetAccountingProfiles', { id })
  const saving = useWrite('SaveAccountingProfile')
  const offerUndo = useUndoHere()
  const today = useToday()
  const [opened] = useState(() => (profile ? entryOf(profile.draft) : newEntry(preset ?? 'xeroBills', 'bills', today)))
  const costCentres = useMemo(() => all.filter(({ code, isActive }) => isActive || code === opened.suspenseCentre), [all, opened])
  const problemsIn = useMemo(() => {
    const known = costCentres.map(({ code }) => code)
    return keepLast((entry: ProfileEntry) => problemsOf(entry, known, language))
  }, [costCentres, language])
  const form = useForm<{ entry: ProfileEntry }>(
    { entry: opened },
    {
      check: ({ entry }) => ({
        fields: problemsIn(entry)
          .slice(0, 1)
          .map(({ message }) => ({ field: 'entry', code: 'accountingNameInvalid', params: {}, message })),
      }),
    },
  )
  const { entry } = form.values
  const latest = useRef(entry)
  latest.current = entry
  const draft = useMemo(() => draftOf(entry), [entry])
  const needs = accountingNeeds(draft)
  const problems = form.errors.length > 0 ? problemsIn(entry) : []
  const hasProblem = (isIn: (field: string) => boolean) => problems.some(({ id }) => isIn(id))
  const count = entry.lineColumns.length + (hasDocuments(entry) ? entry.documentColumns.length : 0)
  const errorAt = (field: string) => problems.find(({ id }) => id === field)?.message
  const set = (next: Partial<ProfileEntry>) => form.set('entry', { ...entry, ...next })
  const text = (field: 'name' | 'supplier' | 'payableAccount' | 'bankAccount') => ({
    id: field,
    value: entry[field],
    onChange: (typed: string) => set({ [field]: typed }),
    error: errorAt(field),
    autoComplete: 'off' as const,
    isRequired: true,
  })

  function choosePreset(next: AccountingPreset, stream: AccountingStream) {
    const before = entry
    form.set('entry', withPreset(entry, next, stream))
    offerUndo(t('presets.replaced', { preset: t(`presets.${next}`) }), () => form.set('entry', withFileOf(latest.current, before)))
  }

  const save = () =>
    form.submit(async () => {
      const saved = await saving.mutateAsync({ id, profileId: profile?.profileId ?? null, version: profile?.version ?? null, draft })
      // The page of the profile must not show the earlier version.
      await readAgain('GetAccountingProfiles', { id })
      toasts.add({ title: t(profile ? 'edit.done' : 'edit.addedDone', { name: saved.draft.name }) })
      void navigate({ href: link('accountingProfile', { profileId: saved.profileId }) })
    })
  return (
    <Form onSubmit={() => void save()} errors={problems} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
      <FormRefusal form={form} />
      <div className={`${editor.editor} ${styles.editor}`}>
        <div className={styles.sections}>
          <Fold
            title={t('edit.program')}
            summary={`${t(`presets.${entry.preset}`)} · ${t(`stream.${entry.stream}`)}`}
            isOpen={profile === undefined && preset === undefined}
          >
            <RadioGroup
              label={t('presets.label')}
              columns={2}
              options={presets.map((one) => ({ id: one, title: t(`presets.${one}`), description: t(`presets.body.${one}`) }))}
              value={entry.preset}
              onChange={(next) => choosePreset(next as AccountingPreset, hasPayments(next as AccountingPreset) ? entry.stream : 'bills')}
            />
            <RadioGroup
              label={t('stream.label')}
              columns={2}
              options={[
                { id: 'bills', title: t('stream.bills'), description: t('stream.billsBody') },
                {
                  id: 'payments',
                  title: t('stream.payments'),
                  description: t('stream.paymentsBody'),
                  whyNot: hasPayments(entry.preset) ? undefined : t('presets.billsOnly'),
                },
                {
                  id: 'settlements',
                  title: t('stream.settlements'),
                  description: t('stream.settlementsBody'),
                  whyNot: hasPayments(entry.preset) ? undefined : t('presets.billsOnly'),
                },
              ]}
              value={entry.stream}
              onChange={(stream) => choosePreset(entry.preset, stream as AccountingStream)}
            />
          </Fold>
          <section className={styles.section} aria-labelledby="profile-books">
            <h2 id="profile-books">{t('edit.books')}</h2>
            <div className={editor.fields}>
              <TextField {...text('name')} label={t('edit.name')} hint={t('edit.nameHint')} />
              {needs.supplier && <TextField {...text('supplier')} label={t('edit.supplier')} hint={t('edit.supplierHint')} />}
              {needs.payableAccount && <TextField {...text('payableAccount')} label={t('edit.payable')} hint={t('edit.payableHint')} />}
              {needs.bankAccount && <TextField {...text('bankAccount')} label={t('edit.bank')} />}
              <DateField
                id="fromDay"
                label={t('edit.fromDay')}
                hint={t('edit.fromDayHint')}
                value={entry.fromDay}
                onChange={(fromDay) => set({ fromDay })}
                error={errorAt('fromDay')}
                isRequired
              />
            </div>
            {entry.stream === 'bills' && (profile?.runs ?? 0) === 0 && <FirstExport fromDay={entry.fromDay} />}
          </section>
          <Fold
            title={t('edit.more')}
            summary={t('edit.moreSummary')}
            isOpen={hasProblem((field) => field.startsWith('suspense') || field.startsWith('chargeAccounts'))}
          >
            {entry.stream === 'bills' && costCentres.length === 0 && !entry.hasSuspense && (
              <Notice
                tone="warning"
                title={t('edit.noCentres')}
                actions={
                  <Button size="small" onPress={() => set({ hasSuspense: true })}>
                    {t('edit.useSuspense')}
                  </Button>
                }
              >
                {t('edit.noCentresBody')}
              </Notice>
            )}
            {entry.stream === 'bills' && (
              <>
                <Checkbox
                  label={t('edit.hasSuspense')}
                  hint={t('edit.suspenseHint')}
                  isChecked={entry.hasSuspense}
                  onChange={(hasSuspense) => set({ hasSuspense })}
                />
                {entry.hasSuspense && (
                  <div className={editor.fields}>
                    <TextField
                      id="suspense.ledgerAccount"
                      label={t('edit.suspenseAccount')}
                      value={entry.suspenseAccount}
                      onChange={(suspenseAccount) => set({ suspenseAccount })}
                      error={errorAt('suspense.ledgerAccount')}
                      autoComplete="off"
                      isRequired
                    />
                    <SearchSelect
                      id="suspense.costCentre"
                      label={t('edit.suspenseCentre')}
                      options={costCentres.map(({ code, name }) => ({ id: code, label: `${code} ${name}`, code }))}
                      value={entry.suspenseCentre || null}
                      onChange={(code) => set({ suspenseCentre: code ?? '' })}
                      error={errorAt('suspense.costCentre')}
                      isOptional
                    />
                  </div>
                )}
              </>
            )}
            {entry.stream === 'bills' && (
              <>
                <Checkbox
                  label={t('edit.hasChargeAccounts')}
                  hint={t('edit.chargeAccountsHint')}
                  isChecked={entry.hasChargeAccounts}
                  onChange={(hasChargeAccounts) => set({ hasChargeAccounts })}
                />
                {entry.hasChargeAccounts && (
                  <div className={editor.fields}>
                    {kinds.map(({ kind, name }) => (
                      <TextField
                        key={kind}
                        id={`chargeAccounts.${kind}`}
                        label={name}
                        value={entry.chargeAccounts[kind] ?? ''}
                        onChange={(account) => set({ chargeAccounts: { ...entry.chargeAccounts, [kind]: account } })}
                        error={errorAt(`chargeAccounts.${kind}`)}
                        autoComplete="off"
                        isOptional
                      />
                    ))}
                  </div>
                )}
              </>
            )}
            <Select
              id="schedule"
              label={t('schedule.label')}
              hint={t('schedule.hint')}
              options={schedules.map((one) => ({ id: one, label: t(`schedule.${one}`) }))}
              value={entry.schedule}
              onChange={(schedule) => set({ schedule: schedule as AccountingSchedule })}
            />
            {entry.schedule !== 'manual' && (
              <Checkbox
                label={t('edit.hasLink')}
                hint={t('edit.hasLinkHint')}
                isChecked={entry.hasLink}
                onChange={(hasLink) => set({ hasLink })}
              />
            )}
          </Fold>
          <Fold
            title={t('edit.file')}
            summary={t('edit.fileSummary', { separator: t(`separators.${entry.separator}`), date: t(`dates.${entry.dateFormat}`) })}
            isOpen={entry.preset === 'own' || hasProblem((field) => field === 'separator' || field === 'documentsPerFile')}
          >
            {entry.preset === 'own' && (
              <Select
                id="layout"
                label={t('edit.layout')}
                options={layouts.map((one) => ({ id: one, label: t(`layouts.${one}`) }))}
                value={entry.layout}
                onChange={(layout) => set({ layout: layout as AccountingLayout })}
              />
            )}
            <div className={editor.fields}>
              <Select
                id="separator"
                label={t('edit.separator')}
                options={separators.map((one) => ({ id: one, label: t(`separators.${one}`) }))}
                value={entry.separator}
                onChange={(separator) => set({ separator: separator as AccountingSeparator })}
                error={errorAt('separator')}
              />
              <Select
                id="dateFormat"
                label={t('edit.date')}
                options={dates.map((one) => ({ id: one, label: t(`dates.${one}`) }))}
                value={entry.dateFormat}
                onChange={(dateFormat) => set({ dateFormat: dateFormat as AccountingDateFormat })}
              />
              <Select
                id="numberFormat"
                label={t('edit.number')}
                options={numberFormats.map((one) => ({ id: one, label: t(`numbers.${one}`) }))}
                value={entry.numberFormat}
                onChange={(numberFormat) => set({ numberFormat: numberFormat as AccountingNumberFormat })}
              />
              <Select
                id="encoding"
                label={t('edit.encoding')}
                options={encodings.map((one) => ({ id: one, label: t(`encodings.${one}`) }))}
                value={entry.encoding}
                onChange={(encoding) => set({ encoding: encoding as AccountingEncoding })}
              />
              <TextField
                id="documentsPerFile"
                label={t('edit.perFile')}
                hint={t('edit.perFileHint')}
                value={entry.documentsPerFile}
                onChange={(documentsPerFile) => set({ documentsPerFile })}
                error={errorAt('documentsPerFile')}
                inputMode="numeric"
                autoComplete="off"
                isTabular
                isOptional
              />
            </div>
            <Checkbox label={t('edit.headings')} isChecked={entry.hasHeadings} onChange={(hasHeadings) => set({ hasHeadings })} />
            {needs.creditNotes && (
              <Checkbox
                label={t('edit.creditNotes')}
                hint={t('edit.creditNotesHint')}
                isChecked={entry.hasCreditNotes}
                onChange={(hasCreditNotes) => set({ hasCreditNotes })}
              />
            )}
          </Fold>
          <Fold
            title={t('edit.columns')}
            summary={t('edit.columnsSummary', { count, shown: numberShown(count) })}
            isOpen={entry.preset === 'own' || hasProblem((field) => /^(document|line)Columns/.test(field))}
          >
            <p className={editor.muted}>{t('column.lead')}</p>
            {(hasDocuments(entry) ? (['documentColumns', 'lineColumns'] as const) : (['lineColumns'] as const)).map((field) => (
              <div key={field} className={styles.columns}>
                {hasDocuments(entry) && <h3>{t(field === 'lineColumns' ? 'column.lines' : 'column.documents')}</h3>}
                <ColumnFields
                  field={field}
                  columns={entry[field]}
                  stream={entry.stream}
                  onChange={(columns) => set({ [field]: columns })}
                  errorAt={errorAt}
                />
              </div>
            ))}
          </Fold>
          <FormActions>
            <Button type="submit" mode="primary" isLoading={form.isBusy}>
              {t(profile ? 'edit.submit' : 'edit.submitNew')}
            </Button>
            <LinkButton href={profile ? link('accountingProfile', { profileId: profile.profileId }) : link('accounting')}>
              {common('ui.cancel')}
            </LinkButton>
          </FormActions>
        </div>
        <ProfilePreview draft={draft} />
      </div>
      <LeaveGuard isUnsaved={form.isUnsaved} />
    </Form>
  )
}

/** The bills of the first export, from its first day on. */
function FirstExport({ fromDay }: { fromDay: string }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const cost = useOptionalRead('GetCostByMonth', { id: useBulkId() })
  if (!cost || check('day', fromDay, language).error) return null
  const { bills, amount, isWhole } = billsFrom(cost.months, fromDay, language)
  return (
    <p role="status" className={editor.muted}>
      {t(isWhole ? 'edit.firstExport' : 'edit.firstExportPart', {
        count: bills,
        shown: numberShown(bills),
        amount: amountShown(amount),
        day: dayShown(fromDay, language),
      })}
    </p>
  )
}
