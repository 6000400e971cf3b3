/** A new password, typed twice, with a checklist of the rules that it must meet. */
import { Check, Circle } from 'lucide-react'
import type { Code } from '~/core/generatedData'
import { useRules } from '~/core/lazyRules'
import type { useForm } from '~/kit/form/useForm'
import { TextField } from '~/ui/form/TextField'
import { Stack } from '~/ui/layout/Stack'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './NewPassword.module.css'

interface PasswordEntry {
  password: string
  confirmation: string
}

/** The rules of the checklist that need no list of passwords. */
const listedRules = ['passwordTooShort', 'passwordNeedsLowercase', 'passwordNeedsNumber'] as const satisfies Code[]

/** `form` may have other fields as well. */
export function NewPassword({ form }: { form: Pick<ReturnType<typeof useForm<PasswordEntry>>, 'field' | 'values'> }) {
  const { t } = useTranslation('identityPages')
  const language = useLanguage()
  const rules = useRules()
  const { password } = form.values
  // Until the rules are loaded, no rule is ticked off.
  const broken = rules?.brokenPasswordRules(password) ?? listedRules
  // The server has a longer list of common passwords than the browser's rules.
  const field = form.field('password')
  const isFoundCommon = field.error !== undefined && field.error === rules?.sentenceWith('passwordCommon', {}, language)
  const checklist = [
    ...listedRules.map((code) => ({ code, words: t(`sentences:${code}`), isKept: !broken.some((rule) => rule === code) })),
    // "Not a common password" is ticked only when all other rules are met, since only then could the password be accepted.
    { code: 'passwordCommon', words: t('password.notCommon'), isKept: password !== '' && broken.length === 0 && !isFoundCommon },
  ]
  return (
    <>
      <Stack gap={2}>
        <TextField {...field} label={t('password.new')} type="password" autoComplete="new-password" isRequired />
        <ul className={styles.rules} aria-label={t('password.rules')}>
          {checklist.map(({ code, words, isKept }) => (
            <li key={code} data-kept={isKept || undefined}>
              {isKept ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
              <span>
                {words}
                <VisuallyHidden> {t(isKept ? 'password.kept' : 'password.notKept')}</VisuallyHidden>
              </span>
            </li>
          ))}
        </ul>
      </Stack>
      <TextField {...form.field('confirmation')} label={t('password.again')} type="password" autoComplete="new-password" isRequired />
    </>
  )
}
