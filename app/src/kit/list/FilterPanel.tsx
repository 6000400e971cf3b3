/** The filter button of a list and the panel that it opens. */
import { SlidersHorizontal } from 'lucide-react'
import { deferComponent } from '../../ui/base/deferred'
import { Button } from '../../ui/button/Button'
import { PopoverPanel } from '../../ui/overlay/PopoverPanel'
import { useTranslation } from '../../words/useTranslation'
import type { FilterFormProps } from './FilterForm'

const FilterForm = deferComponent(async () => (await import('./FilterForm')).FilterForm)

type Props = Omit<FilterFormProps, 'onDone'>

/** `isShort`: shows the icon only, for a toolbar with little room. */
export function FilterPanel({ isShort, ...props }: Props & { isShort: boolean }) {
  const { t } = useTranslation('list')
  const label = t('filters')
  const icon = <SlidersHorizontal />
  return (
    <PopoverPanel
      label={label}
      shows={FilterForm.code}
      trigger={isShort ? <Button icon={icon} label={label} /> : <Button icon={icon}>{label}</Button>}
    >
      {(close) => <FilterForm {...props} onDone={close} />}
    </PopoverPanel>
  )
}
