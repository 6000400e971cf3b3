/** The user's preferences. A choice applies immediately, and on every device on which the user signs in. */
import { useAtomValue } from 'jotai'
import type { Language } from '~/core/core'
import { chooseLanguage, chooseSingleKeys, chooseTheme } from '~/kit/session/preferences'
import { type Theme, themeAtom } from '~/kit/session/theme'
import { singleKeysAtom } from '~/ui/base/singleKeys'
import { Checkbox } from '~/ui/form/Checkbox'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { FavouriteDates } from './FavouriteDates'
import { NotificationEmails } from './NotificationEmails'

const languages = ['en', 'ms'] as const satisfies Language[]
const themes = ['light', 'dark', 'system'] as const satisfies Theme[]

export function YourPreferences() {
  const { t } = useTranslation(['profile', 'commands', 'common'])
  const language = useLanguage()
  const theme = useAtomValue(themeAtom)
  return (
    <Card title={t('preferences.title')}>
      <Stack gap={6}>
        <RadioGroup
          label={t('common:language.label')}
          hint={t('preferences.languageHint')}
          options={languages.map((id) => ({ id, title: t(`common:language.${id}`) }))}
          value={language}
          onChange={(id) => chooseLanguage(id as Language)}
          isPlain
        />
        <RadioGroup
          label={t('common:theme.label')}
          options={themes.map((id) => ({ id, title: t(`common:theme.${id}`) }))}
          value={theme}
          onChange={(id) => chooseTheme(id as Theme)}
          isPlain
        />
        <Checkbox
          label={t('commands:keys.single')}
          hint={t('commands:keys.singleHint')}
          isChecked={useAtomValue(singleKeysAtom)}
          onChange={chooseSingleKeys}
        />
        <FavouriteDates />
        <NotificationEmails />
      </Stack>
    </Card>
  )
}
