/** The form in a list's display panel: the shown columns and the height of rows or, for cards, their order. */
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Checkbox } from '~/ui/form/Checkbox'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { useTranslation } from '~/words/useTranslation'
import { densityAtom, hiddenColumnsAtom, isDensity, setIsWide, wideListsAtom } from '../session/display'
import { chooseColumn, chooseDensity } from '../session/preferences'
import styles from './List.module.css'

interface Props {
  name: string
  /** Columns that the user may hide. */
  choosable: readonly { id: string; header: string }[]
  /** Columns that do not fit on the screen. */
  cut: readonly string[]
  sortedBy: string | undefined
  /** The control that sets the order of cards, which have no headers. */
  order: ReactNode
}

export function DisplayForm({ name, choosable, cut, sortedBy, order }: Props) {
  const { t } = useTranslation('list')
  const density = useAtomValue(densityAtom)
  const isWide = useAtomValue(wideListsAtom).includes(name)
  const hiddenIds = useAtomValue(hiddenColumnsAtom)[name] ?? []
  return (
    <div className={styles.panel}>
      {order}
      {choosable.length > 0 && (
        <fieldset className={styles.choosable}>
          <legend>{t(order ? 'display.details' : 'display.shown')}</legend>
          {choosable.map(({ id, header }) => (
            <Checkbox
              key={id}
              label={header}
              isChecked={id === sortedBy || !hiddenIds.includes(id)}
              onChange={(isShown) => chooseColumn(name, id, isShown)}
              hint={cut.includes(id) ? t('display.noRoom') : undefined}
              whyNot={id === sortedBy ? t('display.sorted') : undefined}
            />
          ))}
        </fieldset>
      )}
      {!order && (isWide || cut.length > 0) && (
        <Checkbox label={t('display.wide')} hint={t('display.wideHint')} isChecked={isWide} onChange={(on) => setIsWide(name, on)} />
      )}
      {!order && (
        <RadioGroup
          label={t('display.rows')}
          isPlain
          value={density}
          onChange={(chosen) => isDensity(chosen) && chooseDensity(chosen)}
          options={[
            { id: 'compact', title: t('display.compact') },
            { id: 'comfortable', title: t('display.comfortable') },
          ]}
        />
      )}
    </div>
  )
}
