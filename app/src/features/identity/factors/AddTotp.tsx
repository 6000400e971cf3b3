/** Sets up an authenticator app: the QR code with the secret, and a code of the app as confirmation. */
import type { AddedFactor, NewTotp } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { Button } from '~/ui/button/Button'
import { CopyButton } from '~/ui/button/CopyButton'
import { Link } from '~/ui/button/Link'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import styles from './Factors.module.css'
import { checkProof } from './proof'
import { groupedSecret } from './recovery'

interface Props {
  totp: NewTotp
  onAdded: (added: AddedFactor, name: string) => void
  onBack: () => void
}

export function AddTotp({ totp: { secret, address, qrSize, qrPath }, onAdded, onBack }: Props) {
  const { t } = useTranslation('security')
  const { t: common } = useTranslation()
  const confirm = useWrite('ConfirmTotp')
  const form = useForm(
    // The form below the dialogue may have a field `name`, and fields are found by their names.
    { totp: '', appName: '' },
    {
      check: ({ totp }, language, rules) => checkProof('totp', { totp, recoveryCode: '' }, '', language, rules),
      at: { factorNameTooLong: 'appName' },
    },
  )
  const add = () =>
    form.submit(async () => {
      const name = form.values.appName.trim()
      const added = await confirm.mutateAsync({ totp: form.values.totp, name: name || t('kind.totp') })
      onAdded(added, name || t('kind.totp'))
    })
  return (
    <ol className={styles.steps}>
      <li>
        <div className={styles.step}>
          <span className={styles.stepTitle}>{t('new.scan')}</span>
          <svg className={styles.qr} viewBox={`0 0 ${qrSize} ${qrSize}`} role="img" aria-label={t('new.qr')}>
            <path d={qrPath} />
          </svg>
          <Link href={address}>{t('new.openApp')}</Link>
          <p>{t('new.secretLead')}</p>
          <code className={styles.secret}>{groupedSecret(secret)}</code>
          <CopyButton size="small" text={secret}>
            {t('new.copySecret')}
          </CopyButton>
        </div>
      </li>
      <li>
        <div className={styles.step}>
          <span className={styles.stepTitle}>{t('new.confirm')}</span>
          <Form onSubmit={() => void add()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
            <FormRefusal form={form} />
            <TextField
              {...form.field('totp')}
              label={t('new.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              isTabular
              isRequired
            />
            <TextField {...form.field('appName')} label={t('new.name')} hint={t('new.nameHint')} autoComplete="off" isOptional />
            <p>{t('new.others')}</p>
            <FormActions>
              <Button type="submit" mode="primary" size="large" isLoading={form.isBusy}>
                {t('new.submit')}
              </Button>
              <Button size="large" isDisabled={form.isBusy} onPress={onBack}>
                {t('new.back')}
              </Button>
            </FormActions>
          </Form>
        </div>
      </li>
    </ol>
  )
}
