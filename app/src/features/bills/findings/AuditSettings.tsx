/** The thresholds of the audit by rule, a preview of the bills that they would report, and the muted rules. */
import { useNavigate } from '@tanstack/react-router'
import { checkAuditSettings } from 'gridbill-core/finance'
import { useState } from 'react'
import {
  type AuditRule,
  amountShown,
  type CompanyAuditSettings,
  type DescribedRule,
  dayShown,
  instantShown,
  type MutedAccount,
  numberShown,
  type AuditSettings as Settings,
} from '~/core/core'
import { link } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { callQuery, readAgain, useLookup, useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { withSentences } from '~/kit/form/withSentences'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { AmountField } from '~/ui/form/AmountField'
import { Checkbox } from '~/ui/form/Checkbox'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Fold } from '~/ui/layout/Fold'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './AuditSettings.module.css'
import { formOf, rowsOf, settingsOf, type Threshold, type ThresholdForm, type ThresholdRow, units } from './thresholds'
import { useMayDecide } from './useFindingActions'

export function AuditSettings() {
  const { t } = useTranslation('findings')
  useTitle(t('settings.title'))
  return (
    <Page
      title={t('settings.title')}
      about={t('settings.lead')}
      width="reading"
      breadcrumbs={[{ label: t('title'), href: link('findings') }]}
    >
      <Boundary isPage>
        <Read />
      </Boundary>
    </Page>
  )
}

function Read() {
  const company = useRead('GetAuditSettings', { id: useBulkId() })
  return (
    <Stack gap={5}>
      <ThresholdsForm company={company} />
      {company.muted.length > 0 && <Muted muted={company.muted} />}
    </Stack>
  )
}

function ThresholdsForm({ company: live }: { company: CompanyAuditSettings }) {
  const { t } = useTranslation('findings')
  const language = useLanguage()
  const id = useBulkId()
  const navigate = useNavigate()
  const mayChange = useMayDecide()
  // The settings when the form was opened. A colleague's later change must not count as seen.
  const [company] = useState(live)
  const { rules, defaults, version, changedBy, changedAt } = company
  const set = useWrite('SetAuditSettings')
  const [isResetting, setResetting] = useState(false)
  const [previewed, setPreviewed] = useState<Settings>()
  const form = useForm<ThresholdForm>(formOf(company.settings), {
    check: (values, language) => withSentences(checkAuditSettings(settingsOf(values), language), language),
  })
  const settings = settingsOf(form.values)
  const preview = usePreview(id, previewed, JSON.stringify(previewed) === JSON.stringify(settings))
  const groups = [...new Set(rules.map(({ ruleGroup }) => ruleGroup))]

  async function done(title: string) {
    // The form copies the settings when it opens, so load the saved settings now: reopened at once, it would copy the old ones.
    await readAgain('GetAuditSettings', { id })
    toasts.add({ title })
    void navigate({ href: link('findings') })
  }
  const save = () =>
    form.submit(async () => {
      await set.mutateAsync({ id, settings, version })
      await done(t('settings.saved'))
    })
  // Not `form.submit`, which stops at a wrong field. The defaults do not depend on the fields.
  function reset() {
    setResetting(false)
    set
      .mutateAsync({ id, settings: defaults, version })
      .then(() => {
        form.reset(formOf(defaults))
        return done(t('settings.resetDone'))
      })
      .catch(form.refuse)
  }
  return (
    <Form onSubmit={() => void save()} errors={form.errors} errorTitle={t('common:problem.summary')} isBusy={form.isBusy}>
      <FormRefusal form={form} />
      <p className={styles.changed}>
        {changedBy && changedAt
          ? t('settings.changedBy', { name: changedBy, when: instantShown(changedAt, language) })
          : t('settings.isDefault')}
      </p>
      {mayChange && (
        <section className={styles.preview} aria-label={t('settings.previewTitle')}>
          <Button
            onPress={() => setPreviewed(settings)}
            isLoading={preview.isLoading}
            isDisabled={checkAuditSettings(settings, language) !== null}
            why={t('settings.previewWrong')}
          >
            {t('settings.previewAction')}
          </Button>
          <p role="status">{preview.summary ?? t('settings.previewLead')}</p>
          {preview.error && <Notice tone="bad" title={preview.error} isAnnounced />}
        </section>
      )}
      {groups.map((group) => {
        const ofGroup = rules.filter(({ ruleGroup }) => ruleGroup === group)
        const title = ofGroup[0]?.groupTitle
        const rows = rowsOf(ofGroup)
        if (!mayChange)
          return (
            <fieldset key={group} className={styles.group}>
              <legend>{title}</legend>
              <ReadRules rows={rows} settings={settings} />
            </fieldset>
          )
        const on = ofGroup.filter(({ rule }) => !form.values.off.includes(rule)).length
        return (
          <Fold
            key={group}
            title={title}
            summary={t('settings.inUse', { on: numberShown(on), all: numberShown(ofGroup.length) })}
            isOpen={form.errors.some(({ id }) => rows.some(({ fields }) => fields.some((field) => field === id)))}
          >
            <fieldset className={styles.group} aria-label={title}>
              {rows.map((row) => (
                <Row key={row.rules[0]?.rule} row={row} form={form} flaggedBy={preview.flaggedBy} />
              ))}
            </fieldset>
          </Fold>
        )
      })}
      {mayChange && (
        <FormActions>
          <Button type="submit" mode="primary" isLoading={form.isBusy}>
            {t('settings.save')}
          </Button>
          <Button onPress={() => setResetting(true)} isDisabled={form.isBusy} isLoading={set.isPending && !form.isBusy}>
            {t('settings.reset')}
          </Button>
        </FormActions>
      )}
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <ConfirmDialog
        isOpen={isResetting}
        onClose={() => setResetting(false)}
        onConfirm={reset}
        title={t('settings.resetTitle')}
        confirmLabel={t('settings.reset')}
        cancelLabel={t('settings.keep')}
      >
        <p>{t('settings.resetBody')}</p>
      </ConfirmDialog>
    </Form>
  )
}

