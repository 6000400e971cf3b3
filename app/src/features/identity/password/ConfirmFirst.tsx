/** Form that confirms the user's identity with a second factor, before the password changes. */
import type { FactorKind } from '~/core/generatedData'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { Button } from '~/ui/button/Button'
import { Form, FormActions } from '~/ui/form/Form'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { OtherKinds, PasswordField, ProofField } from '../factors/ProofField'
import { useProof } from '../factors/useProof'

interface Props {
  methods: readonly FactorKind[]
  onAnswer: (isConfirmed: boolean) => void
}

export function ConfirmFirst({ methods, onAnswer }: Props) {
  const { t } = useTranslation('factors')
  const { t: common } = useTranslation()
  const { kinds, kind, setKind, form, confirm } = useProof(methods)
  return (
    <>
      <p>{t(`confirm.${kind}`)}</p>
      <FormRefusal form={form} />
      <Form
        onSubmit={() => void confirm(() => onAnswer(true))}
        errors={form.errors}
        errorTitle={common('problem.summary')}
        isBusy={form.isBusy}
      >
        {kind === 'password' ? <PasswordField form={form} /> : <ProofField kind={kind} form={form} />}
        <FormActions>
          <Button type="submit" mode="primary" size="large" isLoading={form.isBusy}>
            {t(kind === 'passkey' ? 'ways.passkey' : 'confirm.submit')}
          </Button>
          <Button size="large" onPress={() => onAnswer(false)} isDisabled={form.isBusy}>
            {t('confirm.cancel')}
          </Button>
        </FormActions>
      </Form>
      <Stack direction="along" gap={2}>
        <OtherKinds kinds={kinds} kind={kind} onChoose={setKind} />
      </Stack>
    </>
  )
}
