/** The range of dates that one looks at most often; lists of payments offer it among their days. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkDateRange, type DateRange, dayShown } from '../../../core/core'
import { call } from '../../../kit/call/api'
import { whenRead } from '../../../kit/call/fresh'
import { useForm } from '../../../kit/form/useForm'
import { Loaded } from '../../../kit/page/Loaded'
import { preferencesQuery } from '../../../kit/session/preferences'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/feedback/Notice'
import { toasts } from '../../../ui/feedback/toastQueue'
import { Form, FormActions } from '../../../ui/form/Form'
import { TextField } from '../../../ui/form/TextField'
import { Stack } from '../../../ui/layout/Stack'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Profile.module.css'

export function FavouriteDates() {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const query = useQuery(preferencesQuery)
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby="favourite">
      <h3 id="favourite" className={styles.label}>
        {t('dates.title')}
      </h3>
      <p className={styles.hint}>{t('dates.hint')}</p>
      <Loaded query={query}>
        {({ 'favourite-date-preference': dates }) =>
          isOpen ? (
            <DatesForm dates={dates} onClose={() => setOpen(false)} />
          ) : (
            <Stack direction="along" gap={3} align="center">
              {dates && (
                <span>{t('dates.range', { from: dayShown(dates.startDate, language), to: dayShown(dates.endDate, language) })}</span>
              )}
              <Button size="small" onPress={() => setOpen(true)}>
                {t(dates ? 'dates.change' : 'dates.choose')}
              </Button>
            </Stack>
          )
        }
      </Loaded>
    </section>
  )
}

function DatesForm({ dates, onClose }: { dates: DateRange | null; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const form = useForm(
    { startDate: dates?.startDate ?? '', endDate: dates?.endDate ?? '' },
    { check: ({ startDate, endDate }, language) => checkDateRange(startDate, endDate, language) },
  )
  async function save() {
    await call('UpdateDatePreference', form.values)
    await whenRead()
    toasts.add({ title: t('dates.saved'), tone: 'good' })
    onClose()
  }
  return (
    <Form onSubmit={() => void form.submit(save)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
      {form.refusal && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
      <div className={styles.days}>
        <TextField {...form.field('startDate')} label={t('dates.from')} type="date" autoFocus isRequired />
        <TextField {...form.field('endDate')} label={t('dates.to')} type="date" isRequired />
      </div>
      <FormActions>
        <Button type="submit" mode="primary" isLoading={form.isBusy}>
          {t('dates.save')}
        </Button>
        <Button onPress={onClose} isDisabled={form.isBusy}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
