/** What the panel of a list's display asks: which columns, in which order where cards have no headers, and the height of rows. */
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/form/Checkbox'
import { RadioGroup } from '../../ui/form/RadioGroup'
import { useTranslation } from '../../words/useTranslation'
import { densityAtom, hiddenColumnsAtom, isDensity } from '../session/display'
import { chooseDensity, chooseHiddenColumns } from '../session/preferences'
import styles from './List.module.css'

interface Props {
  name: string
  /** The columns that may be left out. */
  choosable: readonly { id: string; header: string }[]
  /** Of cards: how they are ordered. */
  order: ReactNode
}

export function DisplayForm({ name, choosable, order }: Props) {
  const { t } = useTranslation('list')
  const density = useAtomValue(densityAtom)
  const hidden = useAtomValue(hiddenColumnsAtom)
  const left = hidden[name] ?? []
  const show = (id: string, isShown: boolean) =>
    chooseHiddenColumns({ ...hidden, [name]: isShown ? left.filter((one) => one !== id) : [...left, id] })
  return (
    <div className={styles.panel}>
      {order}
      {choosable.length > 0 && (
        <fieldset className={styles.choosable}>
          <legend>{t(order ? 'display.details' : 'display.shown')}</legend>
          {choosable.map(({ id, header }) => (
            <Checkbox key={id} label={header} isChecked={!left.includes(id)} onChange={(isShown) => show(id, isShown)} />
          ))}
        </fieldset>
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
