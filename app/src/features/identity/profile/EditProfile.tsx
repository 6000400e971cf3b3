/** Edits the user's name and mobile number, and whether a customer wants reminders by e-mail. */
import { useRouter } from '@tanstack/react-router'
import { check } from '~/core/core'
import { checkProfile } from '~/core/forms'
import { useWrite } from '~/kit/call/write'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useTitle } from '~/kit/page/useTitle'
import { readProfileAgain, storeProfile } from '~/kit/session/session'
import { useDraft } from '~/kit/session/useDraft'
import { isStaffRole, profileAddress, useProfile } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Checkbox } from '~/ui/form/Checkbox'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Page } from '~/ui/layout/Page'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { followProfile, type ProfileDraft } from './profileDraft'

export function EditProfile() {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const router = useRouter()
  const profile = useProfile()
  const address = profileAddress(profile.role)
  const isStaff = isStaffRole(profile.role)
  const now = { name: profile.name, mobileNo: profile.mobileNo ?? '', emailOpting: profile.emailOpting }
  const [stored, setStored, clearDraft] = useDraft<ProfileDraft>('editProfile', { ...now, base: now })
  const draft = followProfile(stored, now)
  const form = useForm(draft, {
    state: [draft, (change) => setStored((before) => (typeof change === 'function' ? change(followProfile(before, now)) : change))],
    check: ({ name, mobileNo }, language) => checkProfile(name, mobileNo, language),
  })
  const update = useWrite('UpdateUserProfile')
  const readOnly = useReadOnly()
  useTitle(t('edit.title'))

  async function save() {
    const { name, mobileNo, emailOpting } = form.values
    await update.mutateAsync({ name, mobileNo, EmailOpting: emailOpting })
    clearDraft()
    // The change is saved. If the profile cannot be loaded again, the cached profile is updated instead.
    await readProfileAgain(isStaff).catch(() =>
      storeProfile(isStaff, { ...profile, name, mobileNo: check('mobileNo', mobileNo, language).value ?? null, emailOpting }),
    )
    await router.invalidate()
    toasts.add({ title: t('edit.saved'), tone: 'good' })
    await router.navigate({ href: address })
  }

  return (
    <Page width="form" title={t('edit.title')} breadcrumbs={[{ label: t('title'), href: address }]}>
      <Form onSubmit={() => void form.submit(save)} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
        <FormRefusal form={form} />
        <TextField {...form.field('name')} label={t('about.name')} autoComplete="name" isRequired />
        <TextField
          id="email"
          label={t('about.email')}
          hint={t('edit.emailHint')}
          type="email"
          autoComplete="username"
          value={profile.email}
          onChange={() => undefined}
          isReadOnly
        />
        <TextField
          {...form.field('mobileNo')}
          label={t('about.mobile')}
          hint={t('edit.mobileHint')}
          prefix={<span aria-hidden="true">+60</span>}
          type="tel"
          autoComplete="tel"
          isTabular
          isRequired
        />
        {!isStaff && (
          <Checkbox
            id="emailOpting"
            label={t('edit.reminders')}
            hint={t('edit.remindersHint')}
            isChecked={draft.emailOpting}
            onChange={(emailOpting) => form.set('emailOpting', emailOpting)}
          />
        )}
        <FormActions>
          <Button type="submit" mode="primary" size="large" isLoading={form.isBusy} isDisabled={readOnly !== undefined} why={readOnly}>
            {t('edit.submit')}
          </Button>
          <Button
            size="large"
            isDisabled={form.isBusy}
            onPress={() => {
              clearDraft()
              void router.navigate({ href: address })
            }}
          >
            {t('cancel')}
          </Button>
        </FormActions>
      </Form>
    </Page>
  )
}