interface RowProps {
  row: ThresholdRow<DescribedRule>
  form: ReturnType<typeof useForm<ThresholdForm>>
  /** Returns the preview's result for a rule; undefined before a preview. */
  flaggedBy: (rule: AuditRule) => string | undefined
}

/** The rules that share thresholds, each with its switch and its preview, and their fields. */
function Row({ row: { rules, fields }, form, flaggedBy }: RowProps) {
  const { off } = form.values
  const isOff = rules.every(({ rule }) => off.includes(rule))
  return (
    <div className={styles.row}>
      <div className={styles.rules}>
        {rules.map(({ rule, title }) => (
          <Checkbox
            key={rule}
            label={title}
            hint={flaggedBy(rule)}
            isChecked={!off.includes(rule)}
            onChange={(isOn) => form.set('off', isOn ? off.filter((one) => one !== rule) : [...off, rule])}
          />
        ))}
      </div>
      <div className={styles.fields}>
        {fields.map((name) => (
          <ThresholdField key={name} name={name} form={form} isDisabled={isOff} />
        ))}
      </div>
    </div>
  )
}

interface ReadProps {
  rows: readonly ThresholdRow<DescribedRule>[]
  settings: Settings
}

/** The rules for users who may not change them: each with its thresholds, or off. */
function ReadRules({ rows, settings }: ReadProps) {
  const { t } = useTranslation('findings')
  const shown = (name: Threshold) => {
    const value = String(settings[name] ?? '')
    const unit = units[name]
    return `${t(`settings.field.${name}`)}: ${unit === 'amount' ? amountShown(value) : `${value} ${t(`settings.unit.${unit}`)}`}`
  }
  return (
    <Description
      items={rows.flatMap(({ rules, fields }) =>
        rules.map(({ rule, title }) => ({
          id: rule,
          label: title,
          value: settings.off?.includes(rule) ? t('settings.off') : fields.map(shown).join(' · ') || t('settings.on'),
        })),
      )}
    />
  )
}

interface FieldProps {
  name: Threshold
  form: RowProps['form']
  isDisabled: boolean
}

function ThresholdField({ name, form, isDisabled }: FieldProps) {
  const { t } = useTranslation('findings')
  const given = { ...form.field(name), label: t(`settings.field.${name}`), isDisabled }
  const unit = units[name]
  if (unit === 'amount') return <AmountField {...given} currency="RM" />
  return (
    <TextField
      {...given}
      inputMode="numeric"
      autoComplete="off"
      isTabular
      suffix={<span className={styles.unit}>{t(`settings.unit.${unit}`)}</span>}
    />
  )
}

/**
 * Previews these settings. Reads only when the user asks for a preview, because it audits a year of bills. Shows the result only while
 * it is about the current thresholds.
 */
function usePreview(id: string, settings: Settings | undefined, isCurrent: boolean) {
  const { t } = useTranslation('findings')
  const lookup = useLookup(callQuery('PreviewAuditSettings', { id, settings: settings ?? ({} as Settings) }), settings !== undefined)
  const { found, error } = isCurrent ? lookup : noPreview
  const bills = (count: number) => t('bills', { count, shown: numberShown(count) })
  return {
    isLoading: lookup.isLoading,
    error: error ? messageOf(error) : undefined,
    summary:
      found &&
      [
        t('settings.previewAll', { flagged: bills(found.flagged), bills: bills(found.bills), now: numberShown(found.flaggedNow) }),
        found.accountsLeftOut > 0 &&
          t('settings.previewLeftOut', { count: found.accountsLeftOut, shown: numberShown(found.accountsLeftOut) }),
      ]
        .filter(Boolean)
        .join(' '),
    flaggedBy(rule: AuditRule) {
      const one = found?.rules.find((rules) => rules.rule === rule)
      if (!one) return undefined
      return one.flagged === one.flaggedNow
        ? bills(one.flagged)
        : t('settings.previewNow', { bills: bills(one.flagged), now: numberShown(one.flaggedNow) })
    },
  }
}

const noPreview = { found: undefined, error: null }

/** The muted rules, each with the action to end it. */
function Muted({ muted }: { muted: readonly MutedAccount[] }) {
  const { t } = useTranslation('findings')
  const language = useLanguage()
  const id = useBulkId()
  const mayChange = useMayDecide()
  const unmute = useWrite('UnmuteAccount')
  return (
    <Card title={t('mute.label')}>
      <p className={styles.changed}>{t('mute.lead')}</p>
      <ul className={styles.muted}>
        {muted.map(({ accountNo, referenceId, rule, title, until, reason, mutedBy }) => (
          <li key={`${accountNo} ${rule}`}>
            <div>
              <p>
                <Link href={link('account', { accountNo })}>{accountNo}</Link>
                {referenceId && ` · ${referenceId}`} · {title}
              </p>
              <p className={styles.changed}>{t('mute.of', { day: dayShown(until, language), name: mutedBy, reason })}</p>
            </div>
            {mayChange && (
              <Button
                size="small"
                label={t('mute.endOf', { rule: title, account: accountNo })}
                isLoading={unmute.isPending && unmute.variables.accountNo === accountNo && unmute.variables.rule === rule}
                onPress={() =>
                  unmute.mutate(
                    { id, accountNo, rule },
                    {
                      onSuccess: () => toasts.add({ title: t('mute.ended', { account: accountNo, rule: title }) }),
                      onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
                    },
                  )
                }
              >
                {t('mute.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
