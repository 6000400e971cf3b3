/** The user's favourite range of dates, which lists of payments offer. */
import { useState } from 'react'
import { checkDateRange, type DateRange, dayShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { whenRefetched } from '~/kit/call/refetch'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { Boundary } from '~/kit/page/Boundary'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form, FormActions } from '~/ui/form/Form'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Profile.module.css'

export function FavouriteDates() {
  const { t } = useTranslation('profile')
  return (
    <section aria-labelledby="favourite">
      <h3 id="favourite" className={styles.label}>
        {t('dates.title')}
      </h3>
      <p className={styles.hint}>{t('dates.hint')}</p>
      <Boundary isPart waiting={<Skeleton width="16rem" height="2rem" />}>
        <Dates />
      </Boundary>
    </section>
  )
}

function Dates() {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const { 'favourite-date-preference': dates } = useRead('GetUserPreferences', {})
  const [isOpen, setOpen] = useState(false)
  const readOnly = useReadOnly()
  if (isOpen) return <DatesForm dates={dates} onClose={() => setOpen(false)} />
  return (
    <Stack direction="along" gap={3} align="center">
      {dates && <span>{t('dates.range', { from: dayShown(dates.startDate, language), to: dayShown(dates.endDate, language) })}</span>}
      <Button size="small" onPress={() => setOpen(true)} isDisabled={readOnly !== undefined} why={readOnly}>
        {t(dates ? 'dates.change' : 'dates.choose')}
      </Button>
    </Stack>
  )
}

function DatesForm({ dates, onClose }: { dates: DateRange | null; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const form = useForm(
    { startDate: dates?.startDate ?? '', endDate: dates?.endDate ?? '' },
    { check: ({ startDate, endDate }, language) => checkDateRange(startDate, endDate, language) },
  )
  const update = useWrite('UpdateDatePreference')
  async function save() {
    await update.mutateAsync(form.values)
    await whenRefetched()
    toasts.add({ title: t('dates.saved'), tone: 'good' })
    onClose()
  }
  return (
    <Form onSubmit={() => void form.submit(save)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <FormRefusal form={form} />
      <div className={styles.days}>
        <DateField {...form.field('startDate')} label={t('dates.from')} autoFocus isRequired />
        <DateField {...form.field('endDate')} label={t('dates.to')} isRequired />
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
