/** The filters of a list, put on together. What is typed or chosen stays a text of the address until then. */
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button/Button'
import { Form } from '../../ui/form/Form'
import { Stack } from '../../ui/layout/Stack'
import { PopoverPanel } from '../../ui/overlay/PopoverPanel'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { parted } from './address'
import type { Context } from './context'
import type { List, Said } from './declare'
import { FilterControl, type Texts } from './FilterControl'
import type { Filter } from './filters'
import type { ChangeOf } from './useChangeSearch'

interface Props {
  listed: { list: Pick<List, 'filters'>; said: Said; onSay: ChangeOf<Said> }
  context: Context<never>
}

/** `isShort`: a button without words, for a line that has little room. */
export function FilterPanel({ isShort, ...props }: Props & { isShort: boolean }) {
  const { t } = useTranslation('list')
  const label = t('filters')
  const icon = <SlidersHorizontal />
  return (
    <PopoverPanel label={label} trigger={isShort ? <Button icon={icon} label={label} /> : <Button icon={icon}>{label}</Button>}>
      {(close) => <FilterForm {...props} onDone={close} />}
    </PopoverPanel>
  )
}

function FilterForm({ listed: { list, said, onSay }, context, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('list')
  const language = useLanguage()
  const filters = Object.entries(list.filters).filter(([, { kind }]) => kind !== 'text')
  const [texts, setTexts] = useState<Texts>(() => Object.fromEntries(filters.map(([param, { kind }]) => [param, typed(kind, said[param])])))
  const [submitted, setSubmitted] = useState(false)
  const refusals = Object.fromEntries(filters.map(([param, filter]) => [param, filter.refusal?.(texts[param] ?? '', language)]))

  function apply() {
    setSubmitted(true)
    if (Object.values(refusals).some(Boolean)) return
    onSay(Object.fromEntries(filters.map(([param, filter]) => [param, filter.read(texts[param])])))
    onDone()
  }

  return (
    <Form onSubmit={apply}>
      <Stack gap={4}>
        {filters.map(([param, filter]) => (
          <FilterControl
            key={param}
            param={param}
            filter={filter}
            filters={list.filters}
            texts={texts}
            refusals={submitted ? refusals : {}}
            onChange={(change) => setTexts((before) => ({ ...before, ...change }))}
            context={context}
          />
        ))}
        <Stack direction="along" gap={2}>
          <Button type="submit" mode="primary">
            {t('apply')}
          </Button>
          <Button mode="ghost" onPress={onDone}>
            {t('common:ui.cancel')}
          </Button>
        </Stack>
      </Stack>
    </Form>
  )
}

/** What stands in a control at first. */
const typed = (kind: Filter<never>['kind'], value: Said[string] = '') =>
  kind === 'numbers' ? parted(String(value)).join(', ') : String(value)
